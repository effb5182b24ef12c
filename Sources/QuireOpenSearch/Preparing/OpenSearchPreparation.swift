/// How far the preparation of a module's index is.
public struct OpenSearchPreparation: Sendable, Hashable {
    public enum Phase: String, Sendable, Hashable {
        /// The index is compared with the schema, or made.
        case checking
        /// A new index is filled from the old one, which searches and writes still use.
        case copying
        /// The rest is copied while writers wait; then the new index takes the old one's place.
        case switching
        case ready
    }

    /// The module's wire name.
    public var module: String
    public var phase: Phase
    /// Documents copied in this pass.
    public var documents: Int
}
