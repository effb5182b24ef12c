import Foundation
import Quire
import SearchServers
import Testing
import TransportDoubles

@Suite("quire load survives the loss of a cluster's leader", .timeLimit(.minutes(30)))
struct LeaderKilledTests {
    @Test("If the leader is killed during the load, it waits for another, and no line is lost")
    func leaderKilled() async throws {
        let watchdog = Watchdog(seconds: 900, "a load while the leader is killed")
        defer { watchdog.stop() }
        let cluster = try await TypesenseCluster.start()
        defer { cluster.stop() }
        var command = try BuiltCommand()
        defer { command.remove() }
        command.environment = ["TYPESENSE_API_KEY": cluster.apiKey]
        try command.write(Notes.schema, to: "notes.json")
        let count = 3_000
        let file = try command.write(Notes.text(count), to: "notes.ndjson")
        let options = [
            "--engine", "typesense", "--nodes", cluster.urls.map(\.absoluteString).joined(separator: ","),
            "--schema", "notes.json", "--timeout", "300",
        ]
        let run = try command.start(
            ["load", "--state", "state", "--batch", "20"] + options + ["notes.ndjson"])
        let progress = try LoadProgress(in: command.folder.appendingPathComponent("state"), of: file)
        // Suspended, so that it cannot finish before the leader is killed.
        await run.send(SIGSTOP) { (try? progress.line()) ?? 0 >= 200 }
        let leader = try await cluster.waitForLeader()
        let reached = try progress.line()
        try await cluster.kill(leader)
        run.send(SIGCONT)
        #expect((200..<count).contains(reached))
        let end = try await run.end()
        try #require(end.code == 0, "\(end.output) \(end.errors)")
        #expect(end.output.contains("3,000 items of notes loaded"))
        // A follower shows acknowledged writes a moment later; the watchdog ends a wait that would never succeed.
        let query = ["query", "--module", "notes", "--all", "--size", "250", "--format", "ndjson"] + options
        var found = try await command.run(query)
        while found.lines.count < count {
            try await Task.sleep(for: .milliseconds(100))
            found = try await command.run(query)
        }
        let titles = try found.lines.map { line in
            let item = try JSONValue(parsing: Data(line.utf8))
            return "\(item.instanceID): \(item["values"]?["title"] ?? .null)"
        }
        #expect(titles.count == count)
        #expect(Set(titles) == Set((0..<count).map { "note \($0): \"Title \($0) of 0\"" }))
    }
}
