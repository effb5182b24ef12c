import Foundation
import Seeds

@testable import QuireSchema

/// JSON as a plain tree, from Quire's parser or Foundation's decoder.
indirect enum Tree: Hashable, Decodable {
    case null, boolean(Bool), number(Double), string([UInt8]), array([Tree]), object([[UInt8]: Tree]), invalid

    init(_ value: JSONValue) {
        switch value.kind {
        case .null: self = .null
        case .boolean: self = value.boolean.map(Tree.boolean) ?? .invalid
        case .number: self = value.number.map(Tree.number) ?? .invalid
        case .string: self = value.string.map { .string(Array($0.utf8)) } ?? .invalid
        case .array: self = .array(value.elements.map(Tree.init))
        case .object:
            var members: [[UInt8]: Tree] = [:]
            for index in value.keyIndexes {
                let key = JSONValue(document: value.document, index: index)
                members[Array((key.string ?? "").utf8)] = Tree(
                    JSONValue(document: value.document, index: index + 1))
            }
            self = .object(members)
        case .invalid: self = .invalid
        }
    }

    /// The number that Quire's parser reads.
    static func parsedNumber(_ text: String) -> Double? {
        JSONDocument(path: "x", bytes: Array(text.utf8)).root.number
    }

    private struct AnyKey: CodingKey {
        var stringValue: String
        var intValue: Int? { nil }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    init(from decoder: any Decoder) throws {
        if let container = try? decoder.container(keyedBy: AnyKey.self) {
            var members: [[UInt8]: Tree] = [:]
            for key in container.allKeys {
                members[Array(key.stringValue.utf8)] = try container.decode(Tree.self, forKey: key)
            }
            self = .object(members)
            return
        }
        if var container = try? decoder.unkeyedContainer() {
            var elements: [Tree] = []
            while !container.isAtEnd { elements.append(try container.decode(Tree.self)) }
            self = .array(elements)
            return
        }
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let boolean = try? container.decode(Bool.self) {
            self = .boolean(boolean)
        } else if let number = try? container.decode(Double.self) {
            self = .number(number)
        } else {
            self = .string(Array(try container.decode(String.self).utf8))
        }
    }

    /// A tree of a given depth; the keys of an object are unique.
    static func random(_ random: inout SeededGenerator, depth: Int) -> Tree {
        switch Int.random(in: 0..<(depth == 0 ? 5 : 8), using: &random) {
        case 0: return .null
        case 1: return .boolean(.random(using: &random))
        case 2: return .number(Double(Int.random(in: -1000...1000, using: &random)))
        case 3: return .number(Double.random(in: -1e9...1e9, using: &random))
        case 4: return .string(text(&random))
        case 5, 6:
            return .array(
                (0..<Int.random(in: 0..<6, using: &random)).map { _ in Tree.random(&random, depth: depth - 1)
                })
        default:
            var members: [[UInt8]: Tree] = [:]
            for _ in 0..<Int.random(in: 0..<40, using: &random) {
                members[text(&random)] = Tree.random(&random, depth: depth / 2)
            }
            return .object(members)
        }
    }

    private static func text(_ random: inout SeededGenerator) -> [UInt8] {
        let alphabet: [String] = ["a", "b", "\"", "\\", "/", "\n", "\u{1}", "é", "€", "😀", "\u{7F}", " "]
        var text = ""
        for _ in 0..<Int.random(in: 0..<8, using: &random) {
            text += alphabet.randomElement(using: &random) ?? ""
        }
        return Array(text.utf8)
    }

    /// The tree as JSON, with random white space and escapes.
    func written(_ random: inout SeededGenerator) -> String {
        let space = ["", "", " ", "\n\t"].randomElement(using: &random) ?? ""
        switch self {
        case .null: return space + "null"
        case .boolean(let boolean): return space + (boolean ? "true" : "false")
        case .number(let number): return space + "\(number)"
        case .string(let bytes): return space + Tree.quoted(bytes, &random)
        case .array(let elements):
            return "[" + elements.map { $0.written(&random) }.joined(separator: space + ",") + "]"
        case .object(let members):
            let entries = members.map {
                Tree.quoted($0.key, &random) + space + ":" + $0.value.written(&random)
            }
            return "{" + space + entries.joined(separator: ",") + space + "}"
        case .invalid: return "invalid"
        }
    }

    private static func quoted(_ bytes: [UInt8], _ random: inout SeededGenerator) -> String {
        var text = "\""
        for unit in String(decoding: bytes, as: UTF8.self).utf16 {
            if unit == 0x22 || unit == 0x5C || unit < 0x20 || unit > 0x7E
                || Int.random(in: 0..<5, using: &random) == 0
            {
                let digits = String(unit, radix: 16, uppercase: .random(using: &random))
                text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            } else {
                text.unicodeScalars.append(Unicode.Scalar(UInt8(unit)))
            }
        }
        return text + "\""
    }
}

/// Whether diagnostics print a character as it is.
func isPrinted(_ scalar: Unicode.Scalar) -> Bool { isPrintable(scalar) }
