#if SQLite
import Foundation
import Quire
import QuireStore
import Testing
import TransportDoubles

/// Lines for a cluster are validated in the client, lines for a store by the store. Both must agree.
@Suite("Lines are validated the same for clusters and stores")
struct InstanceCheckTests {
    private func problems(_ lines: [String], requiresFields: Bool) throws -> [Int: ContentDecodingError] {
        let module = try Notes.module()
        var problems: [Int: ContentDecodingError] = [:]
        for (index, line) in lines.enumerated() where line.utf8.contains(where: { $0 > 0x20 }) {
            do {
                _ = try ClusterLines.instance(line, of: module, requiresFields: requiresFields)
            } catch let error as ContentDecodingError {
                problems[index + 1] = error
            }
        }
        return problems
    }

    private func storeProblems(
        _ lines: [String], requiresFields: Bool
    ) async throws -> [Int: ContentDecodingError] {
        let store = try await Store(.memory, modules: [try Notes.module()])
        var options = LoadOptions()
        options.requiresFields = requiresFields
        options.rejectedLimit = lines.count
        let data = Data(lines.joined(separator: "\n").utf8)
        let summary = try await store.load("notes", from: .data(data), options: options)
        return Dictionary(uniqueKeysWithValues: summary.rejected.map { ($0.line, $0.error) })
    }

    private static let values = [
        "null", "true", "false", "0", "1", "-0", "1.0", "1.5", "1e2", "1e300", "9223372036854775807",
        "9223372036854775808", "\"\"", "\"a\"", "\"calm\"", "\"2024-02-29\"", "\"2024-02-30\"",
        "\"2024-02-29T12:00:00Z\"", "[]", "[null]", "[\"a\"]", "[1]", "[\"a\",1]", "[1.0]", "[[\"a\"]]", "{}",
        "{\"x\":1}", "{\"x\":\"a\"}", "{\"id\":\"a\"}", "{\"id\":1}", "{\"lat\":1,\"lng\":2}",
        "{\"latitude\":1,\"longitude\":2}", "{\"latitude\":91,\"longitude\":2}", "[2,1]", "[2,1,0]",
        "[2,\"a\"]",
        "{\"en\":\"a\"}", "{\"en\":1}", "[{\"id\":\"a\"}]", "[{\"ID\":\"a\"}]",
    ]

    @Test("Every kind of field is validated with every kind of value", arguments: [true, false])
    func everyValue(requiresFields: Bool) async throws {
        let fields = try Notes.module().fields.fields.map(\.name)
        var lines: [String] = []
        for field in fields {
            for value in Self.values {
                let title = field == "title" ? "" : #""title":"T","#
                lines.append(#"{"id":"\#(lines.count)","values":{\#(title)"\#(field)":\#(value)}}"#)
            }
        }
        try await compare(lines, requiresFields)
    }

    @Test("Every metadata key with every kind of value, and lines that are not instances, are validated")
    func envelope() async throws {
        var lines = [
            "", "{", "[1]", "null", "1", "\"a\"", "{}", #"{"id":null}"#, #"{"id":""}"#, #"{"id":1}"#,
            #"{"id":"a"}"#,
            #"{"id":"a","values":null}"#, #"{"id":"a","values":[]}"#, #"{"id":"a","values":"x"}"#,
            #"{"id":"a","values":{}} x"#, #"{"id":"a","id":1,"values":{"title":"T"}}"#,
            #"{"id":"a","values":{"title":"T","title":1}}"#,
            #"{"id":"a","values":{"title":"T","unknown":1}}"#,
            #"{"id":"\ud800","values":{"title":"T"}}"#, #"{"id":"a\u0000","values":{"title":"T\u0000"}}"#,
        ]
        let keys = FieldTable.metadata.fields.map(\.name) + ["tags", "externalId", "pushSchedule"]
        for key in keys where key != "id" {
            for value in Self.values {
                lines.append(#"{"id":"\#(lines.count)","\#(key)":\#(value),"values":{"title":"T"}}"#)
            }
        }
        try await compare(lines, true)
    }

    private func compare(_ lines: [String], _ requiresFields: Bool) async throws {
        let mine = try problems(lines, requiresFields: requiresFields)
        let theirs = try await storeProblems(lines, requiresFields: requiresFields)
        #expect(!mine.isEmpty && mine.count < lines.count)
        for (index, line) in lines.enumerated() {
            let (my, their) = (mine[index + 1], theirs[index + 1])
            #expect(
                (my == nil) == (their == nil),
                "\(line): \(my.map { "\($0)" } ?? "fits"); the store: \(their.map { "\($0)" } ?? "fits")")
            guard let my, let their else { continue }
            // The client reports a list's problem at its element, and a JSON error at its byte.
            #expect(
                my.path.hasPrefix(their.path) || my.byteOffset != nil, "\(line): \(my.path) and \(their.path)"
            )
        }
    }
}
#endif
