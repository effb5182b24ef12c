import Testing
import TransportDoubles

/// 100,000 keystrokes, with everything that can go wrong in between.
@Suite struct KeystrokeSimulationTests {
    private static let sessions = 100
    private static let keystrokes = 1_000

    @Test(
        "100,000 keystrokes: no state out of order, no page lost or mixed, no leaked task, no missing event"
    )
    func keystrokes() async {
        let watchdog = Watchdog(seconds: 900, "the simulation of 100,000 keystrokes")
        defer { watchdog.stop() }
        let outcomes = await withTaskGroup(of: (ended: Int, delivered: Int, states: Int, tasks: Int).self) {
            group in
            for lane in 0..<2 {
                group.addTask {
                    var sum = (ended: 0, delivered: 0, states: 0, tasks: 0)
                    for seed in stride(from: lane, to: Self.sessions, by: 2) {
                        let simulation = KeystrokeSimulation(seed: UInt64(seed))
                        await simulation.run(keystrokes: Self.keystrokes)
                        for fault in simulation.faults + simulation.watch.faults {
                            SimulationFailure.record(fault, seed: simulation.seed)
                        }
                        sum.ended += simulation.watch.ended
                        sum.delivered += simulation.watch.delivered
                        sum.states += simulation.watch.states
                        sum.tasks += simulation.tasks
                    }
                    return sum
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        // The simulation is meaningful only if enough happened.
        #expect(outcomes.reduce(0) { $0 + $1.ended } > 40_000)
        #expect(outcomes.reduce(0) { $0 + $1.delivered } > 5_000)
        #expect(outcomes.reduce(0) { $0 + $1.states } > 10_000)
        #expect(outcomes.reduce(0) { $0 + $1.tasks } > 80_000)
    }

    @Test("The same seed produces the same run, step by step", arguments: [3, 4, 5] as [UInt64])
    func repeatable(_ seed: UInt64) async {
        var outcomes: [[Int]] = []
        for _ in 0..<2 {
            let simulation = KeystrokeSimulation(seed: seed, isStepwise: true)
            await simulation.run(keystrokes: 200)
            let watch = simulation.watch
            outcomes.append([watch.ended, watch.delivered, watch.states, simulation.tasks])
        }
        #expect(outcomes.first == outcomes.last)
    }
}
