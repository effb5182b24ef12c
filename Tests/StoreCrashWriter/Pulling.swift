#if SQLite
import Foundation
import Quire
import QuireHTTP
import QuireSync
import QuirePocketBase
import QuireStore

/// `pull FILE URL TOKEN`: syncs the notes of a PocketBase server once.
///
/// Lines: the number of each request before it is sent, then `done`.
enum Pulling {
    static func run(_ arguments: Arguments) async throws {
        guard let url = URL(string: arguments.text(0)) else { return say("no address") }
        let store = try await Store(.file(arguments.file), modules: [Devices.module])
        let engine = Devices.engine(url, token: arguments.text(1), transport: SayingTransport())
        try await ContentSync(from: engine, into: store).sync(Devices.module.name)
        await store.close()
        say("done")
    }
}

/// A network that says how many requests it has begun, and takes its time.
private final class SayingTransport: Transport, @unchecked Sendable {
    private let network = NetworkTransport()
    private let lock = NSLock()
    private var count = 0

    func send(_ request: HTTPRequest, deadline: Deadline) async throws -> HTTPResponse {
        let number = lock.withLock {
            count += 1
            return count
        }
        say("\(number)")
        try await Task.sleep(for: .milliseconds(20))
        return try await network.send(request, deadline: deadline)
    }

    func stream(_ request: HTTPRequest, deadline: Deadline) async throws -> HTTPStream {
        try await network.stream(request, deadline: deadline)
    }
}
#endif
