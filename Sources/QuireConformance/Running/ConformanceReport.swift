/// The comparisons of the conformance suite, and the differences.
public struct ConformanceReport: Sendable, CustomStringConvertible {
    /// One check of the suite, for example "random filters".
    public struct Check: Sendable, CustomStringConvertible {
        /// The area of the check.
        public var area: ConformanceArea
        /// The check's name.
        public var name: String
        /// The number of compared responses.
        public var compared: Int
        /// The number of requests that the engine rejected before any I/O, with the same error from `validate` and
        /// `search`.
        public var refused: Int
        /// The differences, up to `ConformanceOptions.maximumDifferences`.
        public var differences: [ConformanceDifference]
        /// The commonest reason among the rejections. `nil` if there were none.
        public var commonestRefusal: ConformanceRefusal?

        /// The numbers in one line: `filters: random filters: 1500 compared, 0 differences, 0 refused`, and the commonest
        /// rejection.
        public var description: String {
            "\(area.rawValue): \(name): \(compared) compared, \(differences.count) differences, \(refused) refused"
                + (commonestRefusal.map { ", \($0)" } ?? "")
        }
    }

    /// The engine's name, from its capabilities.
    public var engine: String
    /// The checks, in the order of execution.
    public var checks: [Check]

    /// Whether something was checked, without differences.
    public var isConforming: Bool { !checks.isEmpty && checks.allSatisfy(\.differences.isEmpty) }

    /// A line for each check, followed by its differences.
    public var description: String {
        checks.map { check in
            (["\(engine): \(check)"] + check.differences.map(\.description)).joined(separator: "\n\n")
        }.joined(separator: "\n")
    }

    /// - Throws: ``ConformanceError`` if there are differences, or nothing was checked.
    public func check() throws(ConformanceError) {
        guard isConforming else { throw ConformanceError(report: self) }
    }
}

/// A reason for which an engine rejected requests.
public struct ConformanceRefusal: Sendable, Hashable, CustomStringConvertible {
    /// The number of requests that it rejected for this reason.
    public var count: Int
    /// The reason: the hint of the engine's `UnsupportedError`, or the text of another error.
    public var reason: String
    /// The first of the requests, with the part that the engine cannot express.
    public var example: String

    /// All three: `most often (12 times): use a managed collection. Example: like on "title" in …`
    public var description: String {
        "most often (\(count == 1 ? "once" : "\(count) times")): \(reason). Example: \(example)"
    }
}

/// A response that contradicts the semantics.
public struct ConformanceDifference: Sendable, Hashable, CustomStringConvertible {
    /// The request, reduced to the smallest that still differs.
    public var request: String
    /// The evaluator's results, or the error that the request should throw.
    public var expected: String
    /// The engine's response.
    public var found: String

    /// All three, each in a paragraph.
    public var description: String { "\(request)\nexpected: \(expected)\nfound: \(found)" }
}

/// An engine does not conform; the description lists the differences.
public struct ConformanceError: Error, CustomStringConvertible {
    /// The complete report.
    public var report: ConformanceReport

    public var description: String {
        if report.checks.isEmpty {
            return "Nothing was checked: the suite ran for no area. Name at least one."
        }
        let checks = report.checks.filter { !$0.differences.isEmpty }
        return """
            The engine \(report.engine) does not conform: \(checks.count) of \(report.checks.count) checks found differences. \
            Correct the engine, or refuse in `validate` what it cannot express.
            \(ConformanceReport(engine: report.engine, checks: checks))
            """
    }
}
