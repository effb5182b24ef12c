import Foundation
import Quire
import QuireSearch
import QuireTesting
import SampleModules
import Testing
import TransportDoubles

/// Books and songs on an engine that supports batches, with a window that the test closes.
struct Desk {
    let clock = SteppedClock()
    let engine: BatchingDouble
    let batched: BatchedEngine<BatchingDouble>
    var content: ContentClient { ContentClient(engine: batched) }

    static let window = Duration.milliseconds(5)

    init() async {
        let memory = InMemoryEngine()
        await memory.add(
            Books.self,
            [
                Book(id: "1", values: .init(title: "Emma", age: 12, tags: ["love"])),
                Book(id: "2", values: .init(title: "Moby Dick, the whale", age: 14, tags: ["sea"])),
                Book(id: "3", values: .init(title: "Whale song", age: 3, tags: ["sea", "music"])),
            ])
        await memory.add(Songs.self, [Song(id: "a", values: .init(title: "La mer"))])
        engine = BatchingDouble(memory)
        batched = BatchedEngine(engine, window: Self.window, clock: clock)
    }

    func books(_ query: Query<Books> = Books.query()) -> Task<[String], any Error> {
        Task { [content] in try await content.fetch(query).map(\.title) }
    }

    func songs(_ query: Query<Songs> = Songs.query()) -> Task<[String], any Error> {
        Task { [content] in try await content.fetch(query).map(\.title) }
    }

    /// Waits for this many callers, then closes the window.
    func send(_ callers: Int) async throws {
        try await untilWaiting(callers)
        await clock.untilSleeping(1)
        clock.advance(by: Self.window)
    }

    func untilWaiting(_ callers: Int) async throws {
        try await eventually("\(callers) callers") { batched.waitingCallers == callers }
    }

    /// The modules requested in each call of the engine.
    var asked: [[String]] { get async { await engine.batches.map { $0.map(\.module.name) } } }
}
