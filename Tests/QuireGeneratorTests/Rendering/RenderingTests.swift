import Foundation
import QuireSchema
import Testing

@testable import QuireGenerator

@Suite("Text from a schema never becomes code")
struct HostileTextTests {
    static let texts = [
        "*/ }", "\"\"\"#", "\"\"\"", "\\(fatalError())", "\\#(fatalError())", "#\"\"\"#", "a\nfatalError()",
        "a\r\nb",
        "\u{2028}fatalError()", "\u{85}x", "\u{202E}reversed\u{2066}", "\u{0}", "\\u{41}", "\\", "'\"`",
        "///", "#if x",
        "\u{FEFF}", "e\u{301}", "😀", "\t", "$0",
    ]

    private static func hidden(in text: String) -> [Unicode.Scalar] {
        text.unicodeScalars.filter { !Literals.shows($0) }
    }

    @Test("A JSON string in the descriptor is read back as the same text", arguments: texts)
    func json(text: String) throws {
        let literal = Literals.json(text)
        let read = try JSONSerialization.jsonObject(with: Data(literal.utf8), options: .fragmentsAllowed)
        #expect((read as? String)?.unicodeScalars.elementsEqual(text.unicodeScalars) == true)
        // Nothing in it can end a raw literal or begin an interpolation.
        #expect(!literal.contains("\\#"))
        #expect(!literal.contains("\"\"\""))
        #expect(!literal.dropFirst().dropLast().contains("\""))
        #expect(literal.split(whereSeparator: \.isNewline).count == 1)
    }

    @Test("A comment stays a comment on every line", arguments: texts)
    func comments(text: String) {
        for line in DocComment.lines([text, text]) {
            #expect(line.hasPrefix("///"))
            #expect(line.split(whereSeparator: \.isNewline).count == 1)
            #expect(Self.hidden(in: line).isEmpty)
        }
    }

    @Test("A string literal shows its contents", arguments: texts)
    func literals(text: String) {
        let literal = Literals.string(text)
        #expect(Self.hidden(in: literal).isEmpty)
        #expect(!literal.replacingOccurrences(of: #"\\"#, with: "").contains(#"\("#))
    }
}

@Suite("Operator sets of the runtime")
struct ShippedOperatorsTests {
    /// The sets that the runtime's source declares: each name with the operators that it allows.
    static func declared() throws -> [String: Set<String>] {
        let source = try String(
            contentsOf: Places.package.appending(path: "Sources/QuireCore/Fields/OperatorSets.swift"),
            encoding: .utf8)
        var result: [String: Set<String>] = [:]
        for match in source.matches(of: #/public enum (\w+Operators): OperatorSet \{([^}]*)\}/#) {
            let allowed = match.2.matches(of: #/typealias (\w+) = AllowedOperator/#).map { String($0.1) }
            result[String(match.1)] = Set(allowed)
        }
        return result
    }

    @Test("The generator's list equals the runtime's, set by set")
    func sets() throws {
        let declared = try Self.declared()
        #expect(Set(declared.keys) == Set(ShippedOperators.sets.map(\.name)))
        for set in ShippedOperators.sets {
            #expect(declared[set.name] == Set(set.operators.compactMap(\.typeName)), "\(set.name)")
        }
    }

    @Test("Every operator in the output is a type of the runtime's operator sets")
    func operators() throws {
        let source = try String(
            contentsOf: Places.package.appending(path: "Sources/QuireCore/Fields/OperatorSets.swift"),
            encoding: .utf8)
        for name in Operator.allCases.compactMap(\.typeName) {
            #expect(source.contains("associatedtype \(name) = ForbiddenOperator\n"))
        }
    }

    @Test("Every type's default operators are a set that the runtime contains")
    func defaults() {
        let types: [FieldType] = [
            .text, .longText, .html, .integer, .number, .boolean, .date(.rfc3339), .url, .image, .color,
            .geopoint,
            .json, .choice(.shared(name: "a")), .choices(.shared(name: "a")), .list(.text), .list(.integer),
            .list(.boolean), .list(.geopoint), .object([]), .localizedText, .relation(module: "a"),
            .relations(module: "a"),
        ]
        var unshipped: [String] = []
        for type in types where ShippedOperators.name(of: Set(type.defaultOperators()), type: type) == nil {
            unshipped.append("\(type)")
        }
        // A list of Booleans has only `contains`, which is too rare to include.
        #expect(unshipped == ["list(QuireSchema.FieldType.boolean)"])
    }
}
