import Foundation
import Quire
import QuireIndexing
import QuireRemote
import QuireSync
import SampleModules
import Testing

@testable import QuireAlgolia
@testable import QuireCore
@testable import QuireEngine
@testable import QuireHALO
@testable import QuireHTTP
@testable import QuireOpenSearch
@testable import QuireStore
@testable import QuireTypesense

/// Apps print errors to terminals and logs: text from a server or a file in them must not control either.
@Suite("Errors with hostile text from outside print on one line, escaped")
struct HostileErrorTests {
    private static let hostile = "a\u{1B}[2J\u{9B}31m\u{202E}\u{200B}\u{E0041}\r\nforged: b"

    static let errors: [any Error] = {
        var decoding = ContentDecodingError(
            module: hostile, id: hostile, path: "items.\(hostile)", byteOffset: 1, expected: "a text",
            found: hostile)
        var operation = WriteOperation(.update, Authors.descriptor)
        operation.id = hostile
        var failure = WriteError(.invalid, operation, message: hostile)
        failure.fields = [.init(name: hostile, code: hostile, message: hostile)]
        let body = Data(
            "{\"message\":\(JSONValue.string(hostile)),\"error\":\(JSONValue.string(hostile))}".utf8)
        let response = HTTPResponse(status: 400, body: body)
        let request = HTTPRequest(.get, URL(filePath: "/"))
        var list: [any Error] = [
            decoding, failure, QueryError(.invalidCursor, module: hostile, node: hostile, expected: hostile),
            UnsupportedError(engine: hostile, node: hostile, hint: hostile),
            UnreadableItemError(instance: Data(), reason: decoding),
            NotStoredError(subject: hostile), ResponseCountError(engine: hostile, requested: 1, returned: 0),
            HALOResponseError(request: hostile, path: hostile, expected: hostile, found: hostile),
            InvalidIDError(subject: "module", id: hostile, reason: "it is empty"),
            TransportError(.other, request, detail: hostile),
            TypesenseError(status: 400, message: hostile, call: hostile),
            OpenSearchError(.refused, hostile, status: 400, type: hostile, reason: hostile),
            AlgoliaError(response, to: hostile, hiding: []),
            HALOError(status: 400, response, to: request), SyncStateChangedError(module: hostile),
            ObjectIndexError(id: hostile, reason: hostile),
            CollectionError(.changed, engine: "e", collection: hostile, facts: [hostile]),
        ]
        #if SQLite
        list.append(
            StoreError(resultCode: 11, message: hostile, action: hostile, location: hostile))
        list.append(RejectedLineError(line: 1, error: decoding))
        #endif
        return list
    }()

    @Test("No escape sequence, line break or invisible character gets through", arguments: errors.indices)
    func hostile(_ index: Int) {
        let text = "\(Self.errors[index])"
        let hidden = text.unicodeScalars.filter { scalar in
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator: true
            default: false
            }
        }
        #expect(hidden.isEmpty, "\(text.debugDescription)")
    }
}
