#if SQLite
/// What opening a file with another schema than before has changed in it.
public struct SchemaChange: Sendable, Hashable {
    /// The module's wire name.
    public var module: String
    /// Whether the module is new in the file.
    public var isNew: Bool
    /// Fields that came; items that carried such values before the schema knew them have them now.
    public var added: [String]
    /// Fields that went; their values are kept among the items' unknown values.
    public var removed: [String]
    /// Fields of another type than before.
    public var changed: [String]
    /// Values that do not fit the field's type; they are kept among the items' unknown values.
    public var unfit: [UnfitValue]
    /// How many there are; `unfit` holds the first hundred.
    public var unfitCount: Int

    /// A value that a changed field cannot hold.
    public struct UnfitValue: Sendable, Hashable {
        /// The item's id.
        public var id: String
        public var field: String
        public var expected: String
        public var found: String
    }
}
#endif
