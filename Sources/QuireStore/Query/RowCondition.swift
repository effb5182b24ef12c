#if SQLite

import QuireCore

/// What a request requires of a row, as SQL.
struct RowCondition {
    var predicate: Predicate
    /// Whether the predicate uses the text table.
    var usesTextTable = false
    /// Whether the predicate differs if it looks up the elements and related items of each row.
    var hasLookUps = false
    /// The conditions across relations that every matching item meets.
    var requiredRelated: [FilterCompiler.RelatedCondition] = []
    /// How the leaves of the filters were compiled, by their numbers; the ids are the last one.
    var plans: [Int: LeafPlan] = [:]
}
#endif
