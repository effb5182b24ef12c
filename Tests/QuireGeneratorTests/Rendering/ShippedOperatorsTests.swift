import Foundation
import QuireSchema
import Testing

@testable import QuireGenerator

@Suite("Operator sets of the runtime")
struct ShippedOperatorsTests {
    /// The sets as declared in the runtime's source: name → markers.
    static func declared() throws -> [String: Set<String>] {
        let source = try String(
            contentsOf: Places.package.appending(path: "Sources/QuireCore/Fields/OperatorSets.swift"),
            encoding: .utf8)
        var result: [String: Set<String>] = [:]
        for match in source.matches(of: #/public enum (\w+Operators):([\w\s,]+)\{\}/#) {
            let markers = match.2.split(whereSeparator: { $0 == "," || $0.isWhitespace }).map(String.init)
            result[String(match.1)] = Set(markers)
        }
        return result
    }

    @Test("The generator's list equals the runtime's, set by set")
    func sets() throws {
        let declared = try Self.declared()
        #expect(Set(declared.keys) == Set(ShippedOperators.sets.map(\.name)))
        for set in ShippedOperators.sets {
            let allowed = set.operators.compactMap(\.marker).map { "Allows" + $0 }
            let forbidden = Operator.allCases.filter { $0.canBeForbidden && !set.operators.contains($0) }
                .compactMap(\.marker).map { "Forbids" + $0 }
            let expected = Set(allowed + forbidden + ["ForbidsSort", "ForbidsFacet", "ForbidsSearch"])
            #expect(declared[set.name] == expected, "\(set.name)")
        }
    }

    @Test("Every marker in the output exists in the runtime")
    func markers() throws {
        let source = try String(
            contentsOf: Places.package.appending(path: "Sources/QuireCore/Fields/OperatorSet.swift"),
            encoding: .utf8)
        for operation in Operator.allCases {
            guard let marker = operation.marker else { continue }
            #expect(source.contains("protocol Allows\(marker): OperatorSet"))
            #expect(source.contains("protocol Forbids\(marker): OperatorSet") == operation.canBeForbidden)
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
