import Foundation
import Quire
import QuireHTTP
import QuirePocketBase
import QuireStore
import Seeds
import Testing
import TransportDoubles

/// Other clients write while the connection is cut: the store ends up equal to the server. With `QUIRE_SOAK`, 1,000 cuts
/// during 10,000 writes.
@Suite("PocketBase: realtime drill", .serialized) struct RealtimeDrill {
    @Test(
        "A live query over the store shows each write of another client, and the task ends when it is cancelled"
    )
    func following() async throws {
        let server = try await NotesServer.start()
        defer { server.node.stop() }
        try await server.put(1...10, "old")
        let device = try await NotesDevice(server.engine())
        let following = Task { await device.sync.follow(Notes.self) }
        let seen = Seen()
        let watching = Task {
            for try await page in device.content.live(Notes.query().page(1, size: 50)) {
                seen.note(page.items.map { $0.title ?? "" })
            }
        }
        try await eventually { try await device.titles().count == 10 }
        // The first write after the connection is announced.
        try await server.update(1, "ready")
        await seen.wait(for: "ready")
        var delays: [Duration] = []
        for number in 0..<20 * Drill.factor {
            let start = ContinuousClock.now
            try await server.update(number % 10 + 1, "write \(number)")
            await seen.wait(for: "write \(number)")
            delays.append(.now - start)
        }
        delays.sort()
        print(
            "PocketBase: \(delays.count) writes, from sending one to the live query: median "
                + "\(delays[delays.count / 2]), 99 % \(delays[delays.count * 99 / 100])")
        try await server.delete(3)
        try await eventually { try await device.titles().count == 9 }
        following.cancel()
        watching.cancel()
        await following.value
    }

    @Test("Cuts of the connection during writes: the store equals the server after the last one")
    func cuts() async throws {
        let isFull = Drill.factor > 1
        let (writes, cuts) = isFull ? (10_000, 1_000) : (240, 20)
        let server = try await NotesServer.start()
        defer { server.node.stop() }
        let transport = CutTransport(server.transport)
        let device = try await NotesDevice(
            server.engine(
                nil, PocketBaseSettings(syncs: .init(comparison: .seconds(1_000_000))), transport: transport))
        let following = Task { await device.sync.follow(Notes.self) }
        let cutting = Task {
            while transport.cutCount < cuts {
                transport.cut()
                try await Task.sleep(for: .milliseconds(Int.random(in: 1...60)))
            }
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for writer in 0..<4 {
                group.addTask {
                    var random = SeededGenerator(seed: UInt64(writer))
                    var alive: Set<Int> = []
                    var write = 0
                    while write < writes / 4 || transport.cutCount < cuts {
                        write += 1
                        let number = writer * 100 + Int.random(in: 0..<50, using: &random)
                        if alive.insert(number).inserted {
                            try await server.create(number, "\(write)")
                        } else if Int.random(in: 0..<4, using: &random) == 0 {
                            alive.remove(number)
                            try await server.delete(number)
                        } else {
                            try await server.update(number, "\(write)")
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
        let start = ContinuousClock.now
        try await cutting.value
        let titles = try await server.titles()
        try await eventually { try await device.titles() == titles }
        print(
            "PocketBase: \(transport.cutCount) cuts, at least \(writes) writes; equal \(ContinuousClock.now - start) after the last one"
        )
        following.cancel()
        await following.value
    }
}

/// The titles that a live query has shown.
private final class Seen: @unchecked Sendable {
    private let lock = NSLock()
    private var titles: Set<String> = []
    private var waiting: [(String, CheckedContinuation<Void, Never>)] = []

    func note(_ shown: [String]) {
        let woken = lock.withLock {
            titles.formUnion(shown)
            let woken = waiting.filter { titles.contains($0.0) }
            waiting.removeAll { titles.contains($0.0) }
            return woken
        }
        for waiter in woken { waiter.1.resume() }
    }

    func wait(for title: String) async {
        await withCheckedContinuation { continuation in
            let isThere = lock.withLock {
                if titles.contains(title) { return true }
                waiting.append((title, continuation))
                return false
            }
            if isThere { continuation.resume() }
        }
    }
}
