import Quire
import QuireSearch

/// The goals' row under "sessions": the library's own CPU from a keystroke through the request to the delivered
/// state, on an engine that responds immediately.
enum SessionBenchmarks {
    private static let keystrokes = 5_000

    static func run() async -> [Measurement] {
        let alone = await cost(.immediate, listeners: 0)
        let listened = await cost(.immediate, listeners: 3)
        let debounced = await cost(.debounced(.milliseconds(1)), listeners: 1, burst: 10)
        let task = await taskCost()
        func row(_ name: String, _ cost: Double, limit: Double) -> Measurement {
            Measurement(
                "sessions", name, cost / task, "× one task",
                peer: String(format: "%.1f µs; a task that responds at once %.1f", cost, task),
                goal: .atMost(limit))
        }
        return [
            row("keystroke to delivered state", alone, limit: 2.5),
            row("keystroke, 3 listeners", listened, limit: 3.5),
            row("keystroke, debounced, 10 to a search", debounced, limit: 2.5),
        ]
    }

    /// CPU of a keystroke in µs; each burst is awaited.
    private static func cost(_ pacing: SearchPacing, listeners: Int, burst: Int = 1) async -> Double {
        let query = Novels.query().where(\.year >= 1800).facet(\.language).facet(\.year)
        let session = SearchSession(query, on: InstantEngine(), options: .init(pacing: pacing))
        session.toggle(\.language, "eng")
        let tasks = (0..<listeners).map { _ in
            Task { [states = session.states] in
                var items = 0
                for await state in states { items += state.items.count }
                return items
            }
        }
        var best = Double.infinity
        for _ in 0..<5 {
            let start = CPUClock.now()
            for round in 0..<keystrokes / burst {
                for key in 0..<burst { session.type("whale \(round) \(key)") }
                await session.settled()
            }
            best = min(best, CPUClock.now() - start)
        }
        for task in tasks { task.cancel() }
        for task in tasks { keep(await task.value) }
        return best / Double(keystrokes) * 1e6
    }

    /// The runtime's cost of a task that calls the engine and is awaited: the lower bound for a session.
    private static func taskCost() async -> Double {
        let content = ContentClient(engine: InstantEngine())
        let query = Novels.query().where(\.year >= 1800).facet(\.language).facet(\.year).page(1, size: 20)
        var best = Double.infinity
        for _ in 0..<5 {
            let start = CPUClock.now()
            for round in 0..<keystrokes {
                let task = Task { try? await content.fetch(query.search("whale \(round)")).count }
                keep(await task.value)
            }
            best = min(best, CPUClock.now() - start)
        }
        return best / Double(keystrokes) * 1e6
    }
}
