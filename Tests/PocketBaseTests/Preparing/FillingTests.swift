import Foundation
import Quire
import QuireCore
import QuireEngine
import QuireHTTP
import QuirePocketBase
import QuireRemote
import Seeds
import Synchronization
import Testing

/// A changed schema needs columns that existing records lack. They are filled beside other readers and writers.
@Suite("PocketBase: filling columns", .serialized) struct FillingTests {
    private static func isUnfilled(_ error: any Error) -> Bool {
        (error as? CollectionError)?.reason == .unfilled
    }

    @Test("Records get their new columns, with progress, and a second prepare only reads")
    func filling() async throws {
        let server = try await FillingServer.start()
        defer { server.node.stop() }
        try await server.write(0..<1_250, seed: 1)
        let before = try await server.items()
        let plan = try await server.engine().plan(for: [FillingServer.changed])
        #expect(plan.writtenItems == 1_250)
        #expect(plan.description.contains("writes 1250 items"))
        let steps = Mutex<[PreparationProgress]>([])
        try await server.engine().prepare([FillingServer.changed]) { step in
            steps.withLock { $0.append(step) }
        }
        #expect(steps.withLock { $0.map(\.stored) } == [500, 1_000, 1_250])
        #expect(steps.withLock { $0.allSatisfy { $0.total == 1_250 && $0.module == "filled" } })
        #expect(try await server.shownColumns() == FillingServer.columns)
        #expect(try await server.items() == before)
        #expect(try await server.difference() == nil)

        let watched = WatchedTransport(NetworkTransport())
        let engine = server.engine(transport: watched)
        #expect(try await engine.plan(for: [FillingServer.changed]).isEmpty)
        try await engine.prepare([FillingServer.changed])
        #expect(
            watched.takeRequests().allSatisfy {
                $0.hasPrefix("GET collections") && !$0.contains("filled/records")
            })
    }

    @Test("Records that a foreign client wrote are found again after a repair, and only they are written")
    func repair() async throws {
        let server = try await FillingServer.start()
        defer { server.node.stop() }
        try await server.write(0..<1_100, seed: 5)
        let engine = server.engine()
        try await engine.prepare([FillingServer.changed])
        #expect(try await engine.repair([FillingServer.changed]) == 0)
        let path = Administrator.records(of: "filled")
        for number in stride(from: 0, to: 1_100, by: 100) {
            let values = JSONValue.of([
                "title": .string("Foreign \(number)"), "age": .integer(7), "words": .texts(["b", "É"]),
                "q_has": .array([]),
            ])
            try await server.call(.patch, path + [FillingServer.id(number)], values)
        }
        try await server.call(
            .post, path, .of(["title": .string("New"), "age": .integer(3), "words": .texts(["a"])]))
        let before = try await server.items()
        #expect(try await server.difference() != nil)
        let steps = Mutex<[PreparationProgress]>([])
        #expect(
            try await engine.repair([FillingServer.changed]) { step in steps.withLock { $0.append(step) } }
                == 12)
        #expect(steps.withLock { $0.map(\.stored) } == [500, 1_000, 1_101])
        #expect(try await server.difference() == nil)
        #expect(try await server.items() == before)
        #expect(try await engine.repair([FillingServer.changed]) == 0)
    }

    @Test(
        "A prepare that ends at any request continues, and until the columns are shown nobody can query them")
    func ends() async throws {
        let server = try await FillingServer.start()
        defer { server.node.stop() }
        try await server.write(0..<1_050, seed: 2)
        let before = try await server.items()
        var random = SeededGenerator(seed: 3)
        var ends = 0
        var refusals = 0
        // They stay shown: every record had its values then.
        let isShown = Mutex(false)
        while true {
            let dying = DyingTransport(
                NetworkTransport(), after: Int.random(in: 1...30, using: &random),
                isHeard: Bool.random(using: &random))
            let transport = InterleavedTransport(dying) { request in
                if FillingServer.showsColumns(request) { isShown.withLock { $0 = true } }
            }
            do {
                try await server.engine(transport: transport).prepare([FillingServer.changed])
                break
            } catch is TransportError {
                ends += 1
            }
            guard !isShown.withLock({ $0 }) else { continue }
            refusals += 1
            for request in FillingServer.requests.prefix(2) {
                await #expect(throws: PocketBaseError.self) {
                    try await server.engine(asGuest: true).searchData(request)
                }
                await #expect {
                    try await server.engine().searchData(request)
                } throws: { error in
                    // Before the first change, the column does not exist.
                    Self.isUnfilled(error) || error is PocketBaseError
                }
            }
        }
        #expect(ends > 3 && refusals > 1)
        #expect(try await server.items() == before)
        #expect(try await server.difference() == nil)
    }

    @Test(
        "Devices with the former schema that write during the filling lose no write and leave no wrong column"
    )
    func writers() async throws {
        let server = try await FillingServer.start()
        defer { server.node.stop() }
        try await server.write(0..<1_000, seed: 4)
        let writing = Task {
            try await withThrowingTaskGroup(of: Void.self) { group in
                for writer in 0..<3 {
                    group.addTask {
                        let device = server.engine(asGuest: true)
                        for round in 0..<25 {
                            let number = (round * 37 + writer * 331) % 1_000
                            // Changes one record, and creates one.
                            try await server.write(
                                [number, 2_000 + writer * 100 + round], seed: UInt64(round), as: device)
                        }
                    }
                }
                try await group.waitForAll()
            }
        }
        // The writers end while the columns are filled.
        let readings = Mutex(0)
        let transport = InterleavedTransport(NetworkTransport()) { request in
            guard request.url.absoluteString.contains("records?") else { return }
            let number = readings.withLock { readings in
                readings += 1
                return readings
            }
            if number == 5 { try await writing.value }
        }
        try await server.engine(transport: transport).prepare([FillingServer.changed])
        #expect(try await server.items().count == 1_075)
        #expect(try await server.difference() == nil)
    }

    @Test("A write with the former schema between any two steps is corrected")
    func between() async throws {
        let server = try await FillingServer.start()
        defer { server.node.stop() }
        try await server.write(0..<20, seed: 5)
        // The device writes before each of the first requests, and then after the columns have become visible.
        let count = Mutex(0)
        let transport = InterleavedTransport(NetworkTransport()) { request in
            let number = count.withLock { count in
                count += 1
                return count
            }
            let isChecking = request.url.absoluteString.contains("/records?") && number > 14
            guard number < 9 || (isChecking && number < 18) else { return }
            try await server.write([number, 30 + number], seed: UInt64(number))
        }
        let engine = server.engine(transport: transport, readings: 20)
        try await engine.prepare([FillingServer.changed])
        #expect(count.withLock { $0 } > 18)
        #expect(try await server.difference() == nil)
        #expect(try await server.shownColumns() == FillingServer.columns)
    }

    @Test("If devices with the former schema go on writing, the columns stay hidden, and the error says so")
    func goingOn() async throws {
        let server = try await FillingServer.start()
        defer { server.node.stop() }
        try await server.write(0..<20, seed: 6)
        for onlyAfterFilling in [false, true] {
            let isVisible = Mutex(!onlyAfterFilling)
            let number = Mutex(UInt64(onlyAfterFilling ? 200 : 100))
            let transport = InterleavedTransport(NetworkTransport()) { request in
                if FillingServer.showsColumns(request) { isVisible.withLock { $0 = true } }
                guard request.url.absoluteString.contains("records?"), isVisible.withLock({ $0 }) else {
                    return
                }
                let seed = number.withLock { number in
                    number += 1
                    return number
                }
                try await server.write([Int(seed)], seed: seed)
            }
            let engine = server.engine(transport: transport, readings: 3)
            await #expect {
                try await engine.prepare([FillingServer.changed])
            } throws: { ($0 as? CollectionError)?.reason == .outdatedWriters }
            #expect(try await server.shownColumns().isEmpty)
            await #expect { try await server.engine().searchData(FillingServer.requests[0]) } throws: {
                Self.isUnfilled($0)
            }
            await #expect(throws: PocketBaseError.self) {
                try await server.engine(asGuest: true).searchData(FillingServer.requests[0])
            }
        }
        try await server.engine().prepare([FillingServer.changed])
        #expect(try await server.difference() == nil)
    }
}
