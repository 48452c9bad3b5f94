//! Values that are a string on a text wire: dates and enums.
//!
//! musli would write an enum as a map and its `display` attribute goes through
//! `fmt`, so both types get the direct implementation a careful user writes.

/// A value with one text form.
pub trait AsText: Sized {
    /// What a reader expected when it got something else.
    const EXPECTED: &'static str;

    /// Calls `f` with the text.
    fn with_text<R>(&self, f: impl FnOnce(&str) -> R) -> R;

    /// The value of a text, if it is one.
    fn from_text(text: &str) -> Option<Self>;
}

/// Implements musli's traits for an [`AsText`] type.
macro_rules! musli_as_text {
    ($type:ty) => {
        impl<M> musli::Encode<M> for $type {
            type Encode = Self;

            #[inline]
            fn encode<E>(&self, encoder: E) -> Result<(), E::Error>
            where
                E: musli::Encoder<Mode = M>,
            {
                use crate::payloads::text::AsText;
                self.with_text(|text| encoder.encode_string(text))
            }

            #[inline]
            fn as_encode(&self) -> &Self::Encode {
                self
            }
        }

        impl<'de, M, A> musli::Decode<'de, M, A> for $type
        where
            A: musli::Allocator,
        {
            #[inline]
            fn decode<D>(decoder: D) -> Result<Self, D::Error>
            where
                D: musli::Decoder<'de, Mode = M, Allocator = A>,
            {
                use crate::payloads::text::AsText;
                use musli::Context;
                let cx = decoder.cx();
                decoder.decode_unsized(|text: &str| Self::from_text(text).ok_or_else(|| cx.message(Self::EXPECTED)))
            }
        }
    };
}
pub(super) use musli_as_text;
