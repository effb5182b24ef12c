import Foundation
import QuireGenerator
import Testing

@Suite("Deterministic output")
struct DeterminismTests {
    /// Modules, shared choices, operator sets and scalars: everything that passes through a dictionary or a set.
    static let schema: String = {
        let operators = ["=", "!=", "<", "<=", ">", ">=", "in", "!in", "between"]
        let modules = (0..<60).map { module in
            let fields = (0..<9).map { field in
                let subset = operators.enumerated().filter {
                    (module * 7 + field * 3) >> $0.offset % 5 & 1 == 1
                }
                let list =
                    subset.isEmpty
                    ? ""
                    : #", "operators": ["# + subset.map { "\"\($0.element)\"" }.joined(separator: ", ") + "]"
                return #"{"name": "field \#(field)", "type": "integer"\#(list)}"#
            }
            return
                #"{"name": "module \#(module)", "fields": [\#(fields.joined(separator: ", ")), {"name": "kind", "type": "choice", "enum": "kind \#(module % 4)"}, {"name": "when", "type": "date"}]}"#
        }
        let enums = (0..<4).map { #"{"name": "kind \#($0)", "values": ["a", "b"]}"# }
        return
            #"{"quire": 1, "enums": [\#(enums.joined(separator: ", "))], "modules": [\#(modules.joined(separator: ", "))]}"#
    }()

    @Test("Ten processes with random hash seeds write the same bytes")
    func processes() throws {
        let folder = try TemporaryFolder()
        try folder.write(Self.schema, to: "Schema/all.json")
        var environment = ProcessInfo.processInfo.environment
        environment["SWIFT_DETERMINISTIC_HASHING"] = nil
        var first: [String: String]?
        for attempt in 0..<10 {
            let outcome = try run(
                Places.program("quire-generate"),
                ["--schema", folder.path + "/Schema", "--output", folder.path + "/out\(attempt)"],
                environment: environment)
            #expect(outcome.code == 0, "\(outcome.errors)")
            #expect(outcome.output.isEmpty && outcome.errors.isEmpty)
            let texts = try folder.texts(in: "out\(attempt)")
            if let first { #expect(texts == first) } else { first = texts }
        }
    }

    @Test("A schema with five hundred modules generates each of them once, spread over all files")
    func big() throws {
        let fields = (0..<20).map { #"{"name": "field \#($0)", "type": "text"}"# }.joined(separator: ", ")
        let modules = (0..<500).map { #"{"name": "module \#($0)", "fields": [\#(fields)]}"# }
        let generation = try generated(#"{"quire": 1, "modules": [\#(modules.joined(separator: ", "))]}"#)
        let shards = generation.files.dropLast()
        for file in shards { #expect(file.text.contains(": ContentModule {")) }
        let declared = shards.map { $0.text.components(separatedBy: ": ContentModule {").count - 1 }
        #expect(declared.reduce(0, +) == 500)
        let index = try #require(generation.files.last)
        #expect(index.text.components(separatedBy: ".descriptor,").count - 1 == 500)
    }
}
