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
        switch value {
        case .text(let text): return key(of: text)
        case .boolean(let truth): return truth ? "bt" : "bf"
        case .integer, .number:
            guard !isWhole else { return value.exactInteger.map { "\($0 < 0 ? "im" : "ip")\($0.magnitude)" } }
            // The bits of the number; positive and negative zero have the same key.
            return value.exactDouble.map { "f" + ($0 == 0 ? 0 : $0).bitPattern.hexadecimal }
        case .place, .opaque: return nil
        }
    }

    static func key(of text: String) -> String {
        text.utf8.count > longestText
            ? "h" + SHA256.hexadecimal(of: text) : hexadecimal(of: text.utf8, after: "s")
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
        for byte in bytes {
            let (high, low) = byte.lowercaseDigits
            text.append(high)
            text.append(low)
        }
        return String(decoding: text, as: UTF8.self)
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

/// An id as a sequence of numbers that sorts like the id's bytes, for engines that can only compare numbers.
enum RecordPlace {
    /// Six bytes make a number below 2^53. Each byte counts from 1, so that the end of an id differs from a zero byte.
    static func numbers(of id: String) -> [Int64] {
        var numbers: [Int64] = []
        var number: Int64 = 0
        var count = 0
        for byte in id.utf8 {
            number = number * 257 + Int64(byte) + 1
            count += 1
            if count == 6 {
                numbers.append(number)
                (number, count) = (0, 0)
            }
        }
        guard count > 0 else { return numbers }
        while count < 6 {
            number *= 257
            count += 1
        }
        return numbers + [number]
    }
}
