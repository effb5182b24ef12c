import Foundation
import Quire
import QuirePocketBase
import QuireStore
import QuireSync
import StoreCrashWriter
import Testing
import TransportDoubles

/// Two devices write through outboxes and sync, while they and the server are killed at random moments, and responses
/// get lost. With `QUIRE_SOAK`, there are 100 kills and more.
@Suite("PocketBase: offline drill", .serialized) struct OfflineDrill {
    @Test("Nothing is lost, nothing comes twice, and both stores end up equal to the server")
    func kills() async throws {
        let server = try await NotesServer.start()
        defer { server.node.stop() }
        let folder = FileManager.default.temporaryDirectory.appending(
            path: "quire-offline-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let devices = ["a", "b"]
        let files = devices.map { folder.appending(path: "\($0).sqlite").path }
        var steps = [0, 0]
        var kills = 0
        for round in 0..<(Drill.factor > 1 ? 40 : 4) {
            // Every second round, the server is killed too, and started again.
            async let serverKill: Void = {
                guard round % 2 == 1 else { return }
                try await Task.sleep(for: .milliseconds(Int.random(in: 300...1_500)))
                try await server.node.kill()
                try await server.node.restart()
            }()
            let starts = steps
            async let first = Self.run(files[0], server, devices[0], starts[0])
            async let second = Self.run(files[1], server, devices[1], starts[1])
            let ends = try await [first, second]
            try await serverKill
            kills += round % 2 == 1 ? 3 : 2
            for (index, end) in ends.enumerated() {
                for line in end.lines where line.hasPrefix("failed") {
                    Issue.record("round \(round): \(line)")
                }
                #expect(end.wasKilled, "\(end.lines.suffix(2)) \(end.errors)")
                // A step may be stored without its number having been printed.
                let done = try await Self.steps(files[index], devices[index])
                #expect(done >= (end.lastNumber ?? -1) + 1, "round \(round): an acknowledged step is missing")
                steps[index] = done
            }
        }

        var expected: [String: String] = [:]
        let engine = Devices.engine(server.node.url, token: server.token, transport: server.transport)
        for (index, device) in devices.enumerated() {
            expected.merge(Devices.titles(after: steps[index], of: device)) { $1 }
            let store = try await Store(.file(files[index]), modules: [Notes.descriptor])
            let outbox = try await engine.outbox(in: store)
            var summary = try await outbox.send()
            // The lease of a killed process may have to pass.
            while summary.left > 0, summary.isSentElsewhere || summary.problem != nil {
                try await Task.sleep(for: .milliseconds(50))
                summary = try await outbox.send()
            }
            for entry in try await outbox.pending() {
                Issue.record("pending: \(entry), \(entry.failure.map { "\($0)" } ?? "")")
            }
            await store.close()
        }
        #expect(try await server.titles() == expected)
        for file in files {
            let store = try await Store(.file(file), modules: [Notes.descriptor])
            let device = NotesDevice(engine, store)
            try await device.sync.syncComparingAll(Notes.self)
            #expect(try await device.titles() == expected)
            await store.close()
        }
        #expect(steps.allSatisfy { $0 > 20 }, "the kills come too early to be meaningful: \(steps)")
        print("PocketBase: \(kills) kills, \(steps) steps of two writes")
    }

    /// Runs a device until it is killed at a random moment.
    private static func run(
        _ file: String, _ server: NotesServer, _ device: String, _ step: Int
    ) async throws -> ChildProcess.End {
        let child = ChildProcess([
            try BuiltProducts.program("StoreCrashWriter").path, Mode.device.rawValue, file,
            server.node.url.absoluteString, server.token, device, "\(step)",
        ])
        return try await child.end(
            killedAt: .init(
                lines: Int.random(in: 1...60), microseconds: UInt32.random(in: 0...100_000)))
    }

    /// The number of steps that a device has stored.
    private static func steps(_ file: String, _ device: String) async throws -> Int {
        let store = try await Store(.file(file), modules: [Notes.descriptor])
        let counter = try await ContentClient(engine: store)
            .item(ifExists: ContentID<Notes>(Devices.counter(of: device)))
        await store.close()
        return (counter?.number ?? -1) + 1
    }
}
