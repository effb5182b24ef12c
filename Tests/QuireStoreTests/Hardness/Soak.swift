import Foundation

/// The duration of the crash tests: `QUIRE_SOAK=10 swift test …` runs ten times the rounds, with other seeds each
/// day.
enum Soak {
    static let factor = max(1, Int(ProcessInfo.processInfo.environment["QUIRE_SOAK"] ?? "") ?? 1)

    /// The base of the seeds: constant in the usual run.
    static let seed: UInt64 = factor == 1 ? 0 : UInt64(Date().timeIntervalSince1970 / 86_400) * 1_000_000
}
