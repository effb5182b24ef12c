/// A type for a field, with the figures behind it.
struct TypeProposal {
    var type: ImportedType
    /// The reason with counts, for the report.
    var reason: String
    /// The number of texts that hold no value, such as `N/A` in a column of numbers.
    var blanks = 0

    init(_ type: ImportedType, _ reason: String = "", blanks: Int = 0) {
        self.type = type
        self.reason = reason
        self.blanks = blanks
    }

    /// Adds a reason to the report.
    mutating func add(_ text: String) { reason = reason.isEmpty ? text : "\(reason); \(text)" }
}

/// The options of a proposal.
struct ProposalOptions: Sendable {
    /// The maximum number of values of a choice. 0 proposes none.
    var choiceLimit = 50
    /// The types that the user sets, by `field` or `module.field`.
    var types: [String: String] = [:]

    /// The type that the user sets for a field of a module.
    func type(of field: String, in module: String) -> String? {
        types["\(module).\(field)"] ?? types[field]
    }
}
