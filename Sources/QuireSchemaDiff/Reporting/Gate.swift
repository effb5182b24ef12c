/// Which changes fail a check.
package struct Gate: Hashable, Sendable {
    /// The aspects that count.
    package var aspects: [Aspect]
    /// The least severity that fails.
    package var limit: Severity

    package init(aspects: [Aspect] = Aspect.allCases, limit: Severity = .breaking) {
        self.aspects = aspects
        self.limit = limit
    }

    package func fails(_ change: Change) -> Bool { change.severity(for: aspects) >= limit }
}
