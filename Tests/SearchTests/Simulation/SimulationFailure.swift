import Testing

enum SimulationFailure {
    /// Records what went wrong, with the seed that makes it happen again.
    static func record(_ what: String, seed: UInt64? = nil) {
        Issue.record("\(seed.map { "seed \($0): " } ?? "")\(what)")
    }
}
