#if SQLite
/// The changes that opening a file with another schema has made.
public struct SchemaChange: Sendable, Hashable {
    /// The module's wire name.
    public var module: String
    /// Whether the module is new in the file.
    public var isNew: Bool
    /// The module's wire name in the file until now, if it was renamed.
    public var formerName: String?
    /// The renamed fields. Items have their values under the new names.
    public var renamed: [RenamedField] = []
    /// The added fields. Items that had such values as unknown values now have them in the fields.
    public var added: [String] = []
    /// Removed fields. Items keep their values as unknown values.
    public var removed: [String] = []
    /// The fields whose type has changed.
    public var changed: [String] = []
    /// The values that do not fit the schema now. Items keep them as unknown values.
    public var incompatible = IncompatibleValues()
    /// Required fields that got their default in items without a value.
    public var filled: [FilledField] = []

    /// A field, and the number of items whose value is now its default.
    public struct FilledField: Sendable, Hashable {
        public var field: String
        public var count: Int
    }

    /// A field that the file had under another name.
    public struct RenamedField: Sendable, Hashable {
        public var from: String
        public var to: String
    }

    init(module: String, isNew: Bool = false) {
        self.module = module
        self.isNew = isNew
    }

    /// Whether no item has other values than before, and all of them fit.
    var isEmpty: Bool {
        !isNew && formerName == nil && renamed.isEmpty && added.isEmpty && removed.isEmpty && changed.isEmpty
            && filled.isEmpty && incompatible.isEmpty
    }
}
#endif
