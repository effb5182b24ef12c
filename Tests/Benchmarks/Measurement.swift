import Foundation

/// One measured number, with its goal.
struct Measurement: Sendable {
    enum Goal: Sendable {
        case atMost(Double)
        case atLeast(Double)
    }

    /// The goals' area: build, queries, analyzer, text, decode, clusters, transport, store, syncing, live, relations,
    /// members, meaning, spelling, sessions.
    var area: String
    /// The stable name of its checked-in threshold.
    var name: String
    var value: Double
    /// For example `×`, `µs`, `s CPU`, `scopes`.
    var unit: String
    /// The peer of the comparison, with its own number.
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
