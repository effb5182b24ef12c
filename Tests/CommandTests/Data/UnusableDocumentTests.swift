import Foundation
import Testing

@Suite("Documents that are no items, and items that lose a value", .timeLimit(.minutes(30)))
struct UnusableDocumentTests {
    @Test(
        "The response to a request that failed is an error with the server's reason",
        arguments: [
            #"{"data": null, "errors": [{"message": "unknown field 'titel'", "path": ["books"]}]}"#,
            #"{"errors": [{"status": "422", "detail": "unknown field 'titel'"}], "jsonapi": {"version": "1.0"}}"#,
        ])
    func failedRequest(_ text: String) throws {
        let failure = try DataFolder.failure(Data(text.utf8), as: "a.json")
        #expect(failure.contains("without data") && failure.contains("unknown field 'titel'"), "\(failure)")
    }

    @Test("A bulk request of OpenSearch is an error with the command that joins its lines")
    func bulkRequest() throws {
        let text = #"{"index":{"_id":"1"}}"# + "\n" + #"{"title":"Emma"}"# + "\n"
        let failure = try DataFolder.failure(Data(text.utf8), as: "a.ndjson")
        #expect(failure.contains("a.ndjson:1:1: error: the file is a bulk request"), "\(failure)")
        #expect(failure.contains("jq -cn"), "\(failure)")
    }

    @Test(
        "A key that appears twice in an item is a warning that names the item's line",
        arguments: [
            (
                "a.ndjson", "{\"id\":1}\n{\"id\":2,\"v\":1,\"v\":2}\n",
                "a.ndjson:2:1: warning: the key 'v' appears twice"
            ),
            ("a.json", #"[{"id":1},{"id":2,"v":1,"v":2}]"#, "(item 2); the first value is used"),
            ("a.json", #"{"items":[{"id":1,"v":1,"v":2}],"total":1}"#, "(item 1); the first value is used"),
        ])
    func repeatedKey(_ name: String, _ text: String, _ warning: String) throws {
        let folder = try DataFolder([name: text])
        defer { folder.remove() }
        let notes = try folder.read(name).placedNotes
        #expect(notes.contains { $0.contains(warning) }, "\(notes)")
    }
}
