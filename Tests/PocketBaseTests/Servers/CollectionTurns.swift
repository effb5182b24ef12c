import QuireHTTP
import QuireToolbox

/// Changes collections one at a time, in this whole process.
///
/// PocketBase keeps the settings of all collections in memory, and reads them again after each change. If two changes
/// overlap, the reading of the first can replace that of the second: the server then does not know a collection that it
/// created, or goes on with its old settings, until the next change.
struct CollectionTurns: TransportMiddleware {
    private static let turns = TurnQueue()

    func send(_ request: HTTPRequest, deadline: Deadline, next: any Transport) async throws -> HTTPResponse {
        guard Self.changesCollections(request) else {
            return try await next.send(request, deadline: deadline)
        }
        return try await Self.turns.run { try await next.send(request, deadline: deadline) }
    }

    /// Whether the request creates, changes or removes collections: `/api/collections` or one component below it.
    private static func changesCollections(_ request: HTTPRequest) -> Bool {
        guard request.method != .get else { return false }
        let path = request.url.pathComponents.drop { $0 != "collections" }
        return path.count == 1 || path.count == 2
    }
}

extension Transport where Self == NetworkTransport {
    /// The network, with one change of a collection at a time.
    static var inTurns: any Transport { NetworkTransport().wrapped(in: [CollectionTurns()]) }
}
