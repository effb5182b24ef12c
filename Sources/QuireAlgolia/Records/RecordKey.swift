import QuireCore
import QuireEngine
import QuireRemote

/// The representation of a value in filters: only ASCII letters and digits, so that case, accents and the syntax of
/// filters cannot make two different values equal.
enum RecordKey {
    /// The maximum length of a text in UTF-8 bytes. For longer texts the key contains a digest instead.
    static let longestText = 200

    /// The key of a value; `nil` if no value of the field can equal it.
    ///
    /// - Parameter isWhole: Whether the field holds integers or dates; otherwise it holds numbers with a fraction.
    static func key(of value: EvaluatedValue, isWhole: Bool) -> String? {
        guard exists(for: value, isWhole: isWhole) else { return nil }
        return string { append(value, isWhole: isWhole, to: &$0) }
    }

    static func key(of text: String) -> String { string { append(text, to: &$0) } }

    private static func string(_ write: (inout [UInt8]) -> Void) -> String {
        var bytes: [UInt8] = []
        write(&bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Whether a value of the field can equal a value, which then has a key.
    static func exists(for value: EvaluatedValue, isWhole: Bool) -> Bool {
        switch value {
        case .text, .boolean: true
        case .integer, .number: isWhole ? value.exactInteger != nil : value.exactDouble != nil
        case .place, .opaque: false
        }
    }

    /// Appends the key of a value that has one.
    static func append(_ value: EvaluatedValue, isWhole: Bool, to bytes: inout [UInt8]) {
        switch value {
        case .text(let text): append(text, to: &bytes)
        case .boolean(let truth): bytes.append(fixed: truth ? "bt" : "bf")
        case .integer, .number:
            if isWhole {
                guard let number = value.exactInteger else { return }
                bytes.append(fixed: number < 0 ? "im" : "ip")
                bytes.append(digitsOf: number.magnitude)
            } else if let number = value.exactDouble {
                // The bits of the number; positive and negative zero have the same key.
                bytes.append(UInt8(ascii: "f"))
                bytes.append(hexadecimal: (number == 0 ? 0 : number).bitPattern)
            }
        case .place, .opaque: break
        }
    }

    /// Appends the key of a text.
    static func append(_ text: String, to bytes: inout [UInt8]) {
        guard text.utf8.count <= longestText else {
            bytes.append(UInt8(ascii: "h"))
            return bytes.append(text: SHA256.hexadecimal(of: text))
        }
        bytes.append(UInt8(ascii: "s"))
        append(hexadecimalOf: text, to: &bytes)
    }

    /// The key of a tag with a name and a value.
    static func key(ofTag name: String, _ value: String?) -> String {
        let name = hexadecimal(of: name.utf8, after: "t")
        return value.map { hexadecimal(of: $0.utf8, after: name + "x") } ?? name
    }

    /// Two digits per byte, so that any collation sorts the result like the bytes.
    static func hexadecimal(of bytes: some Collection<UInt8>, after prefix: String = "") -> String {
        var text = Array(prefix.utf8)
        text.reserveCapacity(text.count + 2 * bytes.count)
        append(hexadecimalOf: bytes, to: &text)
        return String(decoding: text, as: UTF8.self)
    }

    private static func append(hexadecimalOf bytes: some Collection<UInt8>, to text: inout [UInt8]) {
        for byte in bytes {
            let (high, low) = byte.lowercaseDigits
            text.append(high)
            text.append(low)
        }
    }

    /// The same for a text of at most `longestText` bytes, without growing the result for each of them.
    private static func append(hexadecimalOf text: String, to bytes: inout [UInt8]) {
        var text = text
        text.withUTF8 { text in
            withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 2 * text.count) { digits in
                var position = 0
                for byte in text {
                    (digits[position], digits[position + 1]) = byte.lowercaseDigits
                    position += 2
                }
                bytes.append(contentsOf: UnsafeBufferPointer(digits))
            }
        }
    }

    /// The value of a key; `nil` if the key is a digest or invalid.
    static func value(of key: String, isDate: Bool) -> FilterValue? {
        let rest = key.dropFirst()
        switch key.utf8.first {
        case UInt8(ascii: "s"): return text(ofHexadecimal: rest).map(FilterValue.string)
        case UInt8(ascii: "i"):
            let sign = rest.first == "m" ? "-" : ""
            guard let number = Int64(sign + rest.dropFirst()) else { return nil }
            return isDate ? .date(milliseconds: number) : .integer(number)
        case UInt8(ascii: "f"): return UInt64(rest, radix: 16).map { .number(Double(bitPattern: $0)) }
        case UInt8(ascii: "b"): return rest == "t" ? .boolean(true) : rest == "f" ? .boolean(false) : nil
        default: return nil
        }
    }

    private static func text(ofHexadecimal digits: Substring) -> String? {
        var bytes: [UInt8] = []
        var high: UInt8?
        for digit in digits.utf8 {
            let value: UInt8
            switch digit {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): value = digit - UInt8(ascii: "0")
            case UInt8(ascii: "a")...UInt8(ascii: "f"): value = digit - UInt8(ascii: "a") + 10
            default: return nil
            }
            if let first = high {
                bytes.append(first << 4 | value)
                high = nil
            } else {
                high = value
            }
        }
        return high == nil ? String(validating: bytes, as: UTF8.self) : nil
    }
}
