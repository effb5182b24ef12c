/// What the conformance suite has compared, and what differs.
public struct ConformanceReport: Sendable, CustomStringConvertible {
    /// One check of the suite, for example "random filters".
    public struct Check: Sendable, CustomStringConvertible {
        /// The part of the suite that the check belongs to.
        public var area: ConformanceArea
        /// What was checked.
        public var name: String
        /// How many responses were compared.
        public var compared: Int
        /// How many requests the engine refused before any I/O, with the same error from `validate` and `search`.
        public var refused: Int
        /// What differs, up to `ConformanceOptions.maximumDifferences`.
        public var differences: [ConformanceDifference]

        /// The numbers in one line: `filters: random filters: 1500 compared, 0 differences, 0 refused`.
        public var description: String {
            "\(area.rawValue): \(name): \(compared) compared, \(differences.count) differences, \(refused) refused"
        }
    }

    /// The engine's name, from its capabilities.
    public var engine: String
    /// In the order in which they ran.
    public var checks: [Check]

    /// Whether nothing differs.
    public var isConforming: Bool { checks.allSatisfy(\.differences.isEmpty) }

    /// A line for each check, and behind it what differs.
    public var description: String {
        checks.map { check in
            (["\(engine): \(check)"] + check.differences.map(\.description)).joined(separator: "\n\n")
        }.joined(separator: "\n")
    }

    /// - Throws: ``ConformanceError`` where something differs.
    public func check() throws(ConformanceError) {
        guard isConforming else { throw ConformanceError(report: self) }
    }
}

/// A response that is not what the semantics say.
public struct ConformanceDifference: Sendable, Hashable, CustomStringConvertible {
    /// The request, as small as the suite could make it.
    public var request: String
    /// What the evaluator finds, or the error that the request should throw.
    public var expected: String
    /// What the engine responded.
    public var found: String

    /// All three, a paragraph each.
    public var description: String { "\(request)\nexpected: \(expected)\nfound: \(found)" }
}

/// An engine does not conform; the description lists the differences.
public struct ConformanceError: Error, CustomStringConvertible {
    /// Everything that was compared.
    public var report: ConformanceReport

    public var description: String {
        let checks = report.checks.filter { !$0.differences.isEmpty }
        return """
            The engine \(report.engine) does not conform: \(checks.count) of \(report.checks.count) checks found differences. \
            Correct the engine, or refuse in `validate` what it cannot express.
            \(ConformanceReport(engine: report.engine, checks: checks))
            """
    }
}
