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
/// Values, ids and search texts are never written, only their types. A file holds at most 10,000 lines of one recorder.
/// Several processes may append to one file. If writing fails, the recorder stops, and queries run as before: see
/// ``failure``.
public final class QueryRecorder: Sendable {
    /// The most lines of one recorder.
    static let limit = 10_000

    private struct State {
        var lines: Set<Data> = []
        var failure: (any Error)?
    }

    private let file: FileHandle
    private let state = Locked(State())

    /// Opens the file, and creates it if needed. Lines are appended.
    ///
    /// - Parameter file: A path.
    /// - Throws: `CocoaError` if the file cannot be opened for writing.
    public init(file: String) throws {
        let descriptor = open(file, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw CocoaError(.fileWriteUnknown, userInfo: [NSFilePathErrorKey: file])
        }
        self.file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    }

    /// The error that stopped the recorder. `nil` while it records.
    public var failure: (any Error)? { state.withLock { $0.failure } }

    /// Writes a query, unless an equal one has been written.
    func record(_ request: SearchRequest) {
        var writer = JSONWriter()
        writer.value(RecordedQuery(request).json)
        let line = Data(writer.bytes)
        state.withLock { state in
            guard state.failure == nil, state.lines.count < Self.limit, state.lines.insert(line).inserted
            else { return }
            do {
                // One write, so that lines of several processes do not mix.
                try file.write(contentsOf: line + [0x0A])
            } catch {
                state.failure = error
            }
        }
    }
}
