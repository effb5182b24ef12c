import Quire

/// A value that does not fit its field, in HALO's words: `{"field","error","message"}`.
struct ValueProblem: Hashable, Sendable {
    /// The field's wire name, or its path in an object: `address.city`.
    var field: String
    /// HALO's name for the rule that is broken: `validator.8`.
    var error: String
    var message: String

    var json: JSONValue {
        .object([
            .init("field", .string(field)), .init("error", .string(error)),
            .init("message", .string(message)),
        ])
    }
}

/// What is wrong with an instance: the first problems, and how many there are in all.
struct ValueProblems: Sendable {
    private(set) var described: [ValueProblem] = []
    private(set) var count = 0

    var isEmpty: Bool { count == 0 }

    /// Counts a problem, and describes it where the request's allowance lets it.
    mutating func add(_ allowance: ReportAllowance, _ problem: () -> ValueProblem) {
        if allowance.takeProblem(after: described.count) { described.append(problem()) }
        count += 1
    }
}

extension Refusal {
    /// The first problem is the `extra`; where there are more, its `problems` has those that are described, and
    /// `problemCount` says how many there are where that is not all.
    init(_ problems: ValueProblems) {
        let described = problems.described
        var message =
            "One or more fields have validation problems. "
            + described.map { "\($0.field): \($0.message)" }.joined(separator: " ")
        var extra = described.first?.json ?? .object([])
        if described.count > 1 { extra = extra.setting("problems", .array(described.map(\.json))) }
        if problems.count > described.count {
            message += " There are \(problems.count - described.count) more."
            extra = extra.setting("problemCount", .integer(Int64(problems.count)))
        }
        self.init(400, message, extra: extra)
    }
}
