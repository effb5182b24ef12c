import Foundation

/// How much longer than usual the tests of hardness run: `QUIRE_SOAK=10 swift test …` for ten times the rounds, with
/// other seeds each day.
enum Soak {
    static let factor = max(1, Int(ProcessInfo.processInfo.environment["QUIRE_SOAK"] ?? "") ?? 1)

    /// What seeds start from: always the same in the usual run.
    static let seed: UInt64 = factor == 1 ? 0 : UInt64(Date().timeIntervalSince1970 / 86_400) * 1_000_000
}
