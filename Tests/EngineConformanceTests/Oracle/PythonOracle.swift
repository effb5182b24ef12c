import Foundation
import Quire

@testable import QuireConformance

/// The second oracle: the same documents and queries, evaluated by `oracle.py`, which shares no code with the
/// package.
enum PythonOracle {
    struct Results {
        /// The ids that each query finds, in the documents' order.
        var queries: [[String]]
        /// For each sort order, the ids in groups of equals.
        var orders: [[[String]]]
        /// For each count request, its facets with all their values.
        var countings: [[CountedFacet]]
    }

    struct Failure: Error, CustomStringConvertible {
        var description: String
    }

    /// Runs python3 once for all results.
    static func responses(
        queries: [FilterCase] = [], orders: [[SortKey]] = [], countings: [FacetCase] = []
    ) throws -> Results {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("quire-oracle-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let input = folder.appendingPathComponent("input.json")
        let output = folder.appendingPathComponent("output.json")
        try Data(text(queries, orders, countings).utf8).write(to: input)
        guard FileManager.default.createFile(atPath: output.path, contents: nil) else {
            throw Failure(description: "cannot write \(output.path)")
        }

        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["python3", script.path, input.path]
        let handle = try FileHandle(forWritingTo: output)
        process.standardOutput = handle
        try process.run()
        process.waitUntilExit()
        try handle.close()
        guard process.terminationStatus == 0 else {
            throw Failure(description: "oracle.py ended with status \(process.terminationStatus)")
        }
        return try JSONDecoder().decode(PythonOutput.self, from: Data(contentsOf: output)).results
    }

    private static let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("oracle.py")

    private static func text(
        _ queries: [FilterCase], _ orders: [[SortKey]], _ countings: [FacetCase]
    ) -> String {
        let fields = SamplesModule.descriptor.fields.fields.map {
            "\(jsonText($0.name)):\"\(name(of: $0.kind))\""
        }
        let metadata = LeafCases.metadataNames.map {
            "\"\($0)\":\"\(name(of: LeafCases.kindOfMetadata($0)))\""
        }
        return """
            {"fields":{\(fields.joined(separator: ","))},"metadata":{\(metadata.joined(separator: ","))},
            "documents":[\(HardDocuments.table.lines.joined(separator: ",\n"))],
            "queries":[\(queries.map(text).joined(separator: ",\n"))],
            "orders":[\(orders.map(text).joined(separator: ",\n"))],
            "countings":[\(countings.map(text).joined(separator: ",\n"))]}
            """
    }

    private static func text(_ counting: FacetCase) -> String {
        let refinements = counting.refinements.map { refinement in
            "{\"field\":\(jsonText(refinement.field)),\"tree\":\(text(QueryTree.leaf(refinement.leaf)))}"
        }
        let facets = counting.facets.map { facet in
            "{\"field\":\(jsonText(facet.field)),\"disjunctive\":\(facet.isDisjunctive)}"
        }
        return """
            {"query":\(text(counting.query)),"refinements":[\(refinements.joined(separator: ","))],\
            "facets":[\(facets.joined(separator: ","))]}
            """
    }

    private static func text(_ query: FilterCase) -> String {
        let parts = [("values", query.values), ("metadata", query.metadata)]
            .compactMap { key, tree in tree.map { "\"\(key)\":\(text($0))" } }
        return "{\(parts.joined(separator: ","))}"
    }

    private static func text(_ order: [SortKey]) -> String {
        let keys = order.map { key in
            let (name, isMetadata) =
                switch key.property {
                case .value(let name): (name, false)
                case .metadata(let name): (name, true)
                }
            let nulls = key.nulls.map { $0 == .first ? "\"first\"" : "\"last\"" } ?? "null"
            return """
                {"property":\(jsonText(name)),"metadata":\(isMetadata),"descending":\(key.order == .descending),\
                "nulls":\(nulls)}
                """
        }
        return "[\(keys.joined(separator: ","))]"
    }

    private static func text(_ tree: QueryTree) -> String {
        switch tree {
        case .and(let operands): "{\"and\":[\(operands.map(text).joined(separator: ","))]}"
        case .or(let operands): "{\"or\":[\(operands.map(text).joined(separator: ","))]}"
        case .not(let operand): "{\"not\":\(text(operand))}"
        case .leaf(let leaf):
            """
            {"op":"\(leaf.operation.rawValue)","property":\(jsonText(leaf.property)),"value":\(text(leaf.value))}
            """
        }
    }

    private static func text(_ value: FilterValue) -> String {
        switch value {
        case .null: "null"
        case .string(let text): "{\"s\":\(jsonText(text))}"
        case .integer(let number): "{\"i\":\"\(number)\"}"
        case .date(let milliseconds): "{\"d\":\"\(milliseconds)\"}"
        case .number(let number):
            "{\"n\":\"\(String(repeating: "0", count: number.bitPattern.leadingZeroBitCount / 4))"
                + "\(number.bitPattern == 0 ? "" : String(number.bitPattern, radix: 16))\"}"
        case .boolean(let truth): "{\"b\":\(truth)}"
        case .field(let name): "{\"f\":\(jsonText(name))}"
        case .list(let values): "{\"l\":[\(values.map(text).joined(separator: ","))]}"
        }
    }

    private static func name(of kind: FieldKind) -> String {
        switch kind {
        case .text, .longText, .html, .url, .image, .video, .audio, .document, .color, .choice,
            .scalar(.text):
            "text"
        case .integer, .scalar(.integer): "integer"
        case .number, .scalar(.number): "number"
        case .boolean, .scalar(.boolean): "boolean"
        case .date(let format), .time(let format), .dateTime(let format):
            switch format {
            case .epochMilliseconds: "ms"
            case .epochSeconds: "seconds"
            case .rfc3339: "rfc3339"
            case .dateOnly: "dateOnly"
            }
        case .geopoint: "place"
        case .json: "opaque"
        case .object: "object"
        case .localizedText: "localized"
        case .relation: "relation"
        case .choices: "list text"
        case .relations: "list relation"
        case .list(let element): "list \(name(of: element))"
        }
    }
}

/// The oracle's output.
private struct PythonOutput: Decodable {
    var queries: [[String]]
    var orders: [[[String]]]
    var countings: [[Facet]]

    var results: PythonOracle.Results {
        PythonOracle.Results(
            queries: queries, orders: orders, countings: countings.map { $0.map(\.counted) })
    }

    struct Facet: Decodable {
        struct Statistics: Decodable {
            var count: Int
            var minimum: Double
            var maximum: Double
            var sum: Double?
            var magnitude: Double?
        }

        var counts: [Count]
        var statistics: Statistics?

        var counted: CountedFacet {
            CountedFacet(
                counts: counts.map(\.counted),
                statistics: statistics.map {
                    CountedFacet.Statistics(
                        count: $0.count, minimum: $0.minimum, maximum: $0.maximum, sum: $0.sum,
                        magnitude: $0.magnitude)
                })
        }
    }

    /// A value, after the letter of its type, and its count.
    struct Count: Decodable {
        let counted: CountedFacet.Count

        init(from decoder: any Decoder) throws {
            var pair = try decoder.unkeyedContainer()
            let value = try pair.nestedContainer(keyedBy: Key.self)
            let key = value.allKeys.first ?? Key(stringValue: "")
            let text =
                key.stringValue == "b"
                ? "\(try value.decode(Bool.self, forKey: key))" : try value.decode(String.self, forKey: key)
            counted = CountedFacet.Count(
                value: CountedFacet.Value(key.stringValue, text), count: try pair.decode(Int.self))
        }

        private struct Key: CodingKey {
            var stringValue: String
            var intValue: Int? { nil }
            init(stringValue: String) { self.stringValue = stringValue }
            init?(intValue: Int) { nil }
        }
    }
}
