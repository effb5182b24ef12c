#if SQLite
/// What opening a file with another schema than before has changed in it.
public struct SchemaChange: Sendable, Hashable {
    /// The module's wire name.
    public var module: String
    /// Whether the module is new in the file.
    public var isNew: Bool
    /// Added fields. Items that had such values as unknown values have them as fields now.
    public var added: [String]
    /// Removed fields. Items keep their values as unknown values.
    public var removed: [String]
    /// Fields of another type than before.
    public var changed: [String]
    /// Values that do not fit the new type of their field. Items keep them as unknown values.
    public var incompatible: [IncompatibleValue]
    /// How many there are; `incompatible` holds the first hundred.
    public var incompatibleCount: Int

    /// A value that a changed field cannot hold.
    public struct IncompatibleValue: Sendable, Hashable {
        /// The item's id.
        public var id: String
        public var field: String
        public var expected: String
        public var found: String
    }
}
#endif
