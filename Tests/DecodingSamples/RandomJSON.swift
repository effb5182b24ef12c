import QuireCore

/// Random JSON, as values and as texts that write the same value in many ways.
package struct RandomJSON {
    package var random: SeededGenerator

    package init(seed: UInt64) { random = SeededGenerator(seed: seed) }

    package mutating func value(depth: Int = 4) -> JSONValue {
        switch Int.random(in: 0..<(depth > 0 ? 9 : 6), using: &random) {
        case 0: return .null
        case 1: return .boolean(Bool.random(using: &random))
        case 2: return .integer(integer())
        case 3: return .number(number())
        case 4, 5: return .string(string())
        case 6:
            return .array((0..<Int.random(in: 0...5, using: &random)).map { _ in value(depth: depth - 1) })
        default:
            let names = Set((0..<Int.random(in: 0...5, using: &random)).map { _ in string() })
            return .object(names.sorted().map { JSONValue.Member($0, value(depth: depth - 1)) })
        }
    }

    package mutating func integer() -> Int64 {
        let raw = Int64(bitPattern: random.next())
        return raw >> Int64.random(in: 0...63, using: &random)
    }

    package mutating func number() -> Double {
        switch Int.random(in: 0..<4, using: &random) {
        case 0: return Double(integer()) / 100
        case 1: return Double.random(in: -1e6...1e6, using: &random)
        case 2: return Double(Int.random(in: -9_999...9_999, using: &random)) / 10 + 0.5
        default:
            let number = Double(bitPattern: random.next())
            return number.isFinite ? number : 0.1
        }
    }

    package mutating func string() -> String {
        let pieces = [
            "a", "Z", "9", " ", "\"", "\\", "/", "\n", "\t", "\u{8}", "\u{1}", "é", "€", "日本", "👩‍👩‍👧", "ß",
            "\u{301}", "key",
        ]
        return (0..<Int.random(in: 0...14, using: &random)).map { _ in
            pieces.randomElement(using: &random) ?? ""
        }.joined()
    }

    // MARK: - Texts

    package mutating func text(of value: JSONValue) -> String {
        switch value {
        case .array(let elements):
            return "[" + space() + elements.map { text(of: $0) + space() }.joined(separator: "," + space())
                + "]"
        case .object(let members):
            let texts = members.map {
                quoted($0.name) + space() + ":" + space() + text(of: $0.value) + space()
            }
            return "{" + space() + texts.joined(separator: "," + space()) + "}"
        case .string(let string): return quoted(string)
        default: return value.description
        }
    }

    private mutating func space() -> String {
        ["", "", "", " ", "\n", "\t\r "].randomElement(using: &random) ?? ""
    }

    /// The string with its characters escaped or not, as JSON allows.
    private mutating func quoted(_ string: String) -> String {
        var text = "\""
        for scalar in string.unicodeScalars {
            let mustEscape = scalar.value < 0x20 || scalar == "\"" || scalar == "\\"
            guard mustEscape || Int.random(in: 0..<8, using: &random) == 0 else {
                text.unicodeScalars.append(scalar)
                continue
            }
            for unit in String(scalar).utf16 {
                let digits = String(unit, radix: 16, uppercase: Bool.random(using: &random))
                text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            }
        }
        return text + "\""
    }
}
