/// How an update notices that somebody else has changed the item.
///
/// PocketBase has no `ETag`. Every way but ``compare`` is exact: the check and the write are one transaction.
public enum PocketBaseConflictDetection: String, Sendable, Hashable, CaseIterable {
    /// Reads the item, compares `updatedAt`, and writes. Another writer may come in between: of 240 increments by four
    /// writers, 149 were lost.
    case compare
    /// Claims the item's next revision in the batch that writes it. For managed collections, on servers that allow
    /// batches. Does not notice writers other than Quire, such as the dashboard.
    case revisions
    /// The collection's update rule compares the version, in a batch. Add to the rule:
    /// `(@request.headers.x_if_updated = '' || updated = @request.headers.x_if_updated)`. Rules do not apply to superusers.
    case rule
    /// Quire's hook on the server compares the version (``PocketBaseHooks``).
    case hook

    /// Whether no change of another writer is lost.
    public var isExact: Bool { self != .compare }
}
