/// Reads Unicode scalars from bytes that may be invalid UTF-8.
package enum UTF8Reading {
    /// The scalar at an index and its length in bytes, or `nil` if the bytes are not valid UTF-8.
    package static func scalar(in bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> (
        scalar: UInt32, length: Int
    )? {
        let first = UInt32(bytes[index])
        if first < 0x80 { return (first, 1) }
        func next(_ offset: Int) -> UInt32? {
            guard index + offset < bytes.count else { return nil }
            let byte = UInt32(bytes[index + offset])
            return byte & 0xC0 == 0x80 ? byte & 0x3F : nil
        }
        switch first {
        case 0xC2...0xDF:
            guard let second = next(1) else { return nil }
            return ((first & 0x1F) << 6 | second, 2)
        case 0xE0...0xEF:
            guard let second = next(1), let third = next(2) else { return nil }
            let scalar = (first & 0x0F) << 12 | second << 6 | third
            return scalar >= 0x800 && scalar & 0xF800 != 0xD800 ? (scalar, 3) : nil
        case 0xF0...0xF4:
            guard let second = next(1), let third = next(2), let fourth = next(3) else { return nil }
            let scalar = (first & 0x07) << 18 | second << 12 | third << 6 | fourth
            return scalar >= 0x10000 && scalar <= 0x10FFFF ? (scalar, 4) : nil
        default: return nil
        }
    }
}
