import Foundation
import QuireCore
import QuireRemote

/// Records to write and remove together: the body of `POST /1/indexes/{index}/batch`.
struct RecordBatch {
    let index: RecordIndex
    /// The name of the index.
    let name: String
    private var json = JSONWriter()
    private var count = 0

    /// The maximum size of one call. The service recommends batches below 10 MB.
    private static let mostRecords = 1000
    private static let mostBytes = 8 << 20

    init(_ index: RecordIndex, into name: String? = nil) {
        self.index = index
        self.name = name ?? index.name
        start()
    }

    var isFull: Bool { count >= Self.mostRecords || json.bytes.count >= Self.mostBytes }

    /// Adds a record that replaces the one with the same id.
    mutating func store(_ instance: JSONValue) {
        add("updateObject", index.record(of: instance))
    }

    mutating func remove(_ id: String) {
        add("deleteObject", .of(["objectID": .string(id)]))
    }

    private mutating func add(_ action: String, _ body: JSONValue) {
        count += 1
        json.value(.of(["action": .string(action), "body": body]))
    }

    /// Returns the collected records and removes them; `nil` if there are none.
    mutating func body() -> Data? {
        guard count > 0 else { return nil }
        json.endArray()
        json.endObject()
        defer { start() }
        return Data(json.bytes)
    }

    private mutating func start() {
        json = JSONWriter(capacity: 4096)
        count = 0
        json.beginObject()
        json.key("requests")
        json.beginArray()
    }
}
