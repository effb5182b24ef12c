/// CPU seconds of several bodies that are measured in turn, so that a change of the machine's speed affects all of them.
struct TurnTimes {
    /// For each body, its seconds in each turn.
    private var seconds: [[Double]]

    init(of bodies: [() async throws -> Void], turns: Int) async throws {
        seconds = Array(repeating: [], count: bodies.count)
        for _ in 0..<turns {
            for (body, run) in bodies.enumerated() {
                let start = CPUClock.now()
                try await run()
                seconds[body].append(CPUClock.now() - start)
            }
        }
    }

    /// The smallest CPU time of a body, in seconds.
    func best(_ body: Int) -> Double { seconds[body].min() ?? .infinity }

    /// The median, over all turns, of how many times longer one body took than another.
    func ratio(of body: Int, over other: Int) -> Double {
        let ratios = zip(seconds[body], seconds[other]).map { $0 / $1 }.sorted()
        return ratios.isEmpty ? .infinity : ratios[ratios.count / 2]
    }
}
