// Written by micropb-gen 0.7.0 from generate/messages.proto; see generate/src/main.rs.

pub mod lab_ {
    #[derive(Debug, Default, Clone)]
    pub struct User {
        pub r#id: i32,
        pub r#name: ::std::string::String,
        pub r#email: ::std::string::String,
        pub r#age: i32,
        pub r#active: bool,
        pub r#balance: f64,
        pub r#role: Role,
        /// *Note:* The presence of this field is tracked separately in the `_has` field. It's recommended to access this field via the accessor rather than directly.
        pub r#address: Address,
        pub r#tags: ::std::vec::Vec<::std::string::String>,
        pub r#orders: ::std::vec::Vec<Order>,
        /// Tracks presence of optional and message fields
        pub _has: User_::_Hazzer,
    }
    impl ::core::cmp::PartialEq for User {
        fn eq(&self, other: &Self) -> bool {
            let mut ret = true;
            ret &= (self.r#id == other.r#id);
            ret &= (self.r#name == other.r#name);
            ret &= (self.r#email == other.r#email);
            ret &= (self.r#age == other.r#age);
            ret &= (self.r#active == other.r#active);
            ret &= (self.r#balance == other.r#balance);
            ret &= (self.r#role == other.r#role);
            ret &= (self.r#address() == other.r#address());
            ret &= (self.r#tags == other.r#tags);
            ret &= (self.r#orders == other.r#orders);
            ret
        }
    }
    impl User {
        /// Return a reference to `address` as an `Option`
        #[inline]
        pub fn r#address(&self) -> ::core::option::Option<&Address> {
            self._has.r#address().then_some(&self.r#address)
        }
    }
    impl ::micropb::MessageDecode for User {
        fn decode<IMPL_MICROPB_READ: ::micropb::PbRead>(
            &mut self,
            decoder: &mut ::micropb::PbDecoder<IMPL_MICROPB_READ>,
            len: usize,
        ) -> Result<(), ::micropb::DecodeError<IMPL_MICROPB_READ::Error>> {
            use ::micropb::{PbBytes, PbString, PbVec, PbMap, FieldDecode};
            let before = decoder.bytes_read();
            while decoder.bytes_read() - before < len {
                let tag = decoder.decode_tag()?;
                match tag.field_num() {
                    0 => return Err(::micropb::DecodeError::ZeroField),
                    1u32 => {
                        if tag.wire_type() != 0u8 {
                            return Err(::micropb::DecodeError::WrongWireType);
                        }
                        let mut_ref = &mut self.r#id;
                        {
                            let val = decoder.decode_int32()?;
                            let val_ref = &val;
                            if *val_ref != 0 {
                                *mut_ref = val as _;
                            }
                        };
                    }
                    2u32 => {
                        if tag.wire_type() != 2u8 {
                            return Err(::micropb::DecodeError::WrongWireType);
                        }
                        let mut_ref = &mut self.r#name;
                        {
                            decoder
                                .decode_string(mut_ref, ::micropb::Presence::Implicit)?;
                        };
                    }
                    3u32 => {
                        if tag.wire_type() != 2u8 {
                            return Err(::micropb::DecodeError::WrongWireType);
                        }
                        let mut_ref = &mut self.r#email;
                        {
                            decoder
                                .decode_string(mut_ref, ::micropb::Presence::Implicit)?;
                        };
                    }
                    4u32 => {
                        if tag.wire_type() != 0u8 {
                            return Err(::micropb::DecodeError::WrongWireType);
                        }
                        let mut_ref = &mut self.r#age;
                        {
                            let val = decoder.decode_int32()?;
                            let val_ref = &val;
                            if *val_ref != 0 {
                                *mut_ref = val as _;
                            }
                        };
                    }
                    5u32 => {
                        if tag.wire_type() != 0u8 {
                            return Err(::micropb::DecodeError::WrongWireType);
                        }
                        let mut_ref = &mut self.r#active;
                        {
                            let val = decoder.decode_bool()?;
                            let val_ref = &val;
                            if *val_ref {
                                *mut_ref = val as _;
                            }
                        };
                    }
                    6u32 => {
                        if tag.wire_type() != 1u8 {
                            return Err(::micropb::DecodeError::WrongWireType);
                        }
                        let mut_ref = &mut self.r#balance;
                        {
                            let val = decoder.decode_double()?;
                            let val_ref = &val;
                            if *val_ref != 0.0 {
                                *mut_ref = val as _;
                            }
                        };
                    }
                    7u32 => {
                        if tag.wire_type() != 0u8 {
                            return Err(::micropb::DecodeError::WrongWireType);
                        }
                        let mut_ref = &mut self.r#role;
                        {
                            let val = decoder.decode_int32().map(|n| Role(n as _))?;
                            let val_ref = &val;
                            if val_ref.0 != 0 {
                                *mut_ref = val as _;
                            }
                        };
                    }
                    8u32 => {
                        if tag.wire_type() != 2u8 {
                            return Err(::micropb::DecodeError::WrongWireType);
                        }
                        let mut_ref = &mut self.r#address;
                        {
                            decoder.decode_submessage_delimited(mut_ref)?;
                        };
                        self._has.set_address();
                    }
                    9u32 => {
                        if tag.wire_type() != 2u8 {
                            return Err(::micropb::DecodeError::WrongWireType);
                        }
                        let mut val: ::std::string::String = ::core::default::Default::default();
                        let mut_ref = &mut val;
                        {
                            decoder
                                .decode_string(mut_ref, ::micropb::Presence::Explicit)?;
                        };
                        if let (Err(_), false) = (
                            self.r#tags.pb_push(val),
                            decoder.ignore_repeated_cap_err,
                        ) {
                            return Err(::micropb::DecodeError::Capacity);
                        }
                    }
                    10u32 => {
                        if tag.wire_type() != 2u8 {
                            return Err(::micropb::DecodeError::WrongWireType);
                        }
                        let mut val: Order = ::core::default::Default::default();
                        let mut_ref = &mut val;
                        {
                            decoder.decode_submessage_delimited(mut_ref)?;
                        };
                        if let (Err(_), false) = (
                            self.r#orders.pb_push(val),
                            decoder.ignore_repeated_cap_err,
                        ) {
                            return Err(::micropb::DecodeError::Capacity);
                        }
                    }
                    _ => {
                        decoder.skip_wire_value(tag.wire_type())?;
                    }
                }
            }
            Ok(())
        }
    }
    impl ::micropb::MessageEncode for User {
        const MAX_SIZE: ::core::result::Result<usize, &'static str> = 'msg: {
            let mut max_size = 0;
            match ::micropb::const_map!(
                ::core::result::Result::Ok(10usize), | size | size + 1usize
            ) {
                ::core::result::Result::Ok(size) => {
                    max_size += size;
                }
                ::core::result::Result::Err(err) => {
                    break 'msg (::core::result::Result::<usize, _>::Err(err));
                }
            }
            match ::micropb::const_map!(
                ::core::result::Result:: < usize, & 'static str >
                ::Err("(.lab.User.name) unbounded string or bytes"), | size | size +
                1usize
            ) {
                ::core::result::Result::Ok(size) => {
                    max_size += size;
                }
                ::core::result::Result::Err(err) => {
                    break 'msg (::core::result::Result::<usize, _>::Err(err));
                }
            }
            match ::micropb::const_map!(
                ::core::result::Result:: < usize, & 'static str >
                ::Err("(.lab.User.email) unbounded string or bytes"), | size | size +
                1usize
            ) {
                ::core::result::Result::Ok(size) => {
                    max_size += size;
                }
                ::core::result::Result::Err(err) => {
                    break 'msg (::core::result::Result::<usize, _>::Err(err));
                }
            }
            match ::micropb::const_map!(
                ::core::result::Result::Ok(10usize), | size | size + 1usize
            ) {
                ::core::result::Result::Ok(size) => {
                    max_size += size;
                }
                ::core::result::Result::Err(err) => {
                    break 'msg (::core::result::Result::<usize, _>::Err(err));
                }
            }
            match ::micropb::const_map!(
                ::core::result::Result::Ok(1usize), | size | size + 1usize
            ) {
                ::core::result::Result::Ok(size) => {
                    max_size += size;
                }
                ::core::result::Result::Err(err) => {
                    break 'msg (::core::result::Result::<usize, _>::Err(err));
                }
            }
            match ::micropb::const_map!(
                ::core::result::Result::Ok(8usize), | size | size + 1usize
            ) {
                ::core::result::Result::Ok(size) => {
                    max_size += size;
                }
                ::core::result::Result::Err(err) => {
                    break 'msg (::core::result::Result::<usize, _>::Err(err));
                }
            }
            match ::micropb::const_map!(
                ::core::result::Result::Ok(Role::_MAX_SIZE), | size | size + 1usize
            ) {
                ::core::result::Result::Ok(size) => {
                    max_size += size;
                }
                ::core::result::Result::Err(err) => {
                    break 'msg (::core::result::Result::<usize, _>::Err(err));
                }
            }
            match ::micropb::const_map!(
                ::micropb::const_map!(< Address as ::micropb::MessageEncode > ::MAX_SIZE,
                | size | ::micropb::size::sizeof_len_record(size)), | size | size +
                1usize
            ) {
                ::core::result::Result::Ok(size) => {
                    max_size += size;
                }
                ::core::result::Result::Err(err) => {
                    break 'msg (::core::result::Result::<usize, _>::Err(err));
                }
            }
            match ::core::result::Result::<
                usize,
                &'static str,
            >::Err("(.lab.User.tags) unbounded vec") {
                ::core::result::Result::Ok(size) => {
                    max_size += size;
                }
                ::core::result::Result::Err(err) => {
                    break 'msg (::core::result::Result::<usize, _>::Err(err));
                }
            }
            match ::core::result::Result::<
                usize,
                &'static str,
            >::Err("(.lab.User.orders) unbounded vec") {
                ::core::result::Result::Ok(size) => {
                    max_size += size;
                }
                ::core::result::Result::Err(err) => {
                    break 'msg (::core::result::Result::<usize, _>::Err(err));
                }
            }
            ::core::result::Result::Ok(max_size)
        };
        fn encode<IMPL_MICROPB_WRITE: ::micropb::PbWrite>(
            &self,
            encoder: &mut ::micropb::PbEncoder<IMPL_MICROPB_WRITE>,
        ) -> Result<(), IMPL_MICROPB_WRITE::Error> {
            use ::micropb::{PbMap, FieldEncode};
            {
                let val_ref = &self.r#id;
                if *val_ref != 0 {
                    encoder.encode_varint32(8u32)?;
                    encoder.encode_int32(*val_ref as _)?;
                }
            }
            {
                let val_ref = &self.r#name;
                if !val_ref.is_empty() {
                    encoder.encode_varint32(18u32)?;
                    encoder.encode_string(val_ref)?;
                }
            }
            {
                let val_ref = &self.r#email;
                if !val_ref.is_empty() {
                    encoder.encode_varint32(26u32)?;
                    encoder.encode_string(val_ref)?;
                }
            }
            {
                let val_ref = &self.r#age;
                if *val_ref != 0 {
                    encoder.encode_varint32(32u32)?;
                    encoder.encode_int32(*val_ref as _)?;
                }
            }
            {
                let val_ref = &self.r#active;
                if *val_ref {
                    encoder.encode_varint32(40u32)?;
                    encoder.encode_bool(*val_ref)?;
                }
            }
            {
                let val_ref = &self.r#balance;
                if *val_ref != 0.0 {
                    encoder.encode_varint32(49u32)?;
                    encoder.encode_double(*val_ref)?;
                }
            }
            {
                let val_ref = &self.r#role;
                if val_ref.0 != 0 {
                    encoder.encode_varint32(56u32)?;
                    encoder.encode_int32(val_ref.0 as _)?;
                }
            }
            {
                if let ::core::option::Option::Some(val_ref) = self.r#address() {
                    encoder.encode_varint32(66u32)?;
                    val_ref.encode_len_delimited(encoder)?;
                }
            }
            {
                for (i, val_ref) in self.r#tags.iter().enumerate() {
                    encoder.encode_varint32(74u32)?;
                    encoder.encode_string(val_ref)?;
                }
            }
            {
                for (i, val_ref) in self.r#orders.iter().enumerate() {
                    encoder.encode_varint32(82u32)?;
                    val_ref.encode_len_delimited(encoder)?;
                }
            }
            Ok(())
        }
        fn compute_size(&self) -> usize {
            use ::micropb::{PbMap, FieldEncode};
            let mut size = 0;
            {
                let val_ref = &self.r#id;
                if *val_ref != 0 {
                    size += 1usize + ::micropb::size::sizeof_int32(*val_ref as _);
                }
            }
            {
                let val_ref = &self.r#name;
                if !val_ref.is_empty() {
                    size += 1usize + ::micropb::size::sizeof_len_record(val_ref.len());
                }
            }
            {
                let val_ref = &self.r#email;
                if !val_ref.is_empty() {
                    size += 1usize + ::micropb::size::sizeof_len_record(val_ref.len());
                }
            }
            {
                let val_ref = &self.r#age;
                if *val_ref != 0 {
                    size += 1usize + ::micropb::size::sizeof_int32(*val_ref as _);
                }
            }
            {
                let val_ref = &self.r#active;
                if *val_ref {
                    size += 1usize + 1;
                }
            }
            {
                let val_ref = &self.r#balance;
                if *val_ref != 0.0 {
                    size += 1usize + 8;
                }
            }
            {
                let val_ref = &self.r#role;
                if val_ref.0 != 0 {
                    size += 1usize + ::micropb::size::sizeof_int32(val_ref.0 as _);
                }
            }
            {
                if let ::core::option::Option::Some(val_ref) = self.r#address() {
                    size
                        += 1usize
                            + ::micropb::size::sizeof_len_record(val_ref.compute_size());
                }
            }
            {
                for (i, val_ref) in self.r#tags.iter().enumerate() {
                    size += 1usize + ::micropb::size::sizeof_len_record(val_ref.len());
                }
            }
            {
                for (i, val_ref) in self.r#orders.iter().enumerate() {
                    size
                        += 1usize
                            + ::micropb::size::sizeof_len_record(val_ref.compute_size());
                }
            }
            size
        }
    }
    /// Inner types for `User`
    pub mod User_ {
        /// Compact bitfield for tracking presence of optional and message fields
        #[derive(Debug, Default, PartialEq, Clone, Copy)]
        pub struct _Hazzer([u8; 1]);
        impl _Hazzer {
            /// New hazzer with all fields set to off
            #[inline]
            pub const fn _new() -> Self {
                Self([0; 1])
            }
            /// Query presence of `address`
            #[inline]
            pub const fn r#address(&self) -> bool {
                (self.0[0] & 1) != 0
            }
            /// Set presence of `address`
            #[inline]
            pub const fn set_address(&mut self) -> &mut Self {
                let elem = &mut self.0[0];
                *elem |= 1;
                self
            }
            /// Clear presence of `address`
            #[inline]
            pub const fn clear_address(&mut self) -> &mut Self {
                let elem = &mut self.0[0];
                *elem &= !1;
                self
            }
            /// Builder method that sets the presence of `address`. Useful for initializing the Hazzer.
            #[inline]
            pub const fn init_address(mut self) -> Self {
                self.set_address();
                self
            }
        }
    }
    #[derive(Debug, Default, PartialEq, Clone)]
    pub struct Address {
        pub r#city: ::std::string::String,
        pub r#street: ::std::string::String,
        pub r#zip: ::std::string::String,
    }
    impl Address {}
    impl ::micropb::MessageDecode for Address {
        fn decode<IMPL_MICROPB_READ: ::micropb::PbRead>(
            &mut self,
            decoder: &mut ::micropb::PbDecoder<IMPL_MICROPB_READ>,
            len: usize,
        ) -> Result<(), ::micropb::DecodeError<IMPL_MICROPB_READ::Error>> {
            use ::micropb::{PbBytes, PbString, PbVec, PbMap, FieldDecode};
            let before = decoder.bytes_read();
            while decoder.bytes_read() - before < len {
                let tag = decoder.decode_tag()?;
                match tag.field_num() {
                    0 => return Err(::micropb::DecodeError::ZeroField),
                    1u32 => {
                        if tag.wire_type() != 2u8 {
                            return Err(::micropb::DecodeError::WrongWireType);
                        }
                        let mut_ref = &mut self.r#city;
                        {
                            decoder
                                .decode_string(mut_ref, ::micropb::Presence::Implicit)?;
                        };
                    }
                    2u32 => {
                        if tag.wire_type() != 2u8 {
                            return Err(::micropb::DecodeError::WrongWireType);
                        }
                        let mut_ref = &mut self.r#street;
                        {
                            decoder
                                .decode_string(mut_ref, ::micropb::Presence::Implicit)?;
                        };
                    }
                    3u32 => {
                        if tag.wire_type() != 2u8 {
                            return Err(::micropb::DecodeError::WrongWireType);
                        }
                        let mut_ref = &mut self.r#zip;
                        {
                            decoder
                                .decode_string(mut_ref, ::micropb::Presence::Implicit)?;
                        };
                    }
                    _ => {
                        decoder.skip_wire_value(tag.wire_type())?;
                    }
                }
            }
            Ok(())
        }
    }
    impl ::micropb::MessageEncode for Address {
        const MAX_SIZE: ::core::result::Result<usize, &'static str> = 'msg: {
            let mut max_size = 0;
            match ::micropb::const_map!(
                ::core::result::Result:: < usize, & 'static str >
                ::Err("(.lab.Address.city) unbounded string or bytes"), | size | size +
                1usize
            ) {
                ::core::result::Result::Ok(size) => {
                    max_size += size;
                }
                ::core::result::Result::Err(err) => {
                    break 'msg (::core::result::Result::<usize, _>::Err(err));
                }
            }
            match ::micropb::const_map!(
                ::core::result::Result:: < usize, & 'static str >
                ::Err("(.lab.Address.street) unbounded string or bytes"), | size | size +
                1usize
            ) {
                ::core::result::Result::Ok(size) => {
                    max_size += size;
                }
                ::core::result::Result::Err(err) => {
                    break 'msg (::core::result::Result::<usize, _>::Err(err));
                }
            }
            match ::micropb::const_map!(
                ::core::result::Result:: < usize, & 'static str >
                ::Err("(.lab.Address.zip) unbounded string or bytes"), | size | size +
                1usize
            ) {
                ::core::result::Result::Ok(size) => {
                    max_size += size;
                }
                ::core::result::Result::Err(err) => {
                    break 'msg (::core::result::Result::<usize, _>::Err(err));
                }
            }
            ::core::result::Result::Ok(max_size)
        };
        fn encode<IMPL_MICROPB_WRITE: ::micropb::PbWrite>(
            &self,
            encoder: &mut ::micropb::PbEncoder<IMPL_MICROPB_WRITE>,
        ) -> Result<(), IMPL_MICROPB_WRITE::Error> {
            use ::micropb::{PbMap, FieldEncode};
            {
                let val_ref = &self.r#city;
                if !val_ref.is_empty() {
                    encoder.encode_varint32(10u32)?;
                    encoder.encode_string(val_ref)?;
                }
            }
            {
                let val_ref = &self.r#street;
                if !val_ref.is_empty() {
                    encoder.encode_varint32(18u32)?;
                    encoder.encode_string(val_ref)?;
                }
            }
            {
                let val_ref = &self.r#zip;
                if !val_ref.is_empty() {
                    encoder.encode_varint32(26u32)?;
                    encoder.encode_string(val_ref)?;
                }
            }
            Ok(())
        }
        fn compute_size(&self) -> usize {
            use ::micropb::{PbMap, FieldEncode};
            let mut size = 0;
            {
                let val_ref = &self.r#city;
                if !val_ref.is_empty() {
                    size += 1usize + ::micropb::size::sizeof_len_record(val_ref.len());
                }
            }
            {
                let val_ref = &self.r#street;
                if !val_ref.is_empty() {
                    size += 1usize + ::micropb::size::sizeof_len_record(val_ref.len());
                }
            }
            {
                let val_ref = &self.r#zip;
                if !val_ref.is_empty() {
                    size += 1usize + ::micropb::size::sizeof_len_record(val_ref.len());
                }
            }
            size
        }
    }
    #[derive(Debug, Default, PartialEq, Clone)]
    pub struct Order {
        pub r#sku: ::std::string::String,
        pub r#qty: i32,
    }
    impl Order {}
    impl ::micropb::MessageDecode for Order {
        fn decode<IMPL_MICROPB_READ: ::micropb::PbRead>(
            &mut self,
            decoder: &mut ::micropb::PbDecoder<IMPL_MICROPB_READ>,
            len: usize,
        ) -> Result<(), ::micropb::DecodeError<IMPL_MICROPB_READ::Error>> {
            use ::micropb::{PbBytes, PbString, PbVec, PbMap, FieldDecode};
            let before = decoder.bytes_read();
            while decoder.bytes_read() - before < len {
                let tag = decoder.decode_tag()?;
                match tag.field_num() {
                    0 => return Err(::micropb::DecodeError::ZeroField),
                    1u32 => {
                        if tag.wire_type() != 2u8 {
                            return Err(::micropb::DecodeError::WrongWireType);
                        }
                        let mut_ref = &mut self.r#sku;
                        {
                            decoder
                                .decode_string(mut_ref, ::micropb::Presence::Implicit)?;
                        };
                    }
                    2u32 => {
                        if tag.wire_type() != 0u8 {
                            return Err(::micropb::DecodeError::WrongWireType);
                        }
                        let mut_ref = &mut self.r#qty;
                        {
                            let val = decoder.decode_int32()?;
                            let val_ref = &val;
                            if *val_ref != 0 {
                                *mut_ref = val as _;
                            }
                        };
                    }
                    _ => {
                        decoder.skip_wire_value(tag.wire_type())?;
                    }
                }
            }
            Ok(())
        }
    }
    impl ::micropb::MessageEncode for Order {
        const MAX_SIZE: ::core::result::Result<usize, &'static str> = 'msg: {
            let mut max_size = 0;
            match ::micropb::const_map!(
                ::core::result::Result:: < usize, & 'static str >
                ::Err("(.lab.Order.sku) unbounded string or bytes"), | size | size +
                1usize
            ) {
                ::core::result::Result::Ok(size) => {
                    max_size += size;
                }
                ::core::result::Result::Err(err) => {
                    break 'msg (::core::result::Result::<usize, _>::Err(err));
                }
            }
            match ::micropb::const_map!(
                ::core::result::Result::Ok(10usize), | size | size + 1usize
            ) {
                ::core::result::Result::Ok(size) => {
                    max_size += size;
                }
                ::core::result::Result::Err(err) => {
                    break 'msg (::core::result::Result::<usize, _>::Err(err));
                }
            }
            ::core::result::Result::Ok(max_size)
        };
        fn encode<IMPL_MICROPB_WRITE: ::micropb::PbWrite>(
            &self,
            encoder: &mut ::micropb::PbEncoder<IMPL_MICROPB_WRITE>,
        ) -> Result<(), IMPL_MICROPB_WRITE::Error> {
            use ::micropb::{PbMap, FieldEncode};
            {
                let val_ref = &self.r#sku;
                if !val_ref.is_empty() {
                    encoder.encode_varint32(10u32)?;
                    encoder.encode_string(val_ref)?;
                }
            }
            {
                let val_ref = &self.r#qty;
                if *val_ref != 0 {
                    encoder.encode_varint32(16u32)?;
                    encoder.encode_int32(*val_ref as _)?;
                }
            }
            Ok(())
        }
        fn compute_size(&self) -> usize {
            use ::micropb::{PbMap, FieldEncode};
            let mut size = 0;
            {
                let val_ref = &self.r#sku;
                if !val_ref.is_empty() {
                    size += 1usize + ::micropb::size::sizeof_len_record(val_ref.len());
                }
            }
            {
                let val_ref = &self.r#qty;
                if *val_ref != 0 {
                    size += 1usize + ::micropb::size::sizeof_int32(*val_ref as _);
                }
            }
            size
        }
    }
    /// A list is no message: its items are.
    #[derive(Debug, Default, PartialEq, Clone)]
    pub struct Users {
        pub r#items: ::std::vec::Vec<User>,
    }
    impl Users {}
    impl ::micropb::MessageDecode for Users {
        fn decode<IMPL_MICROPB_READ: ::micropb::PbRead>(
            &mut self,
            decoder: &mut ::micropb::PbDecoder<IMPL_MICROPB_READ>,
            len: usize,
        ) -> Result<(), ::micropb::DecodeError<IMPL_MICROPB_READ::Error>> {
            use ::micropb::{PbBytes, PbString, PbVec, PbMap, FieldDecode};
            let before = decoder.bytes_read();
            while decoder.bytes_read() - before < len {
                let tag = decoder.decode_tag()?;
                match tag.field_num() {
                    0 => return Err(::micropb::DecodeError::ZeroField),
                    1u32 => {
                        if tag.wire_type() != 2u8 {
                            return Err(::micropb::DecodeError::WrongWireType);
                        }
                        let mut val: User = ::core::default::Default::default();
                        let mut_ref = &mut val;
                        {
                            decoder.decode_submessage_delimited(mut_ref)?;
                        };
                        if let (Err(_), false) = (
                            self.r#items.pb_push(val),
                            decoder.ignore_repeated_cap_err,
                        ) {
                            return Err(::micropb::DecodeError::Capacity);
                        }
                    }
                    _ => {
                        decoder.skip_wire_value(tag.wire_type())?;
                    }
                }
            }
            Ok(())
        }
    }
    impl ::micropb::MessageEncode for Users {
        const MAX_SIZE: ::core::result::Result<usize, &'static str> = 'msg: {
            let mut max_size = 0;
            match ::core::result::Result::<
                usize,
                &'static str,
            >::Err("(.lab.Users.items) unbounded vec") {
                ::core::result::Result::Ok(size) => {
                    max_size += size;
                }
                ::core::result::Result::Err(err) => {
                    break 'msg (::core::result::Result::<usize, _>::Err(err));
                }
            }
            ::core::result::Result::Ok(max_size)
        };
        fn encode<IMPL_MICROPB_WRITE: ::micropb::PbWrite>(
            &self,
            encoder: &mut ::micropb::PbEncoder<IMPL_MICROPB_WRITE>,
        ) -> Result<(), IMPL_MICROPB_WRITE::Error> {
            use ::micropb::{PbMap, FieldEncode};
            {
                for (i, val_ref) in self.r#items.iter().enumerate() {
                    encoder.encode_varint32(10u32)?;
                    val_ref.encode_len_delimited(encoder)?;
                }
            }
            Ok(())
        }
        fn compute_size(&self) -> usize {
            use ::micropb::{PbMap, FieldEncode};
            let mut size = 0;
            {
                for (i, val_ref) in self.r#items.iter().enumerate() {
                    size
                        += 1usize
                            + ::micropb::size::sizeof_len_record(val_ref.compute_size());
                }
            }
            size
        }
    }
    #[derive(Debug, Default, Clone)]
    pub struct Sparse {
        /// *Note:* The presence of this field is tracked separately in the `_has` field. It's recommended to access this field via the accessor rather than directly.
        pub r#f0: ::std::string::String,
        /// *Note:* The presence of this field is tracked separately in the `_has` field. It's recommended to access this field via the accessor rather than directly.
        pub r#f1: i32,
        /// *Note:* The presence of this field is tracked separately in the `_has` field. It's recommended to access this field via the accessor rather than directly.
        pub r#f2: bool,
        /// *Note:* The presence of this field is tracked separately in the `_has` field. It's recommended to access this field via the accessor rather than directly.
        pub r#f3: ::std::string::String,
        /// *Note:* The presence of this field is tracked separately in the `_has` field. It's recommended to access this field via the accessor rather than directly.
        pub r#f4: i32,
        /// *Note:* The presence of this field is tracked separately in the `_has` field. It's recommended to access this field via the accessor rather than directly.
        pub r#f5: bool,
        /// *Note:* The presence of this field is tracked separately in the `_has` field. It's recommended to access this field via the accessor rather than directly.
        pub r#f6: ::std::string::String,
        /// *Note:* The presence of this field is tracked separately in the `_has` field. It's recommended to access this field via the accessor rather than directly.
        pub r#f7: i32,
        /// *Note:* The presence of this field is tracked separately in the `_has` field. It's recommended to access this field via the accessor rather than directly.
        pub r#f8: bool,
        /// *Note:* The presence of this field is tracked separately in the `_has` field. It's recommended to access this field via the accessor rather than directly.
        pub r#f9: ::std::string::String,
        /// *Note:* The presence of this field is tracked separately in the `_has` field. It's recommended to access this field via the accessor rather than directly.
        pub r#f10: i32,
        /// *Note:* The presence of this field is tracked separately in the `_has` field. It's recommended to access this field via the accessor rather than directly.
        pub r#f11: bool,
        /// *Note:* The presence of this field is tracked separately in the `_has` field. It's recommended to access this field via the accessor rather than directly.
        pub r#f12: ::std::string::String,
        /// *Note:* The presence of this field is tracked separately in the `_has` field. It's recommended to access this field via the accessor rather than directly.
        pub r#f13: i32,
        /// *Note:* The presence of this field is tracked separately in the `_has` field. It's recommended to access this field via the accessor rather than directly.
        pub r#f14: bool,
        /// *Note:* The presence of this field is tracked separately in the `_has` field. It's recommended to access this field via the accessor rather than directly.
        pub r#f15: ::std::string::String,
        /// *Note:* The presence of this field is tracked separately in the `_has` field. It's recommended to access this field via the accessor rather than directly.
        pub r#f16: i32,
        /// *Note:* The presence of this field is tracked separately in the `_has` field. It's recommended to access this field via the accessor rather than directly.
        pub r#f17: bool,
        /// *Note:* The presence of this field is tracked separately in the `_has` field. It's recommended to access this field via the accessor rather than directly.
        pub r#f18: ::std::string::String,
        /// *Note:* The presence of this field is tracked separately in the `_has` field. It's recommended to access this field via the accessor rather than directly.
        pub r#f19: i32,
        /// Tracks presence of optional and message fields
        pub _has: Sparse_::_Hazzer,
    }
    impl ::core::cmp::PartialEq for Sparse {
        fn eq(&self, other: &Self) -> bool {
            let mut ret = true;
            ret &= (self.r#f0() == other.r#f0());
            ret &= (self.r#f1() == other.r#f1());
            ret &= (self.r#f2() == other.r#f2());
            ret &= (self.r#f3() == other.r#f3());
            ret &= (self.r#f4() == other.r#f4());
            ret &= (self.r#f5() == other.r#f5());
            ret &= (self.r#f6() == other.r#f6());
            ret &= (self.r#f7() == other.r#f7());
            ret &= (self.r#f8() == other.r#f8());
            ret &= (self.r#f9() == other.r#f9());
            ret &= (self.r#f10() == other.r#f10());
            ret &= (self.r#f11() == other.r#f11());
            ret &= (self.r#f12() == other.r#f12());
            ret &= (self.r#f13() == other.r#f13());
            ret &= (self.r#f14() == other.r#f14());
            ret &= (self.r#f15() == other.r#f15());
            ret &= (self.r#f16() == other.r#f16());
            ret &= (self.r#f17() == other.r#f17());
            ret &= (self.r#f18() == other.r#f18());
            ret &= (self.r#f19() == other.r#f19());
            ret
        }
    }
    impl Sparse {
        /// Return a reference to `f0` as an `Option`
        #[inline]
        pub fn r#f0(&self) -> ::core::option::Option<&::std::string::String> {
            self._has.r#f0().then_some(&self.r#f0)
        }
        /// Return a reference to `f1` as an `Option`
        #[inline]
        pub fn r#f1(&self) -> ::core::option::Option<&i32> {
            self._has.r#f1().then_some(&self.r#f1)
        }
        /// Return a reference to `f2` as an `Option`
        #[inline]
        pub fn r#f2(&self) -> ::core::option::Option<&bool> {
            self._has.r#f2().then_some(&self.r#f2)
        }
        /// Return a reference to `f3` as an `Option`
        #[inline]
        pub fn r#f3(&self) -> ::core::option::Option<&::std::string::String> {
            self._has.r#f3().then_some(&self.r#f3)
        }
        /// Return a reference to `f4` as an `Option`
        #[inline]
        pub fn r#f4(&self) -> ::core::option::Option<&i32> {
            self._has.r#f4().then_some(&self.r#f4)
        }
        /// Return a reference to `f5` as an `Option`
        #[inline]
        pub fn r#f5(&self) -> ::core::option::Option<&bool> {
            self._has.r#f5().then_some(&self.r#f5)
        }
        /// Return a reference to `f6` as an `Option`
        #[inline]
        pub fn r#f6(&self) -> ::core::option::Option<&::std::string::String> {
            self._has.r#f6().then_some(&self.r#f6)
        }
        /// Return a reference to `f7` as an `Option`
        #[inline]
        pub fn r#f7(&self) -> ::core::option::Option<&i32> {
            self._has.r#f7().then_some(&self.r#f7)
        }
        /// Return a reference to `f8` as an `Option`
        #[inline]
        pub fn r#f8(&self) -> ::core::option::Option<&bool> {
            self._has.r#f8().then_some(&self.r#f8)
        }
        /// Return a reference to `f9` as an `Option`
        #[inline]
        pub fn r#f9(&self) -> ::core::option::Option<&::std::string::String> {
            self._has.r#f9().then_some(&self.r#f9)
        }
        /// Return a reference to `f10` as an `Option`
        #[inline]
        pub fn r#f10(&self) -> ::core::option::Option<&i32> {
            self._has.r#f10().then_some(&self.r#f10)
        }
        /// Return a reference to `f11` as an `Option`
        #[inline]
        pub fn r#f11(&self) -> ::core::option::Option<&bool> {
            self._has.r#f11().then_some(&self.r#f11)
        }
        /// Return a reference to `f12` as an `Option`
        #[inline]
        pub fn r#f12(&self) -> ::core::option::Option<&::std::string::String> {
            self._has.r#f12().then_some(&self.r#f12)
        }
        /// Return a reference to `f13` as an `Option`
        #[inline]
        pub fn r#f13(&self) -> ::core::option::Option<&i32> {
            self._has.r#f13().then_some(&self.r#f13)
        }
        /// Return a reference to `f14` as an `Option`
        #[inline]
        pub fn r#f14(&self) -> ::core::option::Option<&bool> {
            self._has.r#f14().then_some(&self.r#f14)
        }
        /// Return a reference to `f15` as an `Option`
        #[inline]
        pub fn r#f15(&self) -> ::core::option::Option<&::std::string::String> {
            self._has.r#f15().then_some(&self.r#f15)
        }
        /// Return a reference to `f16` as an `Option`
        #[inline]
        pub fn r#f16(&self) -> ::core::option::Option<&i32> {
            self._has.r#f16().then_some(&self.r#f16)
        }
        /// Return a reference to `f17` as an `Option`
        #[inline]
        pub fn r#f17(&self) -> ::core::option::Option<&bool> {
            self._has.r#f17().then_some(&self.r#f17)
        }
        /// Return a reference to `f18` as an `Option`
        #[inline]
        pub fn r#f18(&self) -> ::core::option::Option<&::std::string::String> {
            self._has.r#f18().then_some(&self.r#f18)
        }
        /// Return a reference to `f19` as an `Option`
        #[inline]
        pub fn r#f19(&self) -> ::core::option::Option<&i32> {
            self._has.r#f19().then_some(&self.r#f19)
        }
    }
    impl ::micropb::MessageDecode for Sparse {
        fn decode<IMPL_MICROPB_READ: ::micropb::PbRead>(
            &mut self,
            decoder: &mut ::micropb::PbDecoder<IMPL_MICROPB_READ>,
            len: usize,
        ) -> Result<(), ::micropb::DecodeError<IMPL_MICROPB_READ::Error>> {
            use ::micropb::{PbBytes, PbString, PbVec, PbMap, FieldDecode};
            let before = decoder.bytes_read();
            while decoder.bytes_read() - before < len {
                let tag = decoder.decode_tag()?;
                match tag.field_num() {
                    0 => return Err(::micropb::DecodeError::ZeroField),
                    1u32 => {
                        if tag.wire_type() != 2u8 {
                            return Err(::micropb::DecodeError::WrongWireType);
                        }
                        let mut_ref = &mut self.r#f0;
                        {
                            decoder
                                .decode_string(mut_ref, ::micropb::Presence::Explicit)?;
                        };
                        self._has.set_f0();
                    }
                    2u32 => {
                        if tag.wire_type() != 0u8 {
                            return Err(::micropb::DecodeError::WrongWireType);
                        }
                        let mut_ref = &mut self.r#f1;
                        {
                            let val = decoder.decode_int32()?;
                            *mut_ref = val as _;
                        };
                        self._has.set_f1();
                    }
                    3u32 => {
                        if tag.wire_type() != 0u8 {
                            return Err(::micropb::DecodeError::WrongWireType);
                        }
                        let mut_ref = &mut self.r#f2;
                        {
                            let val = decoder.decode_bool()?;
                            *mut_ref = val as _;
                        };
                        self._has.set_f2();
                    }
                    4u32 => {
                        if tag.wire_type() != 2u8 {
                            return Err(::micropb::DecodeError::WrongWireType);
                        }
                        let mut_ref = &mut self.r#f3;
                        {
                            decoder
                                .decode_string(mut_ref, ::micropb::Presence::Explicit)?;
                        };
                        self._has.set_f3();
                    }
                    5u32 => {
                        if tag.wire_type() != 0u8 {
                            return Err(::micropb::DecodeError::WrongWireType);
                        }
                        let mut_ref = &mut self.r#f4;
                        {
                            let val = decoder.decode_int32()?;
                            *mut_ref = val as _;
                        };
                        self._has.set_f4();
                    }
                    6u32 => {
                        if tag.wire_type() != 0u8 {
                            return Err(::micropb::DecodeError::WrongWireType);
                        }
                        let mut_ref = &mut self.r#f5;
                        {
                            let val = decoder.decode_bool()?;
                            *mut_ref = val as _;
                        };
                        self._has.set_f5();
                    }
                    7u32 => {
                        if tag.wire_type() != 2u8 {
                            return Err(::micropb::DecodeError::WrongWireType);
                        }
                        let mut_ref = &mut self.r#f6;
                        {
                            decoder
                                .decode_string(mut_ref, ::micropb::Presence::Explicit)?;
                        };
                        self._has.set_f6();
                    }
                    8u32 => {
                        if tag.wire_type() != 0u8 {
                            return Err(::micropb::DecodeError::WrongWireType);
                        }
                        let mut_ref = &mut self.r#f7;
                        {
                            let val = decoder.decode_int32()?;
                            *mut_ref = val as _;
                        };
                        self._has.set_f7();
                    }
                    9u32 => {
                        if tag.wire_type() != 0u8 {
                            return Err(::micropb::DecodeError::WrongWireType);
                        }
                        let mut_ref = &mut self.r#f8;
                        {
                            let val = decoder.decode_bool()?;
                            *mut_ref = val as _;
                        };
                        self._has.set_f8();
                    }
                    10u32 => {
                        if tag.wire_type() != 2u8 {
                            return Err(::micropb::DecodeError::WrongWireType);
                        }
                        let mut_ref = &mut self.r#f9;
                        {
                            decoder
                                .decode_string(mut_ref, ::micropb::Presence::Explicit)?;
                        };
                        self._has.set_f9();
                    }
                    11u32 => {
                        if tag.wire_type() != 0u8 {
                            return Err(::micropb::DecodeError::WrongWireType);
                        }
                        let mut_ref = &mut self.r#f10;
                        {
                            let val = decoder.decode_int32()?;
                            *mut_ref = val as _;
                        };
                        self._has.set_f10();
                    }
                    12u32 => {
                        if tag.wire_type() != 0u8 {
                            return Err(::micropb::DecodeError::WrongWireType);
                        }
                        let mut_ref = &mut self.r#f11;
                        {
                            let val = decoder.decode_bool()?;
                            *mut_ref = val as _;
                        };
                        self._has.set_f11();
                    }
                    13u32 => {
                        if tag.wire_type() != 2u8 {
                            return Err(::micropb::DecodeError::WrongWireType);
                        }
                        let mut_ref = &mut self.r#f12;
                        {
                            decoder
                                .decode_string(mut_ref, ::micropb::Presence::Explicit)?;
                        };
                        self._has.set_f12();
                    }
                    14u32 => {
                        if tag.wire_type() != 0u8 {
                            return Err(::micropb::DecodeError::WrongWireType);
                        }
                        let mut_ref = &mut self.r#f13;
                        {
                            let val = decoder.decode_int32()?;
                            *mut_ref = val as _;
                        };
                        self._has.set_f13();
                    }
                    15u32 => {
                        if tag.wire_type() != 0u8 {
                            return Err(::micropb::DecodeError::WrongWireType);
                        }
                        let mut_ref = &mut self.r#f14;
                        {
                            let val = decoder.decode_bool()?;
                            *mut_ref = val as _;
                        };
                        self._has.set_f14();
                    }
                    16u32 => {
                        if tag.wire_type() != 2u8 {
                            return Err(::micropb::DecodeError::WrongWireType);
                        }
                        let mut_ref = &mut self.r#f15;
                        {
                            decoder
                                .decode_string(mut_ref, ::micropb::Presence::Explicit)?;
                        };
                        self._has.set_f15();
                    }
                    17u32 => {
                        if tag.wire_type() != 0u8 {
                            return Err(::micropb::DecodeError::WrongWireType);
                        }
                        let mut_ref = &mut self.r#f16;
                        {
                            let val = decoder.decode_int32()?;
                            *mut_ref = val as _;
                        };
                        self._has.set_f16();
                    }
                    18u32 => {
                        if tag.wire_type() != 0u8 {
                            return Err(::micropb::DecodeError::WrongWireType);
                        }
                        let mut_ref = &mut self.r#f17;
                        {
                            let val = decoder.decode_bool()?;
                            *mut_ref = val as _;
                        };
                        self._has.set_f17();
                    }
                    19u32 => {
                        if tag.wire_type() != 2u8 {
                            return Err(::micropb::DecodeError::WrongWireType);
                        }
                        let mut_ref = &mut self.r#f18;
                        {
                            decoder
                                .decode_string(mut_ref, ::micropb::Presence::Explicit)?;
                        };
                        self._has.set_f18();
                    }
                    20u32 => {
                        if tag.wire_type() != 0u8 {
                            return Err(::micropb::DecodeError::WrongWireType);
                        }
                        let mut_ref = &mut self.r#f19;
                        {
                            let val = decoder.decode_int32()?;
                            *mut_ref = val as _;
                        };
                        self._has.set_f19();
                    }
                    _ => {
                        decoder.skip_wire_value(tag.wire_type())?;
                    }
                }
            }
            Ok(())
        }
    }
    impl ::micropb::MessageEncode for Sparse {
        const MAX_SIZE: ::core::result::Result<usize, &'static str> = 'msg: {
            let mut max_size = 0;
            match ::micropb::const_map!(
                ::core::result::Result:: < usize, & 'static str >
                ::Err("(.lab.Sparse.f0) unbounded string or bytes"), | size | size +
                1usize
            ) {
                ::core::result::Result::Ok(size) => {
                    max_size += size;
                }
                ::core::result::Result::Err(err) => {
                    break 'msg (::core::result::Result::<usize, _>::Err(err));
                }
            }
            match ::micropb::const_map!(
                ::core::result::Result::Ok(10usize), | size | size + 1usize
            ) {
                ::core::result::Result::Ok(size) => {
                    max_size += size;
                }
                ::core::result::Result::Err(err) => {
                    break 'msg (::core::result::Result::<usize, _>::Err(err));
                }
            }
            match ::micropb::const_map!(
                ::core::result::Result::Ok(1usize), | size | size + 1usize
            ) {
                ::core::result::Result::Ok(size) => {
                    max_size += size;
                }
                ::core::result::Result::Err(err) => {
                    break 'msg (::core::result::Result::<usize, _>::Err(err));
                }
            }
            match ::micropb::const_map!(
                ::core::result::Result:: < usize, & 'static str >
                ::Err("(.lab.Sparse.f3) unbounded string or bytes"), | size | size +
                1usize
            ) {
                ::core::result::Result::Ok(size) => {
                    max_size += size;
                }
                ::core::result::Result::Err(err) => {
                    break 'msg (::core::result::Result::<usize, _>::Err(err));
                }
            }
            match ::micropb::const_map!(
                ::core::result::Result::Ok(10usize), | size | size + 1usize
            ) {
                ::core::result::Result::Ok(size) => {
                    max_size += size;
                }
                ::core::result::Result::Err(err) => {
                    break 'msg (::core::result::Result::<usize, _>::Err(err));
                }
            }
            match ::micropb::const_map!(
                ::core::result::Result::Ok(1usize), | size | size + 1usize
            ) {
                ::core::result::Result::Ok(size) => {
                    max_size += size;
                }
                ::core::result::Result::Err(err) => {
                    break 'msg (::core::result::Result::<usize, _>::Err(err));
                }
            }
            match ::micropb::const_map!(
                ::core::result::Result:: < usize, & 'static str >
                ::Err("(.lab.Sparse.f6) unbounded string or bytes"), | size | size +
                1usize
            ) {
                ::core::result::Result::Ok(size) => {
                    max_size += size;
                }
                ::core::result::Result::Err(err) => {
                    break 'msg (::core::result::Result::<usize, _>::Err(err));
                }
            }
            match ::micropb::const_map!(
                ::core::result::Result::Ok(10usize), | size | size + 1usize
            ) {
                ::core::result::Result::Ok(size) => {
                    max_size += size;
                }
                ::core::result::Result::Err(err) => {
                    break 'msg (::core::result::Result::<usize, _>::Err(err));
                }
            }
            match ::micropb::const_map!(
                ::core::result::Result::Ok(1usize), | size | size + 1usize
            ) {
                ::core::result::Result::Ok(size) => {
                    max_size += size;
                }
                ::core::result::Result::Err(err) => {
                    break 'msg (::core::result::Result::<usize, _>::Err(err));
                }
            }
            match ::micropb::const_map!(
                ::core::result::Result:: < usize, & 'static str >
                ::Err("(.lab.Sparse.f9) unbounded string or bytes"), | size | size +
                1usize
            ) {
                ::core::result::Result::Ok(size) => {
                    max_size += size;
                }
                ::core::result::Result::Err(err) => {
                    break 'msg (::core::result::Result::<usize, _>::Err(err));
                }
            }
            match ::micropb::const_map!(
                ::core::result::Result::Ok(10usize), | size | size + 1usize
            ) {
                ::core::result::Result::Ok(size) => {
                    max_size += size;
                }
                ::core::result::Result::Err(err) => {
                    break 'msg (::core::result::Result::<usize, _>::Err(err));
                }
            }
            match ::micropb::const_map!(
                ::core::result::Result::Ok(1usize), | size | size + 1usize
            ) {
                ::core::result::Result::Ok(size) => {
                    max_size += size;
                }
                ::core::result::Result::Err(err) => {
                    break 'msg (::core::result::Result::<usize, _>::Err(err));
                }
            }
            match ::micropb::const_map!(
                ::core::result::Result:: < usize, & 'static str >
                ::Err("(.lab.Sparse.f12) unbounded string or bytes"), | size | size +
                1usize
            ) {
                ::core::result::Result::Ok(size) => {
                    max_size += size;
                }
                ::core::result::Result::Err(err) => {
                    break 'msg (::core::result::Result::<usize, _>::Err(err));
                }
            }
            match ::micropb::const_map!(
                ::core::result::Result::Ok(10usize), | size | size + 1usize
            ) {
                ::core::result::Result::Ok(size) => {
                    max_size += size;
                }
                ::core::result::Result::Err(err) => {
                    break 'msg (::core::result::Result::<usize, _>::Err(err));
                }
            }
            match ::micropb::const_map!(
                ::core::result::Result::Ok(1usize), | size | size + 1usize
            ) {
                ::core::result::Result::Ok(size) => {
                    max_size += size;
                }
                ::core::result::Result::Err(err) => {
                    break 'msg (::core::result::Result::<usize, _>::Err(err));
                }
            }
            match ::micropb::const_map!(
                ::core::result::Result:: < usize, & 'static str >
                ::Err("(.lab.Sparse.f15) unbounded string or bytes"), | size | size +
                2usize
            ) {
                ::core::result::Result::Ok(size) => {
                    max_size += size;
                }
                ::core::result::Result::Err(err) => {
                    break 'msg (::core::result::Result::<usize, _>::Err(err));
                }
            }
            match ::micropb::const_map!(
                ::core::result::Result::Ok(10usize), | size | size + 2usize
            ) {
                ::core::result::Result::Ok(size) => {
                    max_size += size;
                }
                ::core::result::Result::Err(err) => {
                    break 'msg (::core::result::Result::<usize, _>::Err(err));
                }
            }
            match ::micropb::const_map!(
                ::core::result::Result::Ok(1usize), | size | size + 2usize
            ) {
                ::core::result::Result::Ok(size) => {
                    max_size += size;
                }
                ::core::result::Result::Err(err) => {
                    break 'msg (::core::result::Result::<usize, _>::Err(err));
                }
            }
            match ::micropb::const_map!(
                ::core::result::Result:: < usize, & 'static str >
                ::Err("(.lab.Sparse.f18) unbounded string or bytes"), | size | size +
                2usize
            ) {
                ::core::result::Result::Ok(size) => {
                    max_size += size;
                }
                ::core::result::Result::Err(err) => {
                    break 'msg (::core::result::Result::<usize, _>::Err(err));
                }
            }
            match ::micropb::const_map!(
                ::core::result::Result::Ok(10usize), | size | size + 2usize
            ) {
                ::core::result::Result::Ok(size) => {
                    max_size += size;
                }
                ::core::result::Result::Err(err) => {
                    break 'msg (::core::result::Result::<usize, _>::Err(err));
                }
            }
            ::core::result::Result::Ok(max_size)
        };
        fn encode<IMPL_MICROPB_WRITE: ::micropb::PbWrite>(
            &self,
            encoder: &mut ::micropb::PbEncoder<IMPL_MICROPB_WRITE>,
        ) -> Result<(), IMPL_MICROPB_WRITE::Error> {
            use ::micropb::{PbMap, FieldEncode};
            {
                if let ::core::option::Option::Some(val_ref) = self.r#f0() {
                    encoder.encode_varint32(10u32)?;
                    encoder.encode_string(val_ref)?;
                }
            }
            {
                if let ::core::option::Option::Some(val_ref) = self.r#f1() {
                    encoder.encode_varint32(16u32)?;
                    encoder.encode_int32(*val_ref as _)?;
                }
            }
            {
                if let ::core::option::Option::Some(val_ref) = self.r#f2() {
                    encoder.encode_varint32(24u32)?;
                    encoder.encode_bool(*val_ref)?;
                }
            }
            {
                if let ::core::option::Option::Some(val_ref) = self.r#f3() {
                    encoder.encode_varint32(34u32)?;
                    encoder.encode_string(val_ref)?;
                }
            }
            {
                if let ::core::option::Option::Some(val_ref) = self.r#f4() {
                    encoder.encode_varint32(40u32)?;
                    encoder.encode_int32(*val_ref as _)?;
                }
            }
            {
                if let ::core::option::Option::Some(val_ref) = self.r#f5() {
                    encoder.encode_varint32(48u32)?;
                    encoder.encode_bool(*val_ref)?;
                }
            }
            {
                if let ::core::option::Option::Some(val_ref) = self.r#f6() {
                    encoder.encode_varint32(58u32)?;
                    encoder.encode_string(val_ref)?;
                }
            }
            {
                if let ::core::option::Option::Some(val_ref) = self.r#f7() {
                    encoder.encode_varint32(64u32)?;
                    encoder.encode_int32(*val_ref as _)?;
                }
            }
            {
                if let ::core::option::Option::Some(val_ref) = self.r#f8() {
                    encoder.encode_varint32(72u32)?;
                    encoder.encode_bool(*val_ref)?;
                }
            }
            {
                if let ::core::option::Option::Some(val_ref) = self.r#f9() {
                    encoder.encode_varint32(82u32)?;
                    encoder.encode_string(val_ref)?;
                }
            }
            {
                if let ::core::option::Option::Some(val_ref) = self.r#f10() {
                    encoder.encode_varint32(88u32)?;
                    encoder.encode_int32(*val_ref as _)?;
                }
            }
            {
                if let ::core::option::Option::Some(val_ref) = self.r#f11() {
                    encoder.encode_varint32(96u32)?;
                    encoder.encode_bool(*val_ref)?;
                }
            }
            {
                if let ::core::option::Option::Some(val_ref) = self.r#f12() {
                    encoder.encode_varint32(106u32)?;
                    encoder.encode_string(val_ref)?;
                }
            }
            {
                if let ::core::option::Option::Some(val_ref) = self.r#f13() {
                    encoder.encode_varint32(112u32)?;
                    encoder.encode_int32(*val_ref as _)?;
                }
            }
            {
                if let ::core::option::Option::Some(val_ref) = self.r#f14() {
                    encoder.encode_varint32(120u32)?;
                    encoder.encode_bool(*val_ref)?;
                }
            }
            {
                if let ::core::option::Option::Some(val_ref) = self.r#f15() {
                    encoder.encode_varint32(130u32)?;
                    encoder.encode_string(val_ref)?;
                }
            }
            {
                if let ::core::option::Option::Some(val_ref) = self.r#f16() {
                    encoder.encode_varint32(136u32)?;
                    encoder.encode_int32(*val_ref as _)?;
                }
            }
            {
                if let ::core::option::Option::Some(val_ref) = self.r#f17() {
                    encoder.encode_varint32(144u32)?;
                    encoder.encode_bool(*val_ref)?;
                }
            }
            {
                if let ::core::option::Option::Some(val_ref) = self.r#f18() {
                    encoder.encode_varint32(154u32)?;
                    encoder.encode_string(val_ref)?;
                }
            }
            {
                if let ::core::option::Option::Some(val_ref) = self.r#f19() {
                    encoder.encode_varint32(160u32)?;
                    encoder.encode_int32(*val_ref as _)?;
                }
            }
            Ok(())
        }
        fn compute_size(&self) -> usize {
            use ::micropb::{PbMap, FieldEncode};
            let mut size = 0;
            {
                if let ::core::option::Option::Some(val_ref) = self.r#f0() {
                    size += 1usize + ::micropb::size::sizeof_len_record(val_ref.len());
                }
            }
            {
                if let ::core::option::Option::Some(val_ref) = self.r#f1() {
                    size += 1usize + ::micropb::size::sizeof_int32(*val_ref as _);
                }
            }
            {
                if let ::core::option::Option::Some(val_ref) = self.r#f2() {
                    size += 1usize + 1;
                }
            }
            {
                if let ::core::option::Option::Some(val_ref) = self.r#f3() {
                    size += 1usize + ::micropb::size::sizeof_len_record(val_ref.len());
                }
            }
            {
                if let ::core::option::Option::Some(val_ref) = self.r#f4() {
                    size += 1usize + ::micropb::size::sizeof_int32(*val_ref as _);
                }
            }
            {
                if let ::core::option::Option::Some(val_ref) = self.r#f5() {
                    size += 1usize + 1;
                }
            }
            {
                if let ::core::option::Option::Some(val_ref) = self.r#f6() {
                    size += 1usize + ::micropb::size::sizeof_len_record(val_ref.len());
                }
            }
            {
                if let ::core::option::Option::Some(val_ref) = self.r#f7() {
                    size += 1usize + ::micropb::size::sizeof_int32(*val_ref as _);
                }
            }
            {
                if let ::core::option::Option::Some(val_ref) = self.r#f8() {
                    size += 1usize + 1;
                }
            }
            {
                if let ::core::option::Option::Some(val_ref) = self.r#f9() {
                    size += 1usize + ::micropb::size::sizeof_len_record(val_ref.len());
                }
            }
            {
                if let ::core::option::Option::Some(val_ref) = self.r#f10() {
                    size += 1usize + ::micropb::size::sizeof_int32(*val_ref as _);
                }
            }
            {
                if let ::core::option::Option::Some(val_ref) = self.r#f11() {
                    size += 1usize + 1;
                }
            }
            {
                if let ::core::option::Option::Some(val_ref) = self.r#f12() {
                    size += 1usize + ::micropb::size::sizeof_len_record(val_ref.len());
                }
            }
            {
                if let ::core::option::Option::Some(val_ref) = self.r#f13() {
                    size += 1usize + ::micropb::size::sizeof_int32(*val_ref as _);
                }
            }
            {
                if let ::core::option::Option::Some(val_ref) = self.r#f14() {
                    size += 1usize + 1;
                }
            }
            {
                if let ::core::option::Option::Some(val_ref) = self.r#f15() {
                    size += 2usize + ::micropb::size::sizeof_len_record(val_ref.len());
                }
            }
            {
                if let ::core::option::Option::Some(val_ref) = self.r#f16() {
                    size += 2usize + ::micropb::size::sizeof_int32(*val_ref as _);
                }
            }
            {
                if let ::core::option::Option::Some(val_ref) = self.r#f17() {
                    size += 2usize + 1;
                }
            }
            {
                if let ::core::option::Option::Some(val_ref) = self.r#f18() {
                    size += 2usize + ::micropb::size::sizeof_len_record(val_ref.len());
                }
            }
            {
                if let ::core::option::Option::Some(val_ref) = self.r#f19() {
                    size += 2usize + ::micropb::size::sizeof_int32(*val_ref as _);
                }
            }
            size
        }
    }
    /// Inner types for `Sparse`
    pub mod Sparse_ {
        /// Compact bitfield for tracking presence of optional and message fields
        #[derive(Debug, Default, PartialEq, Clone, Copy)]
        pub struct _Hazzer([u8; 3]);
        impl _Hazzer {
            /// New hazzer with all fields set to off
            #[inline]
            pub const fn _new() -> Self {
                Self([0; 3])
            }
            /// Query presence of `f0`
            #[inline]
            pub const fn r#f0(&self) -> bool {
                (self.0[0] & 1) != 0
            }
            /// Set presence of `f0`
            #[inline]
            pub const fn set_f0(&mut self) -> &mut Self {
                let elem = &mut self.0[0];
                *elem |= 1;
                self
            }
            /// Clear presence of `f0`
            #[inline]
            pub const fn clear_f0(&mut self) -> &mut Self {
                let elem = &mut self.0[0];
                *elem &= !1;
                self
            }
            /// Builder method that sets the presence of `f0`. Useful for initializing the Hazzer.
            #[inline]
            pub const fn init_f0(mut self) -> Self {
                self.set_f0();
                self
            }
            /// Query presence of `f1`
            #[inline]
            pub const fn r#f1(&self) -> bool {
                (self.0[0] & 2) != 0
            }
            /// Set presence of `f1`
            #[inline]
            pub const fn set_f1(&mut self) -> &mut Self {
                let elem = &mut self.0[0];
                *elem |= 2;
                self
            }
            /// Clear presence of `f1`
            #[inline]
            pub const fn clear_f1(&mut self) -> &mut Self {
                let elem = &mut self.0[0];
                *elem &= !2;
                self
            }
            /// Builder method that sets the presence of `f1`. Useful for initializing the Hazzer.
            #[inline]
            pub const fn init_f1(mut self) -> Self {
                self.set_f1();
                self
            }
            /// Query presence of `f2`
            #[inline]
            pub const fn r#f2(&self) -> bool {
                (self.0[0] & 4) != 0
            }
            /// Set presence of `f2`
            #[inline]
            pub const fn set_f2(&mut self) -> &mut Self {
                let elem = &mut self.0[0];
                *elem |= 4;
                self
            }
            /// Clear presence of `f2`
            #[inline]
            pub const fn clear_f2(&mut self) -> &mut Self {
                let elem = &mut self.0[0];
                *elem &= !4;
                self
            }
            /// Builder method that sets the presence of `f2`. Useful for initializing the Hazzer.
            #[inline]
            pub const fn init_f2(mut self) -> Self {
                self.set_f2();
                self
            }
            /// Query presence of `f3`
            #[inline]
            pub const fn r#f3(&self) -> bool {
                (self.0[0] & 8) != 0
            }
            /// Set presence of `f3`
            #[inline]
            pub const fn set_f3(&mut self) -> &mut Self {
                let elem = &mut self.0[0];
                *elem |= 8;
                self
            }
            /// Clear presence of `f3`
            #[inline]
            pub const fn clear_f3(&mut self) -> &mut Self {
                let elem = &mut self.0[0];
                *elem &= !8;
                self
            }
            /// Builder method that sets the presence of `f3`. Useful for initializing the Hazzer.
            #[inline]
            pub const fn init_f3(mut self) -> Self {
                self.set_f3();
                self
            }
            /// Query presence of `f4`
            #[inline]
            pub const fn r#f4(&self) -> bool {
                (self.0[0] & 16) != 0
            }
            /// Set presence of `f4`
            #[inline]
            pub const fn set_f4(&mut self) -> &mut Self {
                let elem = &mut self.0[0];
                *elem |= 16;
                self
            }
            /// Clear presence of `f4`
            #[inline]
            pub const fn clear_f4(&mut self) -> &mut Self {
                let elem = &mut self.0[0];
                *elem &= !16;
                self
            }
            /// Builder method that sets the presence of `f4`. Useful for initializing the Hazzer.
            #[inline]
            pub const fn init_f4(mut self) -> Self {
                self.set_f4();
                self
            }
            /// Query presence of `f5`
            #[inline]
            pub const fn r#f5(&self) -> bool {
                (self.0[0] & 32) != 0
            }
            /// Set presence of `f5`
            #[inline]
            pub const fn set_f5(&mut self) -> &mut Self {
                let elem = &mut self.0[0];
                *elem |= 32;
                self
            }
            /// Clear presence of `f5`
            #[inline]
            pub const fn clear_f5(&mut self) -> &mut Self {
                let elem = &mut self.0[0];
                *elem &= !32;
                self
            }
            /// Builder method that sets the presence of `f5`. Useful for initializing the Hazzer.
            #[inline]
            pub const fn init_f5(mut self) -> Self {
                self.set_f5();
                self
            }
            /// Query presence of `f6`
            #[inline]
            pub const fn r#f6(&self) -> bool {
                (self.0[0] & 64) != 0
            }
            /// Set presence of `f6`
            #[inline]
            pub const fn set_f6(&mut self) -> &mut Self {
                let elem = &mut self.0[0];
                *elem |= 64;
                self
            }
            /// Clear presence of `f6`
            #[inline]
            pub const fn clear_f6(&mut self) -> &mut Self {
                let elem = &mut self.0[0];
                *elem &= !64;
                self
            }
            /// Builder method that sets the presence of `f6`. Useful for initializing the Hazzer.
            #[inline]
            pub const fn init_f6(mut self) -> Self {
                self.set_f6();
                self
            }
            /// Query presence of `f7`
            #[inline]
            pub const fn r#f7(&self) -> bool {
                (self.0[0] & 128) != 0
            }
            /// Set presence of `f7`
            #[inline]
            pub const fn set_f7(&mut self) -> &mut Self {
                let elem = &mut self.0[0];
                *elem |= 128;
                self
            }
            /// Clear presence of `f7`
            #[inline]
            pub const fn clear_f7(&mut self) -> &mut Self {
                let elem = &mut self.0[0];
                *elem &= !128;
                self
            }
            /// Builder method that sets the presence of `f7`. Useful for initializing the Hazzer.
            #[inline]
            pub const fn init_f7(mut self) -> Self {
                self.set_f7();
                self
            }
            /// Query presence of `f8`
            #[inline]
            pub const fn r#f8(&self) -> bool {
                (self.0[1] & 1) != 0
            }
            /// Set presence of `f8`
            #[inline]
            pub const fn set_f8(&mut self) -> &mut Self {
                let elem = &mut self.0[1];
                *elem |= 1;
                self
            }
            /// Clear presence of `f8`
            #[inline]
            pub const fn clear_f8(&mut self) -> &mut Self {
                let elem = &mut self.0[1];
                *elem &= !1;
                self
            }
            /// Builder method that sets the presence of `f8`. Useful for initializing the Hazzer.
            #[inline]
            pub const fn init_f8(mut self) -> Self {
                self.set_f8();
                self
            }
            /// Query presence of `f9`
            #[inline]
            pub const fn r#f9(&self) -> bool {
                (self.0[1] & 2) != 0
            }
            /// Set presence of `f9`
            #[inline]
            pub const fn set_f9(&mut self) -> &mut Self {
                let elem = &mut self.0[1];
                *elem |= 2;
                self
            }
            /// Clear presence of `f9`
            #[inline]
            pub const fn clear_f9(&mut self) -> &mut Self {
                let elem = &mut self.0[1];
                *elem &= !2;
                self
            }
            /// Builder method that sets the presence of `f9`. Useful for initializing the Hazzer.
            #[inline]
            pub const fn init_f9(mut self) -> Self {
                self.set_f9();
                self
            }
            /// Query presence of `f10`
            #[inline]
            pub const fn r#f10(&self) -> bool {
                (self.0[1] & 4) != 0
            }
            /// Set presence of `f10`
            #[inline]
            pub const fn set_f10(&mut self) -> &mut Self {
                let elem = &mut self.0[1];
                *elem |= 4;
                self
            }
            /// Clear presence of `f10`
            #[inline]
            pub const fn clear_f10(&mut self) -> &mut Self {
                let elem = &mut self.0[1];
                *elem &= !4;
                self
            }
            /// Builder method that sets the presence of `f10`. Useful for initializing the Hazzer.
            #[inline]
            pub const fn init_f10(mut self) -> Self {
                self.set_f10();
                self
            }
            /// Query presence of `f11`
            #[inline]
            pub const fn r#f11(&self) -> bool {
                (self.0[1] & 8) != 0
            }
            /// Set presence of `f11`
            #[inline]
            pub const fn set_f11(&mut self) -> &mut Self {
                let elem = &mut self.0[1];
                *elem |= 8;
                self
            }
            /// Clear presence of `f11`
            #[inline]
            pub const fn clear_f11(&mut self) -> &mut Self {
                let elem = &mut self.0[1];
                *elem &= !8;
                self
            }
            /// Builder method that sets the presence of `f11`. Useful for initializing the Hazzer.
            #[inline]
            pub const fn init_f11(mut self) -> Self {
                self.set_f11();
                self
            }
            /// Query presence of `f12`
            #[inline]
            pub const fn r#f12(&self) -> bool {
                (self.0[1] & 16) != 0
            }
            /// Set presence of `f12`
            #[inline]
            pub const fn set_f12(&mut self) -> &mut Self {
                let elem = &mut self.0[1];
                *elem |= 16;
                self
            }
            /// Clear presence of `f12`
            #[inline]
            pub const fn clear_f12(&mut self) -> &mut Self {
                let elem = &mut self.0[1];
                *elem &= !16;
                self
            }
            /// Builder method that sets the presence of `f12`. Useful for initializing the Hazzer.
            #[inline]
            pub const fn init_f12(mut self) -> Self {
                self.set_f12();
                self
            }
            /// Query presence of `f13`
            #[inline]
            pub const fn r#f13(&self) -> bool {
                (self.0[1] & 32) != 0
            }
            /// Set presence of `f13`
            #[inline]
            pub const fn set_f13(&mut self) -> &mut Self {
                let elem = &mut self.0[1];
                *elem |= 32;
                self
            }
            /// Clear presence of `f13`
            #[inline]
            pub const fn clear_f13(&mut self) -> &mut Self {
                let elem = &mut self.0[1];
                *elem &= !32;
                self
            }
            /// Builder method that sets the presence of `f13`. Useful for initializing the Hazzer.
            #[inline]
            pub const fn init_f13(mut self) -> Self {
                self.set_f13();
                self
            }
            /// Query presence of `f14`
            #[inline]
            pub const fn r#f14(&self) -> bool {
                (self.0[1] & 64) != 0
            }
            /// Set presence of `f14`
            #[inline]
            pub const fn set_f14(&mut self) -> &mut Self {
                let elem = &mut self.0[1];
                *elem |= 64;
                self
            }
            /// Clear presence of `f14`
            #[inline]
            pub const fn clear_f14(&mut self) -> &mut Self {
                let elem = &mut self.0[1];
                *elem &= !64;
                self
            }
            /// Builder method that sets the presence of `f14`. Useful for initializing the Hazzer.
            #[inline]
            pub const fn init_f14(mut self) -> Self {
                self.set_f14();
                self
            }
            /// Query presence of `f15`
            #[inline]
            pub const fn r#f15(&self) -> bool {
                (self.0[1] & 128) != 0
            }
            /// Set presence of `f15`
            #[inline]
            pub const fn set_f15(&mut self) -> &mut Self {
                let elem = &mut self.0[1];
                *elem |= 128;
                self
            }
            /// Clear presence of `f15`
            #[inline]
            pub const fn clear_f15(&mut self) -> &mut Self {
                let elem = &mut self.0[1];
                *elem &= !128;
                self
            }
            /// Builder method that sets the presence of `f15`. Useful for initializing the Hazzer.
            #[inline]
            pub const fn init_f15(mut self) -> Self {
                self.set_f15();
                self
            }
            /// Query presence of `f16`
            #[inline]
            pub const fn r#f16(&self) -> bool {
                (self.0[2] & 1) != 0
            }
            /// Set presence of `f16`
            #[inline]
            pub const fn set_f16(&mut self) -> &mut Self {
                let elem = &mut self.0[2];
                *elem |= 1;
                self
            }
            /// Clear presence of `f16`
            #[inline]
            pub const fn clear_f16(&mut self) -> &mut Self {
                let elem = &mut self.0[2];
                *elem &= !1;
                self
            }
            /// Builder method that sets the presence of `f16`. Useful for initializing the Hazzer.
            #[inline]
            pub const fn init_f16(mut self) -> Self {
                self.set_f16();
                self
            }
            /// Query presence of `f17`
            #[inline]
            pub const fn r#f17(&self) -> bool {
                (self.0[2] & 2) != 0
            }
            /// Set presence of `f17`
            #[inline]
            pub const fn set_f17(&mut self) -> &mut Self {
                let elem = &mut self.0[2];
                *elem |= 2;
                self
            }
            /// Clear presence of `f17`
            #[inline]
            pub const fn clear_f17(&mut self) -> &mut Self {
                let elem = &mut self.0[2];
                *elem &= !2;
                self
            }
            /// Builder method that sets the presence of `f17`. Useful for initializing the Hazzer.
            #[inline]
            pub const fn init_f17(mut self) -> Self {
                self.set_f17();
                self
            }
            /// Query presence of `f18`
            #[inline]
            pub const fn r#f18(&self) -> bool {
                (self.0[2] & 4) != 0
            }
            /// Set presence of `f18`
            #[inline]
            pub const fn set_f18(&mut self) -> &mut Self {
                let elem = &mut self.0[2];
                *elem |= 4;
                self
            }
            /// Clear presence of `f18`
            #[inline]
            pub const fn clear_f18(&mut self) -> &mut Self {
                let elem = &mut self.0[2];
                *elem &= !4;
                self
            }
            /// Builder method that sets the presence of `f18`. Useful for initializing the Hazzer.
            #[inline]
            pub const fn init_f18(mut self) -> Self {
                self.set_f18();
                self
            }
            /// Query presence of `f19`
            #[inline]
            pub const fn r#f19(&self) -> bool {
                (self.0[2] & 8) != 0
            }
            /// Set presence of `f19`
            #[inline]
            pub const fn set_f19(&mut self) -> &mut Self {
                let elem = &mut self.0[2];
                *elem |= 8;
                self
            }
            /// Clear presence of `f19`
            #[inline]
            pub const fn clear_f19(&mut self) -> &mut Self {
                let elem = &mut self.0[2];
                *elem &= !8;
                self
            }
            /// Builder method that sets the presence of `f19`. Useful for initializing the Hazzer.
            #[inline]
            pub const fn init_f19(mut self) -> Self {
                self.set_f19();
                self
            }
        }
    }
    /// A date is its milliseconds.
    #[derive(Debug, Default, PartialEq, Clone, Copy)]
    pub struct Typed {
        pub r#id: i32,
        pub r#active: bool,
        pub r#verified: bool,
        pub r#role: Role,
        pub r#status: Role,
        pub r#createdAt: i64,
        pub r#level: i32,
    }
    impl Typed {}
    impl ::micropb::MessageDecode for Typed {
        fn decode<IMPL_MICROPB_READ: ::micropb::PbRead>(
            &mut self,
            decoder: &mut ::micropb::PbDecoder<IMPL_MICROPB_READ>,
            len: usize,
        ) -> Result<(), ::micropb::DecodeError<IMPL_MICROPB_READ::Error>> {
            use ::micropb::{PbBytes, PbString, PbVec, PbMap, FieldDecode};
            let before = decoder.bytes_read();
            while decoder.bytes_read() - before < len {
                let tag = decoder.decode_tag()?;
                match tag.field_num() {
                    0 => return Err(::micropb::DecodeError::ZeroField),
                    1u32 => {
                        if tag.wire_type() != 0u8 {
                            return Err(::micropb::DecodeError::WrongWireType);
                        }
                        let mut_ref = &mut self.r#id;
                        {
                            let val = decoder.decode_int32()?;
                            let val_ref = &val;
                            if *val_ref != 0 {
                                *mut_ref = val as _;
                            }
                        };
                    }
                    2u32 => {
                        if tag.wire_type() != 0u8 {
                            return Err(::micropb::DecodeError::WrongWireType);
                        }
                        let mut_ref = &mut self.r#active;
                        {
                            let val = decoder.decode_bool()?;
                            let val_ref = &val;
                            if *val_ref {
                                *mut_ref = val as _;
                            }
                        };
                    }
                    3u32 => {
                        if tag.wire_type() != 0u8 {
                            return Err(::micropb::DecodeError::WrongWireType);
                        }
                        let mut_ref = &mut self.r#verified;
                        {
                            let val = decoder.decode_bool()?;
                            let val_ref = &val;
                            if *val_ref {
                                *mut_ref = val as _;
                            }
                        };
                    }
                    4u32 => {
                        if tag.wire_type() != 0u8 {
                            return Err(::micropb::DecodeError::WrongWireType);
                        }
                        let mut_ref = &mut self.r#role;
                        {
                            let val = decoder.decode_int32().map(|n| Role(n as _))?;
                            let val_ref = &val;
                            if val_ref.0 != 0 {
                                *mut_ref = val as _;
                            }
                        };
                    }
                    5u32 => {
                        if tag.wire_type() != 0u8 {
                            return Err(::micropb::DecodeError::WrongWireType);
                        }
                        let mut_ref = &mut self.r#status;
                        {
                            let val = decoder.decode_int32().map(|n| Role(n as _))?;
                            let val_ref = &val;
                            if val_ref.0 != 0 {
                                *mut_ref = val as _;
                            }
                        };
                    }
                    6u32 => {
                        if tag.wire_type() != 0u8 {
                            return Err(::micropb::DecodeError::WrongWireType);
                        }
                        let mut_ref = &mut self.r#createdAt;
                        {
                            let val = decoder.decode_int64()?;
                            let val_ref = &val;
                            if *val_ref != 0 {
                                *mut_ref = val as _;
                            }
                        };
                    }
                    7u32 => {
                        if tag.wire_type() != 0u8 {
                            return Err(::micropb::DecodeError::WrongWireType);
                        }
                        let mut_ref = &mut self.r#level;
                        {
                            let val = decoder.decode_int32()?;
                            let val_ref = &val;
                            if *val_ref != 0 {
                                *mut_ref = val as _;
                            }
                        };
                    }
                    _ => {
                        decoder.skip_wire_value(tag.wire_type())?;
                    }
                }
            }
            Ok(())
        }
    }
    impl ::micropb::MessageEncode for Typed {
        const MAX_SIZE: ::core::result::Result<usize, &'static str> = 'msg: {
            let mut max_size = 0;
            match ::micropb::const_map!(
                ::core::result::Result::Ok(10usize), | size | size + 1usize
            ) {
                ::core::result::Result::Ok(size) => {
                    max_size += size;
                }
                ::core::result::Result::Err(err) => {
                    break 'msg (::core::result::Result::<usize, _>::Err(err));
                }
            }
            match ::micropb::const_map!(
                ::core::result::Result::Ok(1usize), | size | size + 1usize
            ) {
                ::core::result::Result::Ok(size) => {
                    max_size += size;
                }
                ::core::result::Result::Err(err) => {
                    break 'msg (::core::result::Result::<usize, _>::Err(err));
                }
            }
            match ::micropb::const_map!(
                ::core::result::Result::Ok(1usize), | size | size + 1usize
            ) {
                ::core::result::Result::Ok(size) => {
                    max_size += size;
                }
                ::core::result::Result::Err(err) => {
                    break 'msg (::core::result::Result::<usize, _>::Err(err));
                }
            }
            match ::micropb::const_map!(
                ::core::result::Result::Ok(Role::_MAX_SIZE), | size | size + 1usize
            ) {
                ::core::result::Result::Ok(size) => {
                    max_size += size;
                }
                ::core::result::Result::Err(err) => {
                    break 'msg (::core::result::Result::<usize, _>::Err(err));
                }
            }
            match ::micropb::const_map!(
                ::core::result::Result::Ok(Role::_MAX_SIZE), | size | size + 1usize
            ) {
                ::core::result::Result::Ok(size) => {
                    max_size += size;
                }
                ::core::result::Result::Err(err) => {
                    break 'msg (::core::result::Result::<usize, _>::Err(err));
                }
            }
            match ::micropb::const_map!(
                ::core::result::Result::Ok(10usize), | size | size + 1usize
            ) {
                ::core::result::Result::Ok(size) => {
                    max_size += size;
                }
                ::core::result::Result::Err(err) => {
                    break 'msg (::core::result::Result::<usize, _>::Err(err));
                }
            }
            match ::micropb::const_map!(
                ::core::result::Result::Ok(10usize), | size | size + 1usize
            ) {
                ::core::result::Result::Ok(size) => {
                    max_size += size;
                }
                ::core::result::Result::Err(err) => {
                    break 'msg (::core::result::Result::<usize, _>::Err(err));
                }
            }
            ::core::result::Result::Ok(max_size)
        };
        fn encode<IMPL_MICROPB_WRITE: ::micropb::PbWrite>(
            &self,
            encoder: &mut ::micropb::PbEncoder<IMPL_MICROPB_WRITE>,
        ) -> Result<(), IMPL_MICROPB_WRITE::Error> {
            use ::micropb::{PbMap, FieldEncode};
            {
                let val_ref = &self.r#id;
                if *val_ref != 0 {
                    encoder.encode_varint32(8u32)?;
                    encoder.encode_int32(*val_ref as _)?;
                }
            }
            {
                let val_ref = &self.r#active;
                if *val_ref {
                    encoder.encode_varint32(16u32)?;
                    encoder.encode_bool(*val_ref)?;
                }
            }
            {
                let val_ref = &self.r#verified;
                if *val_ref {
                    encoder.encode_varint32(24u32)?;
                    encoder.encode_bool(*val_ref)?;
                }
            }
            {
                let val_ref = &self.r#role;
                if val_ref.0 != 0 {
                    encoder.encode_varint32(32u32)?;
                    encoder.encode_int32(val_ref.0 as _)?;
                }
            }
            {
                let val_ref = &self.r#status;
                if val_ref.0 != 0 {
                    encoder.encode_varint32(40u32)?;
                    encoder.encode_int32(val_ref.0 as _)?;
                }
            }
            {
                let val_ref = &self.r#createdAt;
                if *val_ref != 0 {
                    encoder.encode_varint32(48u32)?;
                    encoder.encode_int64(*val_ref as _)?;
                }
            }
            {
                let val_ref = &self.r#level;
                if *val_ref != 0 {
                    encoder.encode_varint32(56u32)?;
                    encoder.encode_int32(*val_ref as _)?;
                }
            }
            Ok(())
        }
        fn compute_size(&self) -> usize {
            use ::micropb::{PbMap, FieldEncode};
            let mut size = 0;
            {
                let val_ref = &self.r#id;
                if *val_ref != 0 {
                    size += 1usize + ::micropb::size::sizeof_int32(*val_ref as _);
                }
            }
            {
                let val_ref = &self.r#active;
                if *val_ref {
                    size += 1usize + 1;
                }
            }
            {
                let val_ref = &self.r#verified;
                if *val_ref {
                    size += 1usize + 1;
                }
            }
            {
                let val_ref = &self.r#role;
                if val_ref.0 != 0 {
                    size += 1usize + ::micropb::size::sizeof_int32(val_ref.0 as _);
                }
            }
            {
                let val_ref = &self.r#status;
                if val_ref.0 != 0 {
                    size += 1usize + ::micropb::size::sizeof_int32(val_ref.0 as _);
                }
            }
            {
                let val_ref = &self.r#createdAt;
                if *val_ref != 0 {
                    size += 1usize + ::micropb::size::sizeof_int64(*val_ref as _);
                }
            }
            {
                let val_ref = &self.r#level;
                if *val_ref != 0 {
                    size += 1usize + ::micropb::size::sizeof_int32(*val_ref as _);
                }
            }
            size
        }
    }
    #[derive(Debug, Default, PartialEq, Clone)]
    pub struct Strings {
        pub r#title: ::std::string::String,
        pub r#body: ::std::string::String,
        pub r#author: ::std::string::String,
        pub r#tags: ::std::vec::Vec<::std::string::String>,
    }
    impl Strings {}
    impl ::micropb::MessageDecode for Strings {
        fn decode<IMPL_MICROPB_READ: ::micropb::PbRead>(
            &mut self,
            decoder: &mut ::micropb::PbDecoder<IMPL_MICROPB_READ>,
            len: usize,
        ) -> Result<(), ::micropb::DecodeError<IMPL_MICROPB_READ::Error>> {
            use ::micropb::{PbBytes, PbString, PbVec, PbMap, FieldDecode};
            let before = decoder.bytes_read();
            while decoder.bytes_read() - before < len {
                let tag = decoder.decode_tag()?;
                match tag.field_num() {
                    0 => return Err(::micropb::DecodeError::ZeroField),
                    1u32 => {
                        if tag.wire_type() != 2u8 {
                            return Err(::micropb::DecodeError::WrongWireType);
                        }
                        let mut_ref = &mut self.r#title;
                        {
                            decoder
                                .decode_string(mut_ref, ::micropb::Presence::Implicit)?;
                        };
                    }
                    2u32 => {
                        if tag.wire_type() != 2u8 {
                            return Err(::micropb::DecodeError::WrongWireType);
                        }
                        let mut_ref = &mut self.r#body;
                        {
                            decoder
                                .decode_string(mut_ref, ::micropb::Presence::Implicit)?;
                        };
                    }
                    3u32 => {
                        if tag.wire_type() != 2u8 {
                            return Err(::micropb::DecodeError::WrongWireType);
                        }
                        let mut_ref = &mut self.r#author;
                        {
                            decoder
                                .decode_string(mut_ref, ::micropb::Presence::Implicit)?;
                        };
                    }
                    4u32 => {
                        if tag.wire_type() != 2u8 {
                            return Err(::micropb::DecodeError::WrongWireType);
                        }
                        let mut val: ::std::string::String = ::core::default::Default::default();
                        let mut_ref = &mut val;
                        {
                            decoder
                                .decode_string(mut_ref, ::micropb::Presence::Explicit)?;
                        };
                        if let (Err(_), false) = (
                            self.r#tags.pb_push(val),
                            decoder.ignore_repeated_cap_err,
                        ) {
                            return Err(::micropb::DecodeError::Capacity);
                        }
                    }
                    _ => {
                        decoder.skip_wire_value(tag.wire_type())?;
                    }
                }
            }
            Ok(())
        }
    }
    impl ::micropb::MessageEncode for Strings {
        const MAX_SIZE: ::core::result::Result<usize, &'static str> = 'msg: {
            let mut max_size = 0;
            match ::micropb::const_map!(
                ::core::result::Result:: < usize, & 'static str >
                ::Err("(.lab.Strings.title) unbounded string or bytes"), | size | size +
                1usize
            ) {
                ::core::result::Result::Ok(size) => {
                    max_size += size;
                }
                ::core::result::Result::Err(err) => {
                    break 'msg (::core::result::Result::<usize, _>::Err(err));
                }
            }
            match ::micropb::const_map!(
                ::core::result::Result:: < usize, & 'static str >
                ::Err("(.lab.Strings.body) unbounded string or bytes"), | size | size +
                1usize
            ) {
                ::core::result::Result::Ok(size) => {
                    max_size += size;
                }
                ::core::result::Result::Err(err) => {
                    break 'msg (::core::result::Result::<usize, _>::Err(err));
                }
            }
            match ::micropb::const_map!(
                ::core::result::Result:: < usize, & 'static str >
                ::Err("(.lab.Strings.author) unbounded string or bytes"), | size | size +
                1usize
            ) {
                ::core::result::Result::Ok(size) => {
                    max_size += size;
                }
                ::core::result::Result::Err(err) => {
                    break 'msg (::core::result::Result::<usize, _>::Err(err));
                }
            }
            match ::core::result::Result::<
                usize,
                &'static str,
            >::Err("(.lab.Strings.tags) unbounded vec") {
                ::core::result::Result::Ok(size) => {
                    max_size += size;
                }
                ::core::result::Result::Err(err) => {
                    break 'msg (::core::result::Result::<usize, _>::Err(err));
                }
            }
            ::core::result::Result::Ok(max_size)
        };
        fn encode<IMPL_MICROPB_WRITE: ::micropb::PbWrite>(
            &self,
            encoder: &mut ::micropb::PbEncoder<IMPL_MICROPB_WRITE>,
        ) -> Result<(), IMPL_MICROPB_WRITE::Error> {
            use ::micropb::{PbMap, FieldEncode};
            {
                let val_ref = &self.r#title;
                if !val_ref.is_empty() {
                    encoder.encode_varint32(10u32)?;
                    encoder.encode_string(val_ref)?;
                }
            }
            {
                let val_ref = &self.r#body;
                if !val_ref.is_empty() {
                    encoder.encode_varint32(18u32)?;
                    encoder.encode_string(val_ref)?;
                }
            }
            {
                let val_ref = &self.r#author;
                if !val_ref.is_empty() {
                    encoder.encode_varint32(26u32)?;
                    encoder.encode_string(val_ref)?;
                }
            }
            {
                for (i, val_ref) in self.r#tags.iter().enumerate() {
                    encoder.encode_varint32(34u32)?;
                    encoder.encode_string(val_ref)?;
                }
            }
            Ok(())
        }
        fn compute_size(&self) -> usize {
            use ::micropb::{PbMap, FieldEncode};
            let mut size = 0;
            {
                let val_ref = &self.r#title;
                if !val_ref.is_empty() {
                    size += 1usize + ::micropb::size::sizeof_len_record(val_ref.len());
                }
            }
            {
                let val_ref = &self.r#body;
                if !val_ref.is_empty() {
                    size += 1usize + ::micropb::size::sizeof_len_record(val_ref.len());
                }
            }
            {
                let val_ref = &self.r#author;
                if !val_ref.is_empty() {
                    size += 1usize + ::micropb::size::sizeof_len_record(val_ref.len());
                }
            }
            {
                for (i, val_ref) in self.r#tags.iter().enumerate() {
                    size += 1usize + ::micropb::size::sizeof_len_record(val_ref.len());
                }
            }
            size
        }
    }
    /// The packets; the discriminator of each is field 1, an enum of one value, the zero that is never written.
    #[derive(Debug, Default, PartialEq, Clone)]
    pub struct Packets {
        pub r#items: ::std::vec::Vec<Packet>,
    }
    impl Packets {}
    impl ::micropb::MessageDecode for Packets {
        fn decode<IMPL_MICROPB_READ: ::micropb::PbRead>(
            &mut self,
            decoder: &mut ::micropb::PbDecoder<IMPL_MICROPB_READ>,
            len: usize,
        ) -> Result<(), ::micropb::DecodeError<IMPL_MICROPB_READ::Error>> {
            use ::micropb::{PbBytes, PbString, PbVec, PbMap, FieldDecode};
            let before = decoder.bytes_read();
            while decoder.bytes_read() - before < len {
                let tag = decoder.decode_tag()?;
                match tag.field_num() {
                    0 => return Err(::micropb::DecodeError::ZeroField),
                    1u32 => {
                        if tag.wire_type() != 2u8 {
                            return Err(::micropb::DecodeError::WrongWireType);
                        }
                        let mut val: Packet = ::core::default::Default::default();
                        let mut_ref = &mut val;
                        {
                            decoder.decode_submessage_delimited(mut_ref)?;
                        };
                        if let (Err(_), false) = (
                            self.r#items.pb_push(val),
                            decoder.ignore_repeated_cap_err,
                        ) {
                            return Err(::micropb::DecodeError::Capacity);
                        }
                    }
                    _ => {
                        decoder.skip_wire_value(tag.wire_type())?;
                    }
                }
            }
            Ok(())
        }
    }
    impl ::micropb::MessageEncode for Packets {
        const MAX_SIZE: ::core::result::Result<usize, &'static str> = 'msg: {
            let mut max_size = 0;
            match ::core::result::Result::<
                usize,
                &'static str,
            >::Err("(.lab.Packets.items) unbounded vec") {
                ::core::result::Result::Ok(size) => {
                    max_size += size;
                }
                ::core::result::Result::Err(err) => {
                    break 'msg (::core::result::Result::<usize, _>::Err(err));
                }
            }
            ::core::result::Result::Ok(max_size)
        };
        fn encode<IMPL_MICROPB_WRITE: ::micropb::PbWrite>(
            &self,
            encoder: &mut ::micropb::PbEncoder<IMPL_MICROPB_WRITE>,
        ) -> Result<(), IMPL_MICROPB_WRITE::Error> {
            use ::micropb::{PbMap, FieldEncode};
            {
                for (i, val_ref) in self.r#items.iter().enumerate() {
                    encoder.encode_varint32(10u32)?;
                    val_ref.encode_len_delimited(encoder)?;
                }
            }
            Ok(())
        }
        fn compute_size(&self) -> usize {
            use ::micropb::{PbMap, FieldEncode};
            let mut size = 0;
            {
                for (i, val_ref) in self.r#items.iter().enumerate() {
                    size
                        += 1usize
                            + ::micropb::size::sizeof_len_record(val_ref.compute_size());
                }
            }
            size
        }
    }
    #[derive(Debug, Default, PartialEq, Clone)]
    pub struct Packet {
        pub r#packet: ::core::option::Option<Packet_::Packet>,
    }
    impl Packet {}
    impl ::micropb::MessageDecode for Packet {
        fn decode<IMPL_MICROPB_READ: ::micropb::PbRead>(
            &mut self,
            decoder: &mut ::micropb::PbDecoder<IMPL_MICROPB_READ>,
            len: usize,
        ) -> Result<(), ::micropb::DecodeError<IMPL_MICROPB_READ::Error>> {
            use ::micropb::{PbBytes, PbString, PbVec, PbMap, FieldDecode};
            let before = decoder.bytes_read();
            while decoder.bytes_read() - before < len {
                let tag = decoder.decode_tag()?;
                match tag.field_num() {
                    0 => return Err(::micropb::DecodeError::ZeroField),
                    1u32 => {
                        let mut_ref = loop {
                            if let ::core::option::Option::Some(variant) = &mut self
                                .r#packet
                            {
                                if let Packet_::Packet::Call(variant) = &mut *variant {
                                    break &mut *variant;
                                }
                            }
                            self.r#packet = ::core::option::Option::Some(
                                Packet_::Packet::Call(::core::default::Default::default()),
                            );
                        };
                        decoder.decode_submessage_delimited(mut_ref)?;
                    }
                    2u32 => {
                        let mut_ref = loop {
                            if let ::core::option::Option::Some(variant) = &mut self
                                .r#packet
                            {
                                if let Packet_::Packet::Callback(variant) = &mut *variant {
                                    break &mut *variant;
                                }
                            }
                            self.r#packet = ::core::option::Option::Some(
                                Packet_::Packet::Callback(
                                    ::core::default::Default::default(),
                                ),
                            );
                        };
                        decoder.decode_submessage_delimited(mut_ref)?;
                    }
                    3u32 => {
                        let mut_ref = loop {
                            if let ::core::option::Option::Some(variant) = &mut self
                                .r#packet
                            {
                                if let Packet_::Packet::Event(variant) = &mut *variant {
                                    break &mut *variant;
                                }
                            }
                            self.r#packet = ::core::option::Option::Some(
                                Packet_::Packet::Event(::core::default::Default::default()),
                            );
                        };
                        decoder.decode_submessage_delimited(mut_ref)?;
                    }
                    _ => {
                        decoder.skip_wire_value(tag.wire_type())?;
                    }
                }
            }
            Ok(())
        }
    }
    impl ::micropb::MessageEncode for Packet {
        const MAX_SIZE: ::core::result::Result<usize, &'static str> = 'msg: {
            let mut max_size = 0;
            match 'oneof: {
                let mut max_size = 0;
                match ::micropb::const_map!(
                    ::micropb::const_map!(< Call as ::micropb::MessageEncode >
                    ::MAX_SIZE, | size | ::micropb::size::sizeof_len_record(size)), |
                    size | size + 1usize
                ) {
                    ::core::result::Result::Ok(size) => {
                        if size > max_size {
                            max_size = size;
                        }
                    }
                    ::core::result::Result::Err(err) => {
                        break 'oneof (::core::result::Result::<usize, _>::Err(err));
                    }
                }
                match ::micropb::const_map!(
                    ::micropb::const_map!(< Callback as ::micropb::MessageEncode >
                    ::MAX_SIZE, | size | ::micropb::size::sizeof_len_record(size)), |
                    size | size + 1usize
                ) {
                    ::core::result::Result::Ok(size) => {
                        if size > max_size {
                            max_size = size;
                        }
                    }
                    ::core::result::Result::Err(err) => {
                        break 'oneof (::core::result::Result::<usize, _>::Err(err));
                    }
                }
                match ::micropb::const_map!(
                    ::micropb::const_map!(< Event as ::micropb::MessageEncode >
                    ::MAX_SIZE, | size | ::micropb::size::sizeof_len_record(size)), |
                    size | size + 1usize
                ) {
                    ::core::result::Result::Ok(size) => {
                        if size > max_size {
                            max_size = size;
                        }
                    }
                    ::core::result::Result::Err(err) => {
                        break 'oneof (::core::result::Result::<usize, _>::Err(err));
                    }
                }
                ::core::result::Result::Ok(max_size)
            } {
                ::core::result::Result::Ok(size) => {
                    max_size += size;
                }
                ::core::result::Result::Err(err) => {
                    break 'msg (::core::result::Result::<usize, _>::Err(err));
                }
            }
            ::core::result::Result::Ok(max_size)
        };
        fn encode<IMPL_MICROPB_WRITE: ::micropb::PbWrite>(
            &self,
            encoder: &mut ::micropb::PbEncoder<IMPL_MICROPB_WRITE>,
        ) -> Result<(), IMPL_MICROPB_WRITE::Error> {
            use ::micropb::{PbMap, FieldEncode};
            if let Some(oneof) = &self.r#packet {
                match &*oneof {
                    Packet_::Packet::Call(val_ref) => {
                        let val_ref = &*val_ref;
                        encoder.encode_varint32(10u32)?;
                        val_ref.encode_len_delimited(encoder)?;
                    }
                    Packet_::Packet::Callback(val_ref) => {
                        let val_ref = &*val_ref;
                        encoder.encode_varint32(18u32)?;
                        val_ref.encode_len_delimited(encoder)?;
                    }
                    Packet_::Packet::Event(val_ref) => {
                        let val_ref = &*val_ref;
                        encoder.encode_varint32(26u32)?;
                        val_ref.encode_len_delimited(encoder)?;
                    }
                }
            }
            Ok(())
        }
        fn compute_size(&self) -> usize {
            use ::micropb::{PbMap, FieldEncode};
            let mut size = 0;
            if let Some(oneof) = &self.r#packet {
                match &*oneof {
                    Packet_::Packet::Call(val_ref) => {
                        let val_ref = &*val_ref;
                        size
                            += 1usize
                                + ::micropb::size::sizeof_len_record(
                                    val_ref.compute_size(),
                                );
                    }
                    Packet_::Packet::Callback(val_ref) => {
                        let val_ref = &*val_ref;
                        size
                            += 1usize
                                + ::micropb::size::sizeof_len_record(
                                    val_ref.compute_size(),
                                );
                    }
                    Packet_::Packet::Event(val_ref) => {
                        let val_ref = &*val_ref;
                        size
                            += 1usize
                                + ::micropb::size::sizeof_len_record(
                                    val_ref.compute_size(),
                                );
                    }
                }
            }
            size
        }
    }
    /// Inner types for `Packet`
    pub mod Packet_ {
        #[derive(Debug, PartialEq, Clone)]
        pub enum Packet {
            Call(super::Call),
            Callback(super::Callback),
            Event(super::Event),
        }
    }
    #[derive(Debug, Default, Clone)]
    pub struct Call {
        pub r#id: i32,
        pub r#method: ::std::string::String,
        /// *Note:* The presence of this field is tracked separately in the `_has` field. It's recommended to access this field via the accessor rather than directly.
        pub r#args: Args,
        /// Tracks presence of optional and message fields
        pub _has: Call_::_Hazzer,
    }
    impl ::core::cmp::PartialEq for Call {
        fn eq(&self, other: &Self) -> bool {
            let mut ret = true;
            ret &= (self.r#id == other.r#id);
            ret &= (self.r#method == other.r#method);
            ret &= (self.r#args() == other.r#args());
            ret
        }
    }
    impl Call {
        /// Return a reference to `args` as an `Option`
        #[inline]
        pub fn r#args(&self) -> ::core::option::Option<&Args> {
            self._has.r#args().then_some(&self.r#args)
        }
    }
    impl ::micropb::MessageDecode for Call {
        fn decode<IMPL_MICROPB_READ: ::micropb::PbRead>(
            &mut self,
            decoder: &mut ::micropb::PbDecoder<IMPL_MICROPB_READ>,
            len: usize,
        ) -> Result<(), ::micropb::DecodeError<IMPL_MICROPB_READ::Error>> {
            use ::micropb::{PbBytes, PbString, PbVec, PbMap, FieldDecode};
            let before = decoder.bytes_read();
            while decoder.bytes_read() - before < len {
                let tag = decoder.decode_tag()?;
                match tag.field_num() {
                    0 => return Err(::micropb::DecodeError::ZeroField),
                    2u32 => {
                        if tag.wire_type() != 0u8 {
                            return Err(::micropb::DecodeError::WrongWireType);
                        }
                        let mut_ref = &mut self.r#id;
                        {
                            let val = decoder.decode_int32()?;
                            let val_ref = &val;
                            if *val_ref != 0 {
                                *mut_ref = val as _;
                            }
                        };
                    }
                    3u32 => {
                        if tag.wire_type() != 2u8 {
                            return Err(::micropb::DecodeError::WrongWireType);
                        }
                        let mut_ref = &mut self.r#method;
                        {
                            decoder
                                .decode_string(mut_ref, ::micropb::Presence::Implicit)?;
                        };
                    }
                    4u32 => {
                        if tag.wire_type() != 2u8 {
                            return Err(::micropb::DecodeError::WrongWireType);
                        }
                        let mut_ref = &mut self.r#args;
                        {
                            decoder.decode_submessage_delimited(mut_ref)?;
                        };
                        self._has.set_args();
                    }
                    _ => {
                        decoder.skip_wire_value(tag.wire_type())?;
                    }
                }
            }
            Ok(())
        }
    }
    impl ::micropb::MessageEncode for Call {
        const MAX_SIZE: ::core::result::Result<usize, &'static str> = 'msg: {
            let mut max_size = 0;
            match ::micropb::const_map!(
                ::core::result::Result::Ok(10usize), | size | size + 1usize
            ) {
                ::core::result::Result::Ok(size) => {
                    max_size += size;
                }
                ::core::result::Result::Err(err) => {
                    break 'msg (::core::result::Result::<usize, _>::Err(err));
                }
            }
            match ::micropb::const_map!(
                ::core::result::Result:: < usize, & 'static str >
                ::Err("(.lab.Call.method) unbounded string or bytes"), | size | size +
                1usize
            ) {
                ::core::result::Result::Ok(size) => {
                    max_size += size;
                }
                ::core::result::Result::Err(err) => {
                    break 'msg (::core::result::Result::<usize, _>::Err(err));
                }
            }
            match ::micropb::const_map!(
                ::micropb::const_map!(< Args as ::micropb::MessageEncode > ::MAX_SIZE, |
                size | ::micropb::size::sizeof_len_record(size)), | size | size + 1usize
            ) {
                ::core::result::Result::Ok(size) => {
                    max_size += size;
                }
                ::core::result::Result::Err(err) => {
                    break 'msg (::core::result::Result::<usize, _>::Err(err));
                }
            }
            ::core::result::Result::Ok(max_size)
        };
        fn encode<IMPL_MICROPB_WRITE: ::micropb::PbWrite>(
            &self,
            encoder: &mut ::micropb::PbEncoder<IMPL_MICROPB_WRITE>,
        ) -> Result<(), IMPL_MICROPB_WRITE::Error> {
            use ::micropb::{PbMap, FieldEncode};
            {
                let val_ref = &self.r#id;
                if *val_ref != 0 {
                    encoder.encode_varint32(16u32)?;
                    encoder.encode_int32(*val_ref as _)?;
                }
            }
            {
                let val_ref = &self.r#method;
                if !val_ref.is_empty() {
                    encoder.encode_varint32(26u32)?;
                    encoder.encode_string(val_ref)?;
                }
            }
            {
                if let ::core::option::Option::Some(val_ref) = self.r#args() {
                    encoder.encode_varint32(34u32)?;
                    val_ref.encode_len_delimited(encoder)?;
                }
            }
            Ok(())
        }
        fn compute_size(&self) -> usize {
            use ::micropb::{PbMap, FieldEncode};
            let mut size = 0;
            {
                let val_ref = &self.r#id;
                if *val_ref != 0 {
                    size += 1usize + ::micropb::size::sizeof_int32(*val_ref as _);
                }
            }
            {
                let val_ref = &self.r#method;
                if !val_ref.is_empty() {
                    size += 1usize + ::micropb::size::sizeof_len_record(val_ref.len());
                }
            }
            {
                if let ::core::option::Option::Some(val_ref) = self.r#args() {
                    size
                        += 1usize
                            + ::micropb::size::sizeof_len_record(val_ref.compute_size());
                }
            }
            size
        }
    }
    /// Inner types for `Call`
    pub mod Call_ {
        /// Compact bitfield for tracking presence of optional and message fields
        #[derive(Debug, Default, PartialEq, Clone, Copy)]
        pub struct _Hazzer([u8; 1]);
        impl _Hazzer {
            /// New hazzer with all fields set to off
            #[inline]
            pub const fn _new() -> Self {
                Self([0; 1])
            }
            /// Query presence of `args`
            #[inline]
            pub const fn r#args(&self) -> bool {
                (self.0[0] & 1) != 0
            }
            /// Set presence of `args`
            #[inline]
            pub const fn set_args(&mut self) -> &mut Self {
                let elem = &mut self.0[0];
                *elem |= 1;
                self
            }
            /// Clear presence of `args`
            #[inline]
            pub const fn clear_args(&mut self) -> &mut Self {
                let elem = &mut self.0[0];
                *elem &= !1;
                self
            }
            /// Builder method that sets the presence of `args`. Useful for initializing the Hazzer.
            #[inline]
            pub const fn init_args(mut self) -> Self {
                self.set_args();
                self
            }
        }
    }
    #[derive(Debug, Default, PartialEq, Clone)]
    pub struct Args {
        pub r#room: ::std::string::String,
        pub r#text: ::std::string::String,
        pub r#limit: i32,
    }
    impl Args {}
    impl ::micropb::MessageDecode for Args {
        fn decode<IMPL_MICROPB_READ: ::micropb::PbRead>(
            &mut self,
            decoder: &mut ::micropb::PbDecoder<IMPL_MICROPB_READ>,
            len: usize,
        ) -> Result<(), ::micropb::DecodeError<IMPL_MICROPB_READ::Error>> {
            use ::micropb::{PbBytes, PbString, PbVec, PbMap, FieldDecode};
            let before = decoder.bytes_read();
            while decoder.bytes_read() - before < len {
                let tag = decoder.decode_tag()?;
                match tag.field_num() {
                    0 => return Err(::micropb::DecodeError::ZeroField),
                    1u32 => {
                        if tag.wire_type() != 2u8 {
                            return Err(::micropb::DecodeError::WrongWireType);
                        }
                        let mut_ref = &mut self.r#room;
                        {
                            decoder
                                .decode_string(mut_ref, ::micropb::Presence::Implicit)?;
                        };
                    }
                    2u32 => {
                        if tag.wire_type() != 2u8 {
                            return Err(::micropb::DecodeError::WrongWireType);
                        }
                        let mut_ref = &mut self.r#text;
                        {
                            decoder
                                .decode_string(mut_ref, ::micropb::Presence::Implicit)?;
                        };
                    }
                    3u32 => {
                        if tag.wire_type() != 0u8 {
                            return Err(::micropb::DecodeError::WrongWireType);
                        }
                        let mut_ref = &mut self.r#limit;
                        {
                            let val = decoder.decode_int32()?;
                            let val_ref = &val;
                            if *val_ref != 0 {
                                *mut_ref = val as _;
                            }
                        };
                    }
                    _ => {
                        decoder.skip_wire_value(tag.wire_type())?;
                    }
                }
            }
            Ok(())
        }
    }
    impl ::micropb::MessageEncode for Args {
        const MAX_SIZE: ::core::result::Result<usize, &'static str> = 'msg: {
            let mut max_size = 0;
            match ::micropb::const_map!(
                ::core::result::Result:: < usize, & 'static str >
                ::Err("(.lab.Args.room) unbounded string or bytes"), | size | size +
                1usize
            ) {
                ::core::result::Result::Ok(size) => {
                    max_size += size;
                }
                ::core::result::Result::Err(err) => {
                    break 'msg (::core::result::Result::<usize, _>::Err(err));
                }
            }
            match ::micropb::const_map!(
                ::core::result::Result:: < usize, & 'static str >
                ::Err("(.lab.Args.text) unbounded string or bytes"), | size | size +
                1usize
            ) {
                ::core::result::Result::Ok(size) => {
                    max_size += size;
                }
                ::core::result::Result::Err(err) => {
                    break 'msg (::core::result::Result::<usize, _>::Err(err));
                }
            }
            match ::micropb::const_map!(
                ::core::result::Result::Ok(10usize), | size | size + 1usize
            ) {
                ::core::result::Result::Ok(size) => {
                    max_size += size;
                }
                ::core::result::Result::Err(err) => {
                    break 'msg (::core::result::Result::<usize, _>::Err(err));
                }
            }
            ::core::result::Result::Ok(max_size)
        };
        fn encode<IMPL_MICROPB_WRITE: ::micropb::PbWrite>(
            &self,
            encoder: &mut ::micropb::PbEncoder<IMPL_MICROPB_WRITE>,
        ) -> Result<(), IMPL_MICROPB_WRITE::Error> {
            use ::micropb::{PbMap, FieldEncode};
            {
                let val_ref = &self.r#room;
                if !val_ref.is_empty() {
                    encoder.encode_varint32(10u32)?;
                    encoder.encode_string(val_ref)?;
                }
            }
            {
                let val_ref = &self.r#text;
                if !val_ref.is_empty() {
                    encoder.encode_varint32(18u32)?;
                    encoder.encode_string(val_ref)?;
                }
            }
            {
                let val_ref = &self.r#limit;
                if *val_ref != 0 {
                    encoder.encode_varint32(24u32)?;
                    encoder.encode_int32(*val_ref as _)?;
                }
            }
            Ok(())
        }
        fn compute_size(&self) -> usize {
            use ::micropb::{PbMap, FieldEncode};
            let mut size = 0;
            {
                let val_ref = &self.r#room;
                if !val_ref.is_empty() {
                    size += 1usize + ::micropb::size::sizeof_len_record(val_ref.len());
                }
            }
            {
                let val_ref = &self.r#text;
                if !val_ref.is_empty() {
                    size += 1usize + ::micropb::size::sizeof_len_record(val_ref.len());
                }
            }
            {
                let val_ref = &self.r#limit;
                if *val_ref != 0 {
                    size += 1usize + ::micropb::size::sizeof_int32(*val_ref as _);
                }
            }
            size
        }
    }
    #[derive(Debug, Default, PartialEq, Clone, Copy)]
    pub struct Callback {
        pub r#id: i32,
        pub r#ok: bool,
        pub r#count: i32,
    }
    impl Callback {}
    impl ::micropb::MessageDecode for Callback {
        fn decode<IMPL_MICROPB_READ: ::micropb::PbRead>(
            &mut self,
            decoder: &mut ::micropb::PbDecoder<IMPL_MICROPB_READ>,
            len: usize,
        ) -> Result<(), ::micropb::DecodeError<IMPL_MICROPB_READ::Error>> {
            use ::micropb::{PbBytes, PbString, PbVec, PbMap, FieldDecode};
            let before = decoder.bytes_read();
            while decoder.bytes_read() - before < len {
                let tag = decoder.decode_tag()?;
                match tag.field_num() {
                    0 => return Err(::micropb::DecodeError::ZeroField),
                    2u32 => {
                        if tag.wire_type() != 0u8 {
                            return Err(::micropb::DecodeError::WrongWireType);
                        }
                        let mut_ref = &mut self.r#id;
                        {
                            let val = decoder.decode_int32()?;
                            let val_ref = &val;
                            if *val_ref != 0 {
                                *mut_ref = val as _;
                            }
                        };
                    }
                    3u32 => {
                        if tag.wire_type() != 0u8 {
                            return Err(::micropb::DecodeError::WrongWireType);
                        }
                        let mut_ref = &mut self.r#ok;
                        {
                            let val = decoder.decode_bool()?;
                            let val_ref = &val;
                            if *val_ref {
                                *mut_ref = val as _;
                            }
                        };
                    }
                    4u32 => {
                        if tag.wire_type() != 0u8 {
                            return Err(::micropb::DecodeError::WrongWireType);
                        }
                        let mut_ref = &mut self.r#count;
                        {
                            let val = decoder.decode_int32()?;
                            let val_ref = &val;
                            if *val_ref != 0 {
                                *mut_ref = val as _;
                            }
                        };
                    }
                    _ => {
                        decoder.skip_wire_value(tag.wire_type())?;
                    }
                }
            }
            Ok(())
        }
    }
    impl ::micropb::MessageEncode for Callback {
        const MAX_SIZE: ::core::result::Result<usize, &'static str> = 'msg: {
            let mut max_size = 0;
            match ::micropb::const_map!(
                ::core::result::Result::Ok(10usize), | size | size + 1usize
            ) {
                ::core::result::Result::Ok(size) => {
                    max_size += size;
                }
                ::core::result::Result::Err(err) => {
                    break 'msg (::core::result::Result::<usize, _>::Err(err));
                }
            }
            match ::micropb::const_map!(
                ::core::result::Result::Ok(1usize), | size | size + 1usize
            ) {
                ::core::result::Result::Ok(size) => {
                    max_size += size;
                }
                ::core::result::Result::Err(err) => {
                    break 'msg (::core::result::Result::<usize, _>::Err(err));
                }
            }
            match ::micropb::const_map!(
                ::core::result::Result::Ok(10usize), | size | size + 1usize
            ) {
                ::core::result::Result::Ok(size) => {
                    max_size += size;
                }
                ::core::result::Result::Err(err) => {
                    break 'msg (::core::result::Result::<usize, _>::Err(err));
                }
            }
            ::core::result::Result::Ok(max_size)
        };
        fn encode<IMPL_MICROPB_WRITE: ::micropb::PbWrite>(
            &self,
            encoder: &mut ::micropb::PbEncoder<IMPL_MICROPB_WRITE>,
        ) -> Result<(), IMPL_MICROPB_WRITE::Error> {
            use ::micropb::{PbMap, FieldEncode};
            {
                let val_ref = &self.r#id;
                if *val_ref != 0 {
                    encoder.encode_varint32(16u32)?;
                    encoder.encode_int32(*val_ref as _)?;
                }
            }
            {
                let val_ref = &self.r#ok;
                if *val_ref {
                    encoder.encode_varint32(24u32)?;
                    encoder.encode_bool(*val_ref)?;
                }
            }
            {
                let val_ref = &self.r#count;
                if *val_ref != 0 {
                    encoder.encode_varint32(32u32)?;
                    encoder.encode_int32(*val_ref as _)?;
                }
            }
            Ok(())
        }
        fn compute_size(&self) -> usize {
            use ::micropb::{PbMap, FieldEncode};
            let mut size = 0;
            {
                let val_ref = &self.r#id;
                if *val_ref != 0 {
                    size += 1usize + ::micropb::size::sizeof_int32(*val_ref as _);
                }
            }
            {
                let val_ref = &self.r#ok;
                if *val_ref {
                    size += 1usize + 1;
                }
            }
            {
                let val_ref = &self.r#count;
                if *val_ref != 0 {
                    size += 1usize + ::micropb::size::sizeof_int32(*val_ref as _);
                }
            }
            size
        }
    }
    #[derive(Debug, Default, PartialEq, Clone)]
    pub struct Event {
        pub r#name: ::std::string::String,
        pub r#room: ::std::string::String,
        pub r#at: i64,
    }
    impl Event {}
    impl ::micropb::MessageDecode for Event {
        fn decode<IMPL_MICROPB_READ: ::micropb::PbRead>(
            &mut self,
            decoder: &mut ::micropb::PbDecoder<IMPL_MICROPB_READ>,
            len: usize,
        ) -> Result<(), ::micropb::DecodeError<IMPL_MICROPB_READ::Error>> {
            use ::micropb::{PbBytes, PbString, PbVec, PbMap, FieldDecode};
            let before = decoder.bytes_read();
            while decoder.bytes_read() - before < len {
                let tag = decoder.decode_tag()?;
                match tag.field_num() {
                    0 => return Err(::micropb::DecodeError::ZeroField),
                    2u32 => {
                        if tag.wire_type() != 2u8 {
                            return Err(::micropb::DecodeError::WrongWireType);
                        }
                        let mut_ref = &mut self.r#name;
                        {
                            decoder
                                .decode_string(mut_ref, ::micropb::Presence::Implicit)?;
                        };
                    }
                    3u32 => {
                        if tag.wire_type() != 2u8 {
                            return Err(::micropb::DecodeError::WrongWireType);
                        }
                        let mut_ref = &mut self.r#room;
                        {
                            decoder
                                .decode_string(mut_ref, ::micropb::Presence::Implicit)?;
                        };
                    }
                    4u32 => {
                        if tag.wire_type() != 0u8 {
                            return Err(::micropb::DecodeError::WrongWireType);
                        }
                        let mut_ref = &mut self.r#at;
                        {
                            let val = decoder.decode_int64()?;
                            let val_ref = &val;
                            if *val_ref != 0 {
                                *mut_ref = val as _;
                            }
                        };
                    }
                    _ => {
                        decoder.skip_wire_value(tag.wire_type())?;
                    }
                }
            }
            Ok(())
        }
    }
    impl ::micropb::MessageEncode for Event {
        const MAX_SIZE: ::core::result::Result<usize, &'static str> = 'msg: {
            let mut max_size = 0;
            match ::micropb::const_map!(
                ::core::result::Result:: < usize, & 'static str >
                ::Err("(.lab.Event.name) unbounded string or bytes"), | size | size +
                1usize
            ) {
                ::core::result::Result::Ok(size) => {
                    max_size += size;
                }
                ::core::result::Result::Err(err) => {
                    break 'msg (::core::result::Result::<usize, _>::Err(err));
                }
            }
            match ::micropb::const_map!(
                ::core::result::Result:: < usize, & 'static str >
                ::Err("(.lab.Event.room) unbounded string or bytes"), | size | size +
                1usize
            ) {
                ::core::result::Result::Ok(size) => {
                    max_size += size;
                }
                ::core::result::Result::Err(err) => {
                    break 'msg (::core::result::Result::<usize, _>::Err(err));
                }
            }
            match ::micropb::const_map!(
                ::core::result::Result::Ok(10usize), | size | size + 1usize
            ) {
                ::core::result::Result::Ok(size) => {
                    max_size += size;
                }
                ::core::result::Result::Err(err) => {
                    break 'msg (::core::result::Result::<usize, _>::Err(err));
                }
            }
            ::core::result::Result::Ok(max_size)
        };
        fn encode<IMPL_MICROPB_WRITE: ::micropb::PbWrite>(
            &self,
            encoder: &mut ::micropb::PbEncoder<IMPL_MICROPB_WRITE>,
        ) -> Result<(), IMPL_MICROPB_WRITE::Error> {
            use ::micropb::{PbMap, FieldEncode};
            {
                let val_ref = &self.r#name;
                if !val_ref.is_empty() {
                    encoder.encode_varint32(18u32)?;
                    encoder.encode_string(val_ref)?;
                }
            }
            {
                let val_ref = &self.r#room;
                if !val_ref.is_empty() {
                    encoder.encode_varint32(26u32)?;
                    encoder.encode_string(val_ref)?;
                }
            }
            {
                let val_ref = &self.r#at;
                if *val_ref != 0 {
                    encoder.encode_varint32(32u32)?;
                    encoder.encode_int64(*val_ref as _)?;
                }
            }
            Ok(())
        }
        fn compute_size(&self) -> usize {
            use ::micropb::{PbMap, FieldEncode};
            let mut size = 0;
            {
                let val_ref = &self.r#name;
                if !val_ref.is_empty() {
                    size += 1usize + ::micropb::size::sizeof_len_record(val_ref.len());
                }
            }
            {
                let val_ref = &self.r#room;
                if !val_ref.is_empty() {
                    size += 1usize + ::micropb::size::sizeof_len_record(val_ref.len());
                }
            }
            {
                let val_ref = &self.r#at;
                if *val_ref != 0 {
                    size += 1usize + ::micropb::size::sizeof_int64(*val_ref as _);
                }
            }
            size
        }
    }
    #[derive(Debug, Default, PartialEq, Clone, Copy)]
    pub struct Numeric {
        pub r#v0: f64,
        pub r#v1: f64,
        pub r#v2: f64,
        pub r#v3: f64,
        pub r#v4: f64,
        pub r#v5: f64,
        pub r#v6: f64,
        pub r#v7: f64,
        pub r#v8: f64,
        pub r#v9: f64,
        pub r#v10: f64,
        pub r#v11: f64,
        pub r#v12: f64,
        pub r#v13: f64,
        pub r#v14: f64,
        pub r#v15: f64,
        pub r#v16: f64,
        pub r#v17: f64,
        pub r#v18: f64,
        pub r#v19: f64,
        pub r#v20: f64,
        pub r#v21: f64,
        pub r#v22: f64,
        pub r#v23: f64,
        pub r#v24: f64,
        pub r#v25: f64,
        pub r#v26: f64,
        pub r#v27: f64,
        pub r#v28: f64,
        pub r#v29: f64,
        pub r#v30: f64,
        pub r#v31: f64,
    }
    impl Numeric {}
    impl ::micropb::MessageDecode for Numeric {
        fn decode<IMPL_MICROPB_READ: ::micropb::PbRead>(
            &mut self,
            decoder: &mut ::micropb::PbDecoder<IMPL_MICROPB_READ>,
            len: usize,
        ) -> Result<(), ::micropb::DecodeError<IMPL_MICROPB_READ::Error>> {
            use ::micropb::{PbBytes, PbString, PbVec, PbMap, FieldDecode};
            let before = decoder.bytes_read();
            while decoder.bytes_read() - before < len {
                let tag = decoder.decode_tag()?;
                match tag.field_num() {
                    0 => return Err(::micropb::DecodeError::ZeroField),
                    1u32 => {
                        if tag.wire_type() != 1u8 {
                            return Err(::micropb::DecodeError::WrongWireType);
                        }
                        let mut_ref = &mut self.r#v0;
                        {
                            let val = decoder.decode_double()?;
                            let val_ref = &val;
                            if *val_ref != 0.0 {
                                *mut_ref = val as _;
                            }
                        };
                    }
                    2u32 => {
                        if tag.wire_type() != 1u8 {
                            return Err(::micropb::DecodeError::WrongWireType);
                        }
                        let mut_ref = &mut self.r#v1;
                        {
                            let val = decoder.decode_double()?;
                            let val_ref = &val;
                            if *val_ref != 0.0 {
                                *mut_ref = val as _;
                            }
                        };
                    }
                    3u32 => {
                        if tag.wire_type() != 1u8 {
                            return Err(::micropb::DecodeError::WrongWireType);
                        }
                        let mut_ref = &mut self.r#v2;
                        {
                            let val = decoder.decode_double()?;
                            let val_ref = &val;
                            if *val_ref != 0.0 {
                                *mut_ref = val as _;
                            }
                        };
                    }
                    4u32 => {
                        if tag.wire_type() != 1u8 {
                            return Err(::micropb::DecodeError::WrongWireType);
                        }
                        let mut_ref = &mut self.r#v3;
                        {
                            let val = decoder.decode_double()?;
                            let val_ref = &val;
                            if *val_ref != 0.0 {
                                *mut_ref = val as _;
                            }
                        };
                    }
                    5u32 => {
                        if tag.wire_type() != 1u8 {
                            return Err(::micropb::DecodeError::WrongWireType);
                        }
                        let mut_ref = &mut self.r#v4;
                        {
                            let val = decoder.decode_double()?;
                            let val_ref = &val;
                            if *val_ref != 0.0 {
                                *mut_ref = val as _;
                            }
                        };
                    }
                    6u32 => {
                        if tag.wire_type() != 1u8 {
                            return Err(::micropb::DecodeError::WrongWireType);
                        }
                        let mut_ref = &mut self.r#v5;
                        {
                            let val = decoder.decode_double()?;
                            let val_ref = &val;
                            if *val_ref != 0.0 {
                                *mut_ref = val as _;
                            }
                        };
                    }
                    7u32 => {
                        if tag.wire_type() != 1u8 {
                            return Err(::micropb::DecodeError::WrongWireType);
                        }
                        let mut_ref = &mut self.r#v6;
                        {
                            let val = decoder.decode_double()?;
                            let val_ref = &val;
                            if *val_ref != 0.0 {
                                *mut_ref = val as _;
                            }
                        };
                    }
                    8u32 => {
                        if tag.wire_type() != 1u8 {
                            return Err(::micropb::DecodeError::WrongWireType);
                        }
                        let mut_ref = &mut self.r#v7;
                        {
                            let val = decoder.decode_double()?;
                            let val_ref = &val;
                            if *val_ref != 0.0 {
                                *mut_ref = val as _;
                            }
                        };
                    }
                    9u32 => {
                        if tag.wire_type() != 1u8 {
                            return Err(::micropb::DecodeError::WrongWireType);
                        }
                        let mut_ref = &mut self.r#v8;
                        {
                            let val = decoder.decode_double()?;
                            let val_ref = &val;
                            if *val_ref != 0.0 {
                                *mut_ref = val as _;
                            }
                        };
                    }
                    10u32 => {
                        if tag.wire_type() != 1u8 {
                            return Err(::micropb::DecodeError::WrongWireType);
                        }
                        let mut_ref = &mut self.r#v9;
                        {
                            let val = decoder.decode_double()?;
                            let val_ref = &val;
                            if *val_ref != 0.0 {
                                *mut_ref = val as _;
                            }
                        };
                    }
                    11u32 => {
                        if tag.wire_type() != 1u8 {
                            return Err(::micropb::DecodeError::WrongWireType);
                        }
                        let mut_ref = &mut self.r#v10;
                        {
                            let val = decoder.decode_double()?;
                            let val_ref = &val;
                            if *val_ref != 0.0 {
                                *mut_ref = val as _;
                            }
                        };
                    }
                    12u32 => {
                        if tag.wire_type() != 1u8 {
                            return Err(::micropb::DecodeError::WrongWireType);
                        }
                        let mut_ref = &mut self.r#v11;
                        {
                            let val = decoder.decode_double()?;
                            let val_ref = &val;
                            if *val_ref != 0.0 {
                                *mut_ref = val as _;
                            }
                        };
                    }
                    13u32 => {
                        if tag.wire_type() != 1u8 {
                            return Err(::micropb::DecodeError::WrongWireType);
                        }
                        let mut_ref = &mut self.r#v12;
                        {
                            let val = decoder.decode_double()?;
                            let val_ref = &val;
                            if *val_ref != 0.0 {
                                *mut_ref = val as _;
                            }
                        };
                    }
                    14u32 => {
                        if tag.wire_type() != 1u8 {
                            return Err(::micropb::DecodeError::WrongWireType);
                        }
                        let mut_ref = &mut self.r#v13;
                        {
                            let val = decoder.decode_double()?;
                            let val_ref = &val;
                            if *val_ref != 0.0 {
                                *mut_ref = val as _;
                            }
                        };
                    }
                    15u32 => {
                        if tag.wire_type() != 1u8 {
                            return Err(::micropb::DecodeError::WrongWireType);
                        }
                        let mut_ref = &mut self.r#v14;
                        {
                            let val = decoder.decode_double()?;
                            let val_ref = &val;
                            if *val_ref != 0.0 {
                                *mut_ref = val as _;
                            }
                        };
                    }
                    16u32 => {
                        if tag.wire_type() != 1u8 {
                            return Err(::micropb::DecodeError::WrongWireType);
                        }
                        let mut_ref = &mut self.r#v15;
                        {
                            let val = decoder.decode_double()?;
                            let val_ref = &val;
                            if *val_ref != 0.0 {
                                *mut_ref = val as _;
                            }
                        };
                    }
                    17u32 => {
                        if tag.wire_type() != 1u8 {
                            return Err(::micropb::DecodeError::WrongWireType);
                        }
                        let mut_ref = &mut self.r#v16;
                        {
                            let val = decoder.decode_double()?;
                            let val_ref = &val;
                            if *val_ref != 0.0 {
                                *mut_ref = val as _;
                            }
                        };
                    }
                    18u32 => {
                        if tag.wire_type() != 1u8 {
                            return Err(::micropb::DecodeError::WrongWireType);
                        }
                        let mut_ref = &mut self.r#v17;
                        {
                            let val = decoder.decode_double()?;
                            let val_ref = &val;
                            if *val_ref != 0.0 {
                                *mut_ref = val as _;
                            }
                        };
                    }
                    19u32 => {
                        if tag.wire_type() != 1u8 {
                            return Err(::micropb::DecodeError::WrongWireType);
                        }
                        let mut_ref = &mut self.r#v18;
                        {
                            let val = decoder.decode_double()?;
                            let val_ref = &val;
                            if *val_ref != 0.0 {
                                *mut_ref = val as _;
                            }
                        };
                    }
                    20u32 => {
                        if tag.wire_type() != 1u8 {
                            return Err(::micropb::DecodeError::WrongWireType);
                        }
                        let mut_ref = &mut self.r#v19;
                        {
                            let val = decoder.decode_double()?;
                            let val_ref = &val;
                            if *val_ref != 0.0 {
                                *mut_ref = val as _;
                            }
                        };
                    }
                    21u32 => {
                        if tag.wire_type() != 1u8 {
                            return Err(::micropb::DecodeError::WrongWireType);
                        }
                        let mut_ref = &mut self.r#v20;
                        {
                            let val = decoder.decode_double()?;
                            let val_ref = &val;
                            if *val_ref != 0.0 {
                                *mut_ref = val as _;
                            }
                        };
                    }
                    22u32 => {
                        if tag.wire_type() != 1u8 {
                            return Err(::micropb::DecodeError::WrongWireType);
                        }
                        let mut_ref = &mut self.r#v21;
                        {
                            let val = decoder.decode_double()?;
                            let val_ref = &val;
                            if *val_ref != 0.0 {
                                *mut_ref = val as _;
                            }
                        };
                    }
                    23u32 => {
                        if tag.wire_type() != 1u8 {
                            return Err(::micropb::DecodeError::WrongWireType);
                        }
                        let mut_ref = &mut self.r#v22;
                        {
                            let val = decoder.decode_double()?;
                            let val_ref = &val;
                            if *val_ref != 0.0 {
                                *mut_ref = val as _;
                            }
                        };
                    }
                    24u32 => {
                        if tag.wire_type() != 1u8 {
                            return Err(::micropb::DecodeError::WrongWireType);
                        }
                        let mut_ref = &mut self.r#v23;
                        {
                            let val = decoder.decode_double()?;
                            let val_ref = &val;
                            if *val_ref != 0.0 {
                                *mut_ref = val as _;
                            }
                        };
                    }
                    25u32 => {
                        if tag.wire_type() != 1u8 {
                            return Err(::micropb::DecodeError::WrongWireType);
                        }
                        let mut_ref = &mut self.r#v24;
                        {
                            let val = decoder.decode_double()?;
                            let val_ref = &val;
                            if *val_ref != 0.0 {
                                *mut_ref = val as _;
                            }
                        };
                    }
                    26u32 => {
                        if tag.wire_type() != 1u8 {
                            return Err(::micropb::DecodeError::WrongWireType);
                        }
                        let mut_ref = &mut self.r#v25;
                        {
                            let val = decoder.decode_double()?;
                            let val_ref = &val;
                            if *val_ref != 0.0 {
                                *mut_ref = val as _;
                            }
                        };
                    }
                    27u32 => {
                        if tag.wire_type() != 1u8 {
                            return Err(::micropb::DecodeError::WrongWireType);
                        }
                        let mut_ref = &mut self.r#v26;
                        {
                            let val = decoder.decode_double()?;
                            let val_ref = &val;
                            if *val_ref != 0.0 {
                                *mut_ref = val as _;
                            }
                        };
                    }
                    28u32 => {
                        if tag.wire_type() != 1u8 {
                            return Err(::micropb::DecodeError::WrongWireType);
                        }
                        let mut_ref = &mut self.r#v27;
                        {
                            let val = decoder.decode_double()?;
                            let val_ref = &val;
                            if *val_ref != 0.0 {
                                *mut_ref = val as _;
                            }
                        };
                    }
                    29u32 => {
                        if tag.wire_type() != 1u8 {
                            return Err(::micropb::DecodeError::WrongWireType);
                        }
                        let mut_ref = &mut self.r#v28;
                        {
                            let val = decoder.decode_double()?;
                            let val_ref = &val;
                            if *val_ref != 0.0 {
                                *mut_ref = val as _;
                            }
                        };
                    }
                    30u32 => {
                        if tag.wire_type() != 1u8 {
                            return Err(::micropb::DecodeError::WrongWireType);
                        }
                        let mut_ref = &mut self.r#v29;
                        {
                            let val = decoder.decode_double()?;
                            let val_ref = &val;
                            if *val_ref != 0.0 {
                                *mut_ref = val as _;
                            }
                        };
                    }
                    31u32 => {
                        if tag.wire_type() != 1u8 {
                            return Err(::micropb::DecodeError::WrongWireType);
                        }
                        let mut_ref = &mut self.r#v30;
                        {
                            let val = decoder.decode_double()?;
                            let val_ref = &val;
                            if *val_ref != 0.0 {
                                *mut_ref = val as _;
                            }
                        };
                    }
                    32u32 => {
                        if tag.wire_type() != 1u8 {
                            return Err(::micropb::DecodeError::WrongWireType);
                        }
                        let mut_ref = &mut self.r#v31;
                        {
                            let val = decoder.decode_double()?;
                            let val_ref = &val;
                            if *val_ref != 0.0 {
                                *mut_ref = val as _;
                            }
                        };
                    }
                    _ => {
                        decoder.skip_wire_value(tag.wire_type())?;
                    }
                }
            }
            Ok(())
        }
    }
    impl ::micropb::MessageEncode for Numeric {
        const MAX_SIZE: ::core::result::Result<usize, &'static str> = 'msg: {
            let mut max_size = 0;
            match ::micropb::const_map!(
                ::core::result::Result::Ok(8usize), | size | size + 1usize
            ) {
                ::core::result::Result::Ok(size) => {
                    max_size += size;
                }
                ::core::result::Result::Err(err) => {
                    break 'msg (::core::result::Result::<usize, _>::Err(err));
                }
            }
            match ::micropb::const_map!(
                ::core::result::Result::Ok(8usize), | size | size + 1usize
            ) {
                ::core::result::Result::Ok(size) => {
                    max_size += size;
                }
                ::core::result::Result::Err(err) => {
                    break 'msg (::core::result::Result::<usize, _>::Err(err));
                }
            }
            match ::micropb::const_map!(
                ::core::result::Result::Ok(8usize), | size | size + 1usize
            ) {
                ::core::result::Result::Ok(size) => {
                    max_size += size;
                }
                ::core::result::Result::Err(err) => {
                    break 'msg (::core::result::Result::<usize, _>::Err(err));
                }
            }
            match ::micropb::const_map!(
                ::core::result::Result::Ok(8usize), | size | size + 1usize
            ) {
                ::core::result::Result::Ok(size) => {
                    max_size += size;
                }
                ::core::result::Result::Err(err) => {
                    break 'msg (::core::result::Result::<usize, _>::Err(err));
                }
            }
            match ::micropb::const_map!(
                ::core::result::Result::Ok(8usize), | size | size + 1usize
            ) {
                ::core::result::Result::Ok(size) => {
                    max_size += size;
                }
                ::core::result::Result::Err(err) => {
                    break 'msg (::core::result::Result::<usize, _>::Err(err));
                }
            }
            match ::micropb::const_map!(
                ::core::result::Result::Ok(8usize), | size | size + 1usize
            ) {
                ::core::result::Result::Ok(size) => {
                    max_size += size;
                }
                ::core::result::Result::Err(err) => {
                    break 'msg (::core::result::Result::<usize, _>::Err(err));
                }
            }
            match ::micropb::const_map!(
                ::core::result::Result::Ok(8usize), | size | size + 1usize
            ) {
                ::core::result::Result::Ok(size) => {
                    max_size += size;
                }
                ::core::result::Result::Err(err) => {
                    break 'msg (::core::result::Result::<usize, _>::Err(err));
                }
            }
            match ::micropb::const_map!(
                ::core::result::Result::Ok(8usize), | size | size + 1usize
            ) {
                ::core::result::Result::Ok(size) => {
                    max_size += size;
                }
                ::core::result::Result::Err(err) => {
                    break 'msg (::core::result::Result::<usize, _>::Err(err));
                }
            }
            match ::micropb::const_map!(
                ::core::result::Result::Ok(8usize), | size | size + 1usize
            ) {
                ::core::result::Result::Ok(size) => {
                    max_size += size;
                }
                ::core::result::Result::Err(err) => {
                    break 'msg (::core::result::Result::<usize, _>::Err(err));
                }
            }
            match ::micropb::const_map!(
                ::core::result::Result::Ok(8usize), | size | size + 1usize
            ) {
                ::core::result::Result::Ok(size) => {
                    max_size += size;
                }
                ::core::result::Result::Err(err) => {
                    break 'msg (::core::result::Result::<usize, _>::Err(err));
                }
            }
            match ::micropb::const_map!(
                ::core::result::Result::Ok(8usize), | size | size + 1usize
            ) {
                ::core::result::Result::Ok(size) => {
                    max_size += size;
                }
                ::core::result::Result::Err(err) => {
                    break 'msg (::core::result::Result::<usize, _>::Err(err));
                }
            }
            match ::micropb::const_map!(
                ::core::result::Result::Ok(8usize), | size | size + 1usize
            ) {
                ::core::result::Result::Ok(size) => {
                    max_size += size;
                }
                ::core::result::Result::Err(err) => {
                    break 'msg (::core::result::Result::<usize, _>::Err(err));
                }
            }
            match ::micropb::const_map!(
                ::core::result::Result::Ok(8usize), | size | size + 1usize
            ) {
                ::core::result::Result::Ok(size) => {
                    max_size += size;
                }
                ::core::result::Result::Err(err) => {
                    break 'msg (::core::result::Result::<usize, _>::Err(err));
                }
            }
            match ::micropb::const_map!(
                ::core::result::Result::Ok(8usize), | size | size + 1usize
            ) {
                ::core::result::Result::Ok(size) => {
                    max_size += size;
                }
                ::core::result::Result::Err(err) => {
                    break 'msg (::core::result::Result::<usize, _>::Err(err));
                }
            }
            match ::micropb::const_map!(
                ::core::result::Result::Ok(8usize), | size | size + 1usize
            ) {
                ::core::result::Result::Ok(size) => {
                    max_size += size;
                }
                ::core::result::Result::Err(err) => {
                    break 'msg (::core::result::Result::<usize, _>::Err(err));
                }
            }
            match ::micropb::const_map!(
                ::core::result::Result::Ok(8usize), | size | size + 2usize
            ) {
                ::core::result::Result::Ok(size) => {
                    max_size += size;
                }
                ::core::result::Result::Err(err) => {
                    break 'msg (::core::result::Result::<usize, _>::Err(err));
                }
            }
            match ::micropb::const_map!(
                ::core::result::Result::Ok(8usize), | size | size + 2usize
            ) {
                ::core::result::Result::Ok(size) => {
                    max_size += size;
                }
                ::core::result::Result::Err(err) => {
                    break 'msg (::core::result::Result::<usize, _>::Err(err));
                }
            }
            match ::micropb::const_map!(
                ::core::result::Result::Ok(8usize), | size | size + 2usize
            ) {
                ::core::result::Result::Ok(size) => {
                    max_size += size;
                }
                ::core::result::Result::Err(err) => {
                    break 'msg (::core::result::Result::<usize, _>::Err(err));
                }
            }
            match ::micropb::const_map!(
                ::core::result::Result::Ok(8usize), | size | size + 2usize
            ) {
                ::core::result::Result::Ok(size) => {
                    max_size += size;
                }
                ::core::result::Result::Err(err) => {
                    break 'msg (::core::result::Result::<usize, _>::Err(err));
                }
            }
            match ::micropb::const_map!(
                ::core::result::Result::Ok(8usize), | size | size + 2usize
            ) {
                ::core::result::Result::Ok(size) => {
                    max_size += size;
                }
                ::core::result::Result::Err(err) => {
                    break 'msg (::core::result::Result::<usize, _>::Err(err));
                }
            }
            match ::micropb::const_map!(
                ::core::result::Result::Ok(8usize), | size | size + 2usize
            ) {
                ::core::result::Result::Ok(size) => {
                    max_size += size;
                }
                ::core::result::Result::Err(err) => {
                    break 'msg (::core::result::Result::<usize, _>::Err(err));
                }
            }
            match ::micropb::const_map!(
                ::core::result::Result::Ok(8usize), | size | size + 2usize
            ) {
                ::core::result::Result::Ok(size) => {
                    max_size += size;
                }
                ::core::result::Result::Err(err) => {
                    break 'msg (::core::result::Result::<usize, _>::Err(err));
                }
            }
            match ::micropb::const_map!(
                ::core::result::Result::Ok(8usize), | size | size + 2usize
            ) {
                ::core::result::Result::Ok(size) => {
                    max_size += size;
                }
                ::core::result::Result::Err(err) => {
                    break 'msg (::core::result::Result::<usize, _>::Err(err));
                }
            }
            match ::micropb::const_map!(
                ::core::result::Result::Ok(8usize), | size | size + 2usize
            ) {
                ::core::result::Result::Ok(size) => {
                    max_size += size;
                }
                ::core::result::Result::Err(err) => {
                    break 'msg (::core::result::Result::<usize, _>::Err(err));
                }
            }
            match ::micropb::const_map!(
                ::core::result::Result::Ok(8usize), | size | size + 2usize
            ) {
                ::core::result::Result::Ok(size) => {
                    max_size += size;
                }
                ::core::result::Result::Err(err) => {
                    break 'msg (::core::result::Result::<usize, _>::Err(err));
                }
            }
            match ::micropb::const_map!(
                ::core::result::Result::Ok(8usize), | size | size + 2usize
            ) {
                ::core::result::Result::Ok(size) => {
                    max_size += size;
                }
                ::core::result::Result::Err(err) => {
                    break 'msg (::core::result::Result::<usize, _>::Err(err));
                }
            }
            match ::micropb::const_map!(
                ::core::result::Result::Ok(8usize), | size | size + 2usize
            ) {
                ::core::result::Result::Ok(size) => {
                    max_size += size;
                }
                ::core::result::Result::Err(err) => {
                    break 'msg (::core::result::Result::<usize, _>::Err(err));
                }
            }
            match ::micropb::const_map!(
                ::core::result::Result::Ok(8usize), | size | size + 2usize
            ) {
                ::core::result::Result::Ok(size) => {
                    max_size += size;
                }
                ::core::result::Result::Err(err) => {
                    break 'msg (::core::result::Result::<usize, _>::Err(err));
                }
            }
            match ::micropb::const_map!(
                ::core::result::Result::Ok(8usize), | size | size + 2usize
            ) {
                ::core::result::Result::Ok(size) => {
                    max_size += size;
                }
                ::core::result::Result::Err(err) => {
                    break 'msg (::core::result::Result::<usize, _>::Err(err));
                }
            }
            match ::micropb::const_map!(
                ::core::result::Result::Ok(8usize), | size | size + 2usize
            ) {
                ::core::result::Result::Ok(size) => {
                    max_size += size;
                }
                ::core::result::Result::Err(err) => {
                    break 'msg (::core::result::Result::<usize, _>::Err(err));
                }
            }
            match ::micropb::const_map!(
                ::core::result::Result::Ok(8usize), | size | size + 2usize
            ) {
                ::core::result::Result::Ok(size) => {
                    max_size += size;
                }
                ::core::result::Result::Err(err) => {
                    break 'msg (::core::result::Result::<usize, _>::Err(err));
                }
            }
            match ::micropb::const_map!(
                ::core::result::Result::Ok(8usize), | size | size + 2usize
            ) {
                ::core::result::Result::Ok(size) => {
                    max_size += size;
                }
                ::core::result::Result::Err(err) => {
                    break 'msg (::core::result::Result::<usize, _>::Err(err));
                }
            }
            ::core::result::Result::Ok(max_size)
        };
        fn encode<IMPL_MICROPB_WRITE: ::micropb::PbWrite>(
            &self,
            encoder: &mut ::micropb::PbEncoder<IMPL_MICROPB_WRITE>,
        ) -> Result<(), IMPL_MICROPB_WRITE::Error> {
            use ::micropb::{PbMap, FieldEncode};
            {
                let val_ref = &self.r#v0;
                if *val_ref != 0.0 {
                    encoder.encode_varint32(9u32)?;
                    encoder.encode_double(*val_ref)?;
                }
            }
            {
                let val_ref = &self.r#v1;
                if *val_ref != 0.0 {
                    encoder.encode_varint32(17u32)?;
                    encoder.encode_double(*val_ref)?;
                }
            }
            {
                let val_ref = &self.r#v2;
                if *val_ref != 0.0 {
                    encoder.encode_varint32(25u32)?;
                    encoder.encode_double(*val_ref)?;
                }
            }
            {
                let val_ref = &self.r#v3;
                if *val_ref != 0.0 {
                    encoder.encode_varint32(33u32)?;
                    encoder.encode_double(*val_ref)?;
                }
            }
            {
                let val_ref = &self.r#v4;
                if *val_ref != 0.0 {
                    encoder.encode_varint32(41u32)?;
                    encoder.encode_double(*val_ref)?;
                }
            }
            {
                let val_ref = &self.r#v5;
                if *val_ref != 0.0 {
                    encoder.encode_varint32(49u32)?;
                    encoder.encode_double(*val_ref)?;
                }
            }
            {
                let val_ref = &self.r#v6;
                if *val_ref != 0.0 {
                    encoder.encode_varint32(57u32)?;
                    encoder.encode_double(*val_ref)?;
                }
            }
            {
                let val_ref = &self.r#v7;
                if *val_ref != 0.0 {
                    encoder.encode_varint32(65u32)?;
                    encoder.encode_double(*val_ref)?;
                }
            }
            {
                let val_ref = &self.r#v8;
                if *val_ref != 0.0 {
                    encoder.encode_varint32(73u32)?;
                    encoder.encode_double(*val_ref)?;
                }
            }
            {
                let val_ref = &self.r#v9;
                if *val_ref != 0.0 {
                    encoder.encode_varint32(81u32)?;
                    encoder.encode_double(*val_ref)?;
                }
            }
            {
                let val_ref = &self.r#v10;
                if *val_ref != 0.0 {
                    encoder.encode_varint32(89u32)?;
                    encoder.encode_double(*val_ref)?;
                }
            }
            {
                let val_ref = &self.r#v11;
                if *val_ref != 0.0 {
                    encoder.encode_varint32(97u32)?;
                    encoder.encode_double(*val_ref)?;
                }
            }
            {
                let val_ref = &self.r#v12;
                if *val_ref != 0.0 {
                    encoder.encode_varint32(105u32)?;
                    encoder.encode_double(*val_ref)?;
                }
            }
            {
                let val_ref = &self.r#v13;
                if *val_ref != 0.0 {
                    encoder.encode_varint32(113u32)?;
                    encoder.encode_double(*val_ref)?;
                }
            }
            {
                let val_ref = &self.r#v14;
                if *val_ref != 0.0 {
                    encoder.encode_varint32(121u32)?;
                    encoder.encode_double(*val_ref)?;
                }
            }
            {
                let val_ref = &self.r#v15;
                if *val_ref != 0.0 {
                    encoder.encode_varint32(129u32)?;
                    encoder.encode_double(*val_ref)?;
                }
            }
            {
                let val_ref = &self.r#v16;
                if *val_ref != 0.0 {
                    encoder.encode_varint32(137u32)?;
                    encoder.encode_double(*val_ref)?;
                }
            }
            {
                let val_ref = &self.r#v17;
                if *val_ref != 0.0 {
                    encoder.encode_varint32(145u32)?;
                    encoder.encode_double(*val_ref)?;
                }
            }
            {
                let val_ref = &self.r#v18;
                if *val_ref != 0.0 {
                    encoder.encode_varint32(153u32)?;
                    encoder.encode_double(*val_ref)?;
                }
            }
            {
                let val_ref = &self.r#v19;
                if *val_ref != 0.0 {
                    encoder.encode_varint32(161u32)?;
                    encoder.encode_double(*val_ref)?;
                }
            }
            {
                let val_ref = &self.r#v20;
                if *val_ref != 0.0 {
                    encoder.encode_varint32(169u32)?;
                    encoder.encode_double(*val_ref)?;
                }
            }
            {
                let val_ref = &self.r#v21;
                if *val_ref != 0.0 {
                    encoder.encode_varint32(177u32)?;
                    encoder.encode_double(*val_ref)?;
                }
            }
            {
                let val_ref = &self.r#v22;
                if *val_ref != 0.0 {
                    encoder.encode_varint32(185u32)?;
                    encoder.encode_double(*val_ref)?;
                }
            }
            {
                let val_ref = &self.r#v23;
                if *val_ref != 0.0 {
                    encoder.encode_varint32(193u32)?;
                    encoder.encode_double(*val_ref)?;
                }
            }
            {
                let val_ref = &self.r#v24;
                if *val_ref != 0.0 {
                    encoder.encode_varint32(201u32)?;
                    encoder.encode_double(*val_ref)?;
                }
            }
            {
                let val_ref = &self.r#v25;
                if *val_ref != 0.0 {
                    encoder.encode_varint32(209u32)?;
                    encoder.encode_double(*val_ref)?;
                }
            }
            {
                let val_ref = &self.r#v26;
                if *val_ref != 0.0 {
                    encoder.encode_varint32(217u32)?;
                    encoder.encode_double(*val_ref)?;
                }
            }
            {
                let val_ref = &self.r#v27;
                if *val_ref != 0.0 {
                    encoder.encode_varint32(225u32)?;
                    encoder.encode_double(*val_ref)?;
                }
            }
            {
                let val_ref = &self.r#v28;
                if *val_ref != 0.0 {
                    encoder.encode_varint32(233u32)?;
                    encoder.encode_double(*val_ref)?;
                }
            }
            {
                let val_ref = &self.r#v29;
                if *val_ref != 0.0 {
                    encoder.encode_varint32(241u32)?;
                    encoder.encode_double(*val_ref)?;
                }
            }
            {
                let val_ref = &self.r#v30;
                if *val_ref != 0.0 {
                    encoder.encode_varint32(249u32)?;
                    encoder.encode_double(*val_ref)?;
                }
            }
            {
                let val_ref = &self.r#v31;
                if *val_ref != 0.0 {
                    encoder.encode_varint32(257u32)?;
                    encoder.encode_double(*val_ref)?;
                }
            }
            Ok(())
        }
        fn compute_size(&self) -> usize {
            use ::micropb::{PbMap, FieldEncode};
            let mut size = 0;
            {
                let val_ref = &self.r#v0;
                if *val_ref != 0.0 {
                    size += 1usize + 8;
                }
            }
            {
                let val_ref = &self.r#v1;
                if *val_ref != 0.0 {
                    size += 1usize + 8;
                }
            }
            {
                let val_ref = &self.r#v2;
                if *val_ref != 0.0 {
                    size += 1usize + 8;
                }
            }
            {
                let val_ref = &self.r#v3;
                if *val_ref != 0.0 {
                    size += 1usize + 8;
                }
            }
            {
                let val_ref = &self.r#v4;
                if *val_ref != 0.0 {
                    size += 1usize + 8;
                }
            }
            {
                let val_ref = &self.r#v5;
                if *val_ref != 0.0 {
                    size += 1usize + 8;
                }
            }
            {
                let val_ref = &self.r#v6;
                if *val_ref != 0.0 {
                    size += 1usize + 8;
                }
            }
            {
                let val_ref = &self.r#v7;
                if *val_ref != 0.0 {
                    size += 1usize + 8;
                }
            }
            {
                let val_ref = &self.r#v8;
                if *val_ref != 0.0 {
                    size += 1usize + 8;
                }
            }
            {
                let val_ref = &self.r#v9;
                if *val_ref != 0.0 {
                    size += 1usize + 8;
                }
            }
            {
                let val_ref = &self.r#v10;
                if *val_ref != 0.0 {
                    size += 1usize + 8;
                }
            }
            {
                let val_ref = &self.r#v11;
                if *val_ref != 0.0 {
                    size += 1usize + 8;
                }
            }
            {
                let val_ref = &self.r#v12;
                if *val_ref != 0.0 {
                    size += 1usize + 8;
                }
            }
            {
                let val_ref = &self.r#v13;
                if *val_ref != 0.0 {
                    size += 1usize + 8;
                }
            }
            {
                let val_ref = &self.r#v14;
                if *val_ref != 0.0 {
                    size += 1usize + 8;
                }
            }
            {
                let val_ref = &self.r#v15;
                if *val_ref != 0.0 {
                    size += 2usize + 8;
                }
            }
            {
                let val_ref = &self.r#v16;
                if *val_ref != 0.0 {
                    size += 2usize + 8;
                }
            }
            {
                let val_ref = &self.r#v17;
                if *val_ref != 0.0 {
                    size += 2usize + 8;
                }
            }
            {
                let val_ref = &self.r#v18;
                if *val_ref != 0.0 {
                    size += 2usize + 8;
                }
            }
            {
                let val_ref = &self.r#v19;
                if *val_ref != 0.0 {
                    size += 2usize + 8;
                }
            }
            {
                let val_ref = &self.r#v20;
                if *val_ref != 0.0 {
                    size += 2usize + 8;
                }
            }
            {
                let val_ref = &self.r#v21;
                if *val_ref != 0.0 {
                    size += 2usize + 8;
                }
            }
            {
                let val_ref = &self.r#v22;
                if *val_ref != 0.0 {
                    size += 2usize + 8;
                }
            }
            {
                let val_ref = &self.r#v23;
                if *val_ref != 0.0 {
                    size += 2usize + 8;
                }
            }
            {
                let val_ref = &self.r#v24;
                if *val_ref != 0.0 {
                    size += 2usize + 8;
                }
            }
            {
                let val_ref = &self.r#v25;
                if *val_ref != 0.0 {
                    size += 2usize + 8;
                }
            }
            {
                let val_ref = &self.r#v26;
                if *val_ref != 0.0 {
                    size += 2usize + 8;
                }
            }
            {
                let val_ref = &self.r#v27;
                if *val_ref != 0.0 {
                    size += 2usize + 8;
                }
            }
            {
                let val_ref = &self.r#v28;
                if *val_ref != 0.0 {
                    size += 2usize + 8;
                }
            }
            {
                let val_ref = &self.r#v29;
                if *val_ref != 0.0 {
                    size += 2usize + 8;
                }
            }
            {
                let val_ref = &self.r#v30;
                if *val_ref != 0.0 {
                    size += 2usize + 8;
                }
            }
            {
                let val_ref = &self.r#v31;
                if *val_ref != 0.0 {
                    size += 2usize + 8;
                }
            }
            size
        }
    }
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    #[repr(transparent)]
    pub struct Role(pub i32);
    impl Role {
        /// Maximum encoded size of the enum
        pub const _MAX_SIZE: usize = 10usize;
        pub const Admin: Self = Self(0);
        pub const Editor: Self = Self(1);
        pub const Viewer: Self = Self(2);
        pub const Owner: Self = Self(3);
    }
    impl core::default::Default for Role {
        fn default() -> Self {
            Self(0)
        }
    }
    impl core::convert::From<i32> for Role {
        fn from(val: i32) -> Self {
            Self(val)
        }
    }
    impl core::fmt::Debug for Role {
        fn fmt(&self, formatter: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
            match *self {
                Role::Admin => formatter.write_str("Admin"),
                Role::Editor => formatter.write_str("Editor"),
                Role::Viewer => formatter.write_str("Viewer"),
                Role::Owner => formatter.write_str("Owner"),
                Self(n) => formatter.debug_tuple("_Unknown").field(&n).finish(),
            }
        }
    }
}
