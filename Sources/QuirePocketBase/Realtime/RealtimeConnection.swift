import Foundation
import QuireCore
import QuireHTTP
import QuireRemote
import QuireSync
import QuireToolbox

/// One connection to PocketBase's realtime API, from its start to its end.
///
/// ```text
/// GET /api/realtime                         event:PB_CONNECT  data:{"clientId":"…"}
/// POST /api/realtime {"clientId":"…","subscriptions":["books/*"]}         204
///                                           event:books/*     data:{"action":"create","record":{…}}
/// ```
struct RealtimeConnection: Sendable {
    let connection: PocketBaseConnection
    let topics: [RealtimeTopic]
    let times: RealtimeTimes
    /// Called once all topics are subscribed.
    let onSubscribed: @Sendable () -> Void
    let onChange: @Sendable (RealtimeChange) -> Void

    /// Runs until the connection ends.
    ///
    /// - Throws: `PocketBaseError`, `TransportError`, the errors of the authorization; `CancellationError`.
    func run() async throws {
        let heard = LastHeard()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await read(heard) }
            group.addTask {
                while true {
                    let end = heard.instant + (heard.isSubscribed ? times.silence : times.connecting)
                    if end <= .now { throw silence(heard) }
                    try await Task.sleep(until: end, clock: .continuous)
                }
            }
            defer { group.cancelAll() }
            try await group.next()
        }
    }

    private func read(_ heard: LastHeard) async throws {
        // The authorization belongs to the subscriptions. Retries are the loop's.
        var request = connection.request(for: Self.connect)
        request.headers["Accept"] = "text/event-stream"
        request.headers["Cache-Control"] = "no-store"
        request.maximumResponseBytes = .max
        let stream = try await connection.network.stream(request, deadline: .after(times.lifetime))
        guard stream.status == 200 else {
            let body = try await stream.body(atMost: 1 << 16)
            throw PocketBaseError(
                HTTPResponse(status: stream.status, headers: stream.headers, body: body), Self.connect.action)
        }
        var parser = ServerSentEventParser()
        for try await chunk in stream {
            let events: [ServerSentEvent]
            do throws(EndlessEventError) {
                events = try parser.parse(chunk)
            } catch {
                throw PocketBaseError(
                    unreadable:
                        "a message of the stream is longer than \(ServerSentEventParser.mostBytes) bytes",
                    Self.connect.action)
            }
            if !events.isEmpty { heard.note() }
            for event in events {
                if event.name == "PB_CONNECT" {
                    try await subscribe(event, heard)
                } else if heard.isSubscribed, let topic = topics.first(where: { $0.name == event.name }) {
                    for change in topic.changes(in: event) { onChange(change) }
                }
            }
        }
    }

    private func subscribe(_ event: ServerSentEvent, _ heard: LastHeard) async throws {
        // A connection has one id.
        guard !heard.isSubscribed else { return }
        guard let client = RealtimeMessage.clientID(in: event.data) else {
            throw PocketBaseError(unreadable: "the first message has no client id", Self.connect.action)
        }
        let body = JSONValue.of([
            "clientId": .string(client), "subscriptions": .texts(topics.map(\.name).sorted()),
        ])
        var call = PocketBaseCall(
            .post, ["realtime"], body: body.data,
            action: "subscribe to \(topics.flatMap(\.everything).map(\.module).joined(separator: ", "))")
        // It replaces all topics, so sending it twice is harmless.
        call.isRepeatable = true
        _ = try await connection.send(call, deadline: .after(times.connecting))
        heard.noteSubscribed()
        onSubscribed()
    }

    private static let connect = PocketBaseCall(.get, ["realtime"], action: "connect to the realtime API")

    private func silence(_ heard: LastHeard) -> PocketBaseError {
        PocketBaseError(
            unreadable: heard.isSubscribed
                ? "the server has been silent for longer than it keeps a silent stream"
                : "the server sent no first message", Self.connect.action)
    }
}

/// When the server was last heard.
private final class LastHeard: Sendable {
    private let last = Locked((instant: ContinuousClock.now, isSubscribed: false))

    var instant: ContinuousClock.Instant { last.value.instant }
    var isSubscribed: Bool { last.value.isSubscribed }

    func note() { last.withLock { $0.instant = .now } }

    func noteSubscribed() { last.withLock { $0 = (.now, isSubscribed: true) } }
}
