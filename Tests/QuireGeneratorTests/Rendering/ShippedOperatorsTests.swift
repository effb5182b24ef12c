import Foundation
import QuireSchema
import Testing

@testable import QuireGenerator

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
            contentsOf: Places.package.appending(path: "Sources/QuireCore/Fields/OperatorSet.swift"),
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
