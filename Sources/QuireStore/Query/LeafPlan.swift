#if SQLite

import QuireCore
import QuireEngine

/// How the test of a leaf was compiled, so that the values of another leaf with the same operation and field can take
/// the same places.
struct LeafPlan: Sendable {
    /// The operation without its negation.
    let operation: FilterOperation
    let comparison: Comparison
    let storage: Storage
    let hasPlace: Bool
    let form: LeafForm
    /// The number of values.
    let count: Int

    /// Appends the values of another leaf.
    ///
    /// - Returns: `false` if its test has another form, or is not valid.
    func append(_ leaf: Filter.Leaf, to values: inout [SQLValue]) -> Bool {
        guard let test = try? EvaluatedTest(leaf, operation, of: comparison, module: "") else { return false }
        return append(test, to: &values)
    }

    func append(_ test: EvaluatedTest, to values: inout [SQLValue]) -> Bool {
        let test = LeafTest(test, storage, hasPlace: hasPlace)
        guard test.form == form else { return false }
        values += test.values
        return true
    }
}
#endif
