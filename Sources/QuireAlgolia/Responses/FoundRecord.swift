import Foundation
import QuireCore
import QuireRemote

/// A record in a response.
struct FoundRecord: Sendable {
    /// The instance; `nil` if the record has no id.
    let instance: StoredSlice?
    /// The byte range of the record, from which it can be read again with other fields.
    private let range: Range<Int>
    private let response: Data

    /// - Parameter response: The bytes that the cursor reads.
    init(
        _ json: inout JSONCursor, _ reader: inout DocumentReader, response: Data
    ) throws(ValueDecodingError) {
        guard json.isAtObject() else { throw json.mismatch("an object") }
        let start = json.offset
        instance = try reader.instance(of: &json)
        range = start..<json.offset
        self.response = response
    }

    /// The texts in which the service marked matches.
    var highlights: JSONValue? {
        response.json(at: range)?["_highlightResult"]
    }

    var id: String { (instance.flatMap { try? JSONValue(parsing: $0.data) })?.instanceID ?? "" }

    /// The instance with other fields; `nil` if the record has no id.
    func instance(in form: DocumentForm) -> StoredSlice? {
        let bytes = response.bytes(at: range)
        return try? JSONCursor.withBytes(of: bytes) { (json) throws(ValueDecodingError) in
            var reader = form.reader(of: bytes)
            return try reader.instance(of: &json)
        }
    }
}

extension [FoundRecord] {
    /// The instances of records.
    ///
    /// - Throws: `AlgoliaResponseError` for a record without an id.
    func instances(of request: String) throws -> [StoredSlice] {
        try enumerated().map { position, record in
            guard let instance = record.instance else { throw Self.damaged(position, request) }
            return instance
        }
    }

    static func damaged(_ position: Int, _ request: String) -> AlgoliaResponseError {
        AlgoliaResponseError(
            request: request, place: "hits[\(position)]", expected: "a record with an objectID")
    }
}
