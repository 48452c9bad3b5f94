#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| typecase_fuzz::bodies::columnar_message(data));
