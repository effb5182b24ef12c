import Testing

enum SimulationFailure {
    /// Records a failure with the seed that reproduces it.
    static func record(_ what: String, seed: UInt64? = nil) {
        Issue.record("\(seed.map { "seed \($0): " } ?? "")\(what)")
    }
}
