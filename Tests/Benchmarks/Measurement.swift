import Foundation

/// One measured number, with the goal it is held against.
struct Measurement: Sendable {
    enum Goal: Sendable {
        case atMost(Double)
        case atLeast(Double)
    }

    /// The goals' area: build, queries, analyzer, text, decode, clusters, transport, store, spelling,
    /// sessions.
    var area: String
    /// The stable name under which thresholds are checked in.
    var name: String
    var value: Double
    /// For example `×`, `µs`, `s CPU`, `scopes`.
    var unit: String
    /// What it was measured beside, with its own figure.
    var peer: String?
    /// The goal of the contract; the checked-in threshold may be tighter or, with a reason, looser.
    var goal: Goal?

    init(
        _ area: String, _ name: String, _ value: Double, _ unit: String, peer: String? = nil,
        goal: Goal? = nil
    ) {
        self.area = area
        self.name = name
        self.value = value
        self.unit = unit
        self.peer = peer
        self.goal = goal
    }
}
