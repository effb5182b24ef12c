import Foundation
import QuireCore
import QuireToolbox

/// Records the queries of a client in a file, for `quire diff --queries`.
///
/// ```swift
/// let recorder = try QueryRecorder(file: "queries.ndjson")
/// let content = ContentClient(engine: store, recorder: recorder)
/// _ = try await content.fetch(Books.query().where(\.year >= 1950).sort(by: \.title))
/// ```
/// Each different query adds one line of JSON:
///
/// ```json
/// {"module":"books","filter":{"field":"year","operator":">=","value":"number"},"sort":[{"field":"title","order":"ascending"}]}
/// ```
/// Values and ids are never written, only their types, and no search text either, unless you ask for those of searches
/// that find little. `quire evaluate --recorded queries.ndjson` counts them:
///
/// ```swift
/// let recorder = try QueryRecorder(file: "queries.ndjson", searchesFinding: 0...2)
/// ```
/// ```json
/// {"module":"books","text":"grafic novel","found":0}
/// ```
/// A file holds at most 10,000 different queries and 10,000 searches of one recorder. Several processes may append to one
/// file. If writing fails, the recorder stops, and queries run as before: see ``failure``.
public final class QueryRecorder: Sendable {
    /// The most queries, and the most searches, of one recorder.
    static let limit = 10_000
    /// The most characters of a search's text. Anybody may paste a book into a search field.
    private static let longestText = 200

    private struct State {
        var queries: Set<Data> = []
        var searches = 0
        var failure: (any Error)?
    }

    private let file: FileHandle
    private let state = Locked(State())
    private let recordedCounts: ClosedRange<Int>?

    /// Opens the file, and creates it if needed. Lines are appended.
    ///
    /// - Parameters:
    ///   - file: A path.
    ///   - counts: Write the texts of searches that find so many items with all words. People type names and addresses
    ///     into a search field: keep such a file as you keep personal data. `nil` writes no text.
    /// - Throws: `CocoaError` if the file cannot be opened for writing.
    public init(file: String, searchesFinding counts: ClosedRange<Int>? = nil) throws {
        let descriptor = open(file, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw CocoaError(.fileWriteUnknown, userInfo: [NSFilePathErrorKey: file])
        }
        recordedCounts = counts
        self.file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    }

    /// The error that stopped the recorder. `nil` while it records.
    public var failure: (any Error)? { state.withLock { $0.failure } }

    /// Writes a query, unless an equal one has been written.
    func record(_ request: SearchRequest) {
        let line = Self.line(RecordedQuery(request).json)
        state.withLock { state in
            guard state.queries.count < Self.limit, state.queries.insert(line).inserted else { return }
            write(line, &state)
        }
    }

    /// Writes the text of a search if it found few items, at most 200 characters of it.
    ///
    /// Later pages, requests that only count, and a choice in a facet are no searches of their own.
    func record<Item>(_ response: SearchResponse<Item>, to request: SearchRequest) {
        guard let recordedCounts, let text = request.text?.query, !text.isBlank, request.startsList,
            request.fields != [], request.refinements.isEmpty, let count = response.foundCount,
            recordedCounts.contains(count)
        else { return }
        let line = Self.line(
            .object([
                .init("module", .string(request.module.name)),
                .init("text", .string(String(text.typed.prefix(Self.longestText)))),
                .init("found", .integer(Int64(count))),
            ]))
        state.withLock { state in
            guard state.searches < Self.limit else { return }
            state.searches += 1
            write(line, &state)
        }
    }

    private static func line(_ json: JSONValue) -> Data {
        var writer = JSONWriter()
        writer.value(json)
        return Data(writer.bytes + [0x0A])
    }

    private func write(_ line: Data, _ state: inout State) {
        guard state.failure == nil else { return }
        // One write, so that lines of several processes do not mix.
        do { try file.write(contentsOf: line) } catch { state.failure = error }
    }
}

extension SearchRequest {
    /// Whether its page is the first of a list, with items.
    fileprivate var startsList: Bool {
        switch page {
        case .standard, .all: true
        case .page(let number, let size): number == 1 && size > 0
        case .offset(let offset, let limit): offset == 0 && limit > 0
        case .cursor(let cursor, let limit): cursor == nil && limit > 0
        }
    }
}

extension SearchResponse {
    /// The number of items with all words of a search, or of all items that it finds. `nil` if it is unknown.
    fileprivate var foundCount: Int? {
        if let count = text?.exactItems ?? pageInfo.totalItems { return count }
        guard let position, position.next == nil else { return nil }
        return items.count + rejected.count
    }
}
