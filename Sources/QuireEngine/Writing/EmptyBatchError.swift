/// A batch without operations.
public struct EmptyBatchError: Error, Sendable, Hashable, CustomStringConvertible {
    public init() {}

    public var description: String {
        "Could not write the batch: it is empty. Add an operation to it, or do not write it."
    }
}
