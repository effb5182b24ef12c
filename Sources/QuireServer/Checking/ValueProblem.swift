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

extension Refusal {
    /// The first problem is the `extra`; where there are more, all are in its `problems`.
    init(_ problems: [ValueProblem]) {
        let shown = problems.prefix(20).map { "\($0.field): \($0.message)" }.joined(separator: " ")
        var extra = problems.first?.json ?? .object([])
        if problems.count > 1 { extra = extra.setting("problems", .array(problems.map(\.json))) }
        self.init(400, "One or more fields have validation problems. \(shown)", extra: extra)
    }
}
