/// Decides when a watched schema is read: after a change, as soon as its files rest.
///
/// Files that are still being written change between two looks, so they are read when two looks find the same.
package struct SchemaChanges {
    private var last: SchemaSnapshot?
    private var reported: SchemaSnapshot?

    package init() {}

    /// Whether the schema has to be read now.
    package mutating func mustRead(_ snapshot: SchemaSnapshot) -> Bool {
        defer { last = snapshot }
        guard snapshot == last, snapshot != reported else { return false }
        reported = snapshot
        return true
    }
}
