import QuireCore
import QuireEngine

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

/// The problems of an instance: the first ones, and their total number.
struct ValueProblems: Sendable {
    private(set) var described: [ValueProblem] = []
    private(set) var count = 0

    var isEmpty: Bool { count == 0 }

    /// Counts a problem, and describes it if the request's allowance permits.
    mutating func add(_ allowance: ReportAllowance, _ problem: () -> ValueProblem) {
        if allowance.takeProblem(after: described.count) { described.append(problem()) }
        count += 1
    }
}

extension Refusal {
    /// A refusal whose `extra` is the first problem.
    ///
    /// With several problems, `extra.problems` lists those that are described. `extra.problemCount` is their total
    /// number if some are not.
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
