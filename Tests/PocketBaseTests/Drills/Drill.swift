import Foundation

/// The size of the drills: `QUIRE_SOAK=10 swift test …` runs them ten times as large.
enum Drill {
    static let factor = max(1, Int(ProcessInfo.processInfo.environment["QUIRE_SOAK"] ?? "") ?? 1)
}
