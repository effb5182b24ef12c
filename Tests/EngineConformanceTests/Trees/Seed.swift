import Foundation

/// The seed of a run's random trees: a fixed one, or `QUIRE_SEED`, which can also be `random`.
enum Seed {
    static let current: UInt64 =
        switch ProcessInfo.processInfo.environment["QUIRE_SEED"] {
        case "random": UInt64.random(in: 0...UInt64.max)
        case let text?: UInt64(text) ?? fixed
        case nil: fixed
        }

    private static let fixed: UInt64 = 20_240_229
}
