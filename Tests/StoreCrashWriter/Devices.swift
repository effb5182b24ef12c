#if SQLite
import Foundation
import Quire
import QuireHTTP
import QuireSync
import QuirePocketBase
import QuireStore

/// `device FILE URL TOKEN NAME FIRST`: writes through an outbox to a PocketBase server, sends and syncs, until it is
/// killed.
///
/// A device changes its own notes, one after another, and in the same transaction a counter. It prints the number of each
/// step once it is stored. Of each twenty responses to writes, one is lost after the server has sent it.
package enum Devices {
    package static let module = ModuleDescriptor(
        name: "notes",
        fields: [
            FieldDescriptor(name: "title", kind: .text, isSortable: true),
            FieldDescriptor(name: "number", kind: .integer, isRequired: true, isSortable: true),
        ])

    private static let notes = 8

    /// The id of one of a device's notes. The one after the last is the counter.
    private static func id(_ note: Int, _ device: String) -> String { "device\(device)note000\(note)" }

    package static func counter(of device: String) -> String { id(notes, device) }

    /// The titles after a number of steps, by id. A note is created, changed twice and deleted, again and again.
    package static func titles(after count: Int, of device: String) -> [String: String] {
        var titles: [String: String] = [:]
        for step in 0..<count {
            titles[id(step % notes, device)] = step / notes % 4 == 3 ? nil : "\(step)"
            titles[counter(of: device)] = "\(step)"
        }
        return titles
    }

    private static func operations(_ step: Int, _ device: String) -> [WriteOperation] {
        let kinds: [WriteOperation.Kind] = [.create, .update, .update, .delete]
        var change = WriteOperation(kinds[step / notes % 4], module, id: id(step % notes, device))
        let values = JSONValue.object([
            .init("title", .string("\(step)")), .init("number", .integer(Int64(step))),
        ])
        if change.kind != .delete { change.values = values }
        var counter = WriteOperation(.createOrUpdate, module, id: counter(of: device))
        counter.values = values
        return [change, counter]
    }

    package static func engine(_ url: URL, token: String, transport: any Transport) -> PocketBaseEngine {
        PocketBaseEngine(
            baseURL: url, authorization: BearerToken(token),
            settings: PocketBaseSettings(timeout: .seconds(900), retries: .never), transport: transport)
    }

    static func run(_ arguments: Arguments) async throws {
        guard let url = URL(string: arguments.text(0)) else { return say("no address") }
        let store = try await Store(.file(arguments.file), modules: [module])
        let engine = engine(url, token: arguments.text(1), transport: LossyTransport())
        let outbox = try await engine.outbox(in: store)
        say("ready")
        async let sending: Void = {
            while true {
                _ = try? await outbox.send()
                try await Task.sleep(for: .milliseconds(5))
            }
        }()
        async let syncing: Void = {
            let sync = ContentSync(from: engine, into: store)
            while true {
                _ = try? await sync.sync(module.name)
                try await Task.sleep(for: .milliseconds(60))
            }
        }()
        var step = arguments.number(3)
        while true {
            // Local writes are faster than sending: limits the number of pending writes.
            while try await outbox.pending().count > 60 { try await Task.sleep(for: .milliseconds(5)) }
            let results = try await outbox.engine.write(WriteBatch(operations(step, arguments.text(2))))
            for case .failed(let failure) in results { say("failed \(failure)") }
            say("\(step)")
            step += 1
        }
        try await sending
        try await syncing
    }
}

/// A network that loses one response of twenty to a write.
private struct LossyTransport: Transport {
    private let network = NetworkTransport()

    func send(_ request: HTTPRequest, deadline: Deadline) async throws -> HTTPResponse {
        let response = try await network.send(request, deadline: deadline)
        if request.method != .get, Int.random(in: 0..<20) == 0 { throw URLError(.networkConnectionLost) }
        return response
    }

    func stream(_ request: HTTPRequest, deadline: Deadline) async throws -> HTTPStream {
        try await network.stream(request, deadline: deadline)
    }
}
#endif
