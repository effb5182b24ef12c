#if SQLite
/// The differences between a file's tables and those that a schema needs. Opening the file read-write would migrate
/// them.
///
/// ```swift
/// let difference = try await Store.schemaDifference(of: .file("content.sqlite"), schema: ContentSchema.self)
/// if difference.isDowngrade { print(difference) }   // books: removes "subtitle"; changes "age" from text to integer
/// ```
public struct SchemaDifference: Sendable, Hashable {
    /// The differences of one module's tables.
    public struct Module: Sendable, Hashable {
        /// The module's wire name.
        public var name: String
        /// Whether the file has no tables for the module.
        public var isNew = false
        /// The module's wire name in the file, if the schema renames it.
        public var formerName: String?
        /// Fields that the file has under another name.
        public var renamed: [SchemaChange.RenamedField] = []
        /// Whether the schema has names from before a rename that the file records, so that it is older than the file. The
        /// module, or its fields, get these names back.
        public var undoesRenames = false
        /// Whether items may have former names of fields or choices, which are rewritten.
        public var rewritesNames = false
        /// Fields that the schema has but the file lacks, in the schema's order.
        public var added: [String] = []
        /// Fields that the file has but the schema lacks. A migration keeps their values as unknown values.
        public var removed: [String] = []
        /// Fields whose values are stored with another type.
        public var changed: [ChangedField] = []
        /// Lists of dates whose format changes, and members of objects that are stored in another way. They are written again.
        public var reformatted: [String] = []
        /// Stored fields that the schema now requires. Items without a value get the field's default, if it has one.
        public var newlyRequired: [String] = []
        /// Fields whose closed list of choices lacks a value that the file allowed. Items with such a value keep it.
        public var restricted: [String] = []
        /// Whether the full-text index must be rebuilt because of other searchable fields or another analyzer.
        public var rebuildsFullText = false
        /// Whether indexes must be created or dropped.
        public var changesIndexes = false
        /// Whether the tables of listed objects must be filled again.
        var rewritesObjects = false
        /// Whether only the file's catalog must be updated: the order of fields, formats of dates, search weights.
        public var updatesCatalog = false

        /// The `schemaVersion` of the store that last migrated the module; `nil` if it had none.
        public var fileVersion: Int?

        init(name: String) { self.name = name }

        var isEmpty: Bool {
            !isNew && formerName == nil && renamed.isEmpty && !rewritesNames
                && added.isEmpty && removed.isEmpty && changed.isEmpty && reformatted.isEmpty
                && newlyRequired.isEmpty && restricted.isEmpty
                && !rebuildsFullText && !changesIndexes && !updatesCatalog
        }
    }

    /// A field that the file stores with a type other than the schema's.
    public struct ChangedField: Sendable, Hashable {
        public var name: String
        /// The stored type, for example `text` or `list.integer`.
        public var from: String
        /// The type that the schema needs.
        public var to: String
    }

    /// The modules that differ, by name. Modules that exist only in the file are not a difference: their tables are
    /// kept.
    public var modules: [Module]
    /// The schema's version from `StoreOptions.schemaVersion`.
    public var schemaVersion: Int?

    /// Whether the file matches the schema.
    public var isEmpty: Bool { modules.isEmpty }

    /// Whether the file was last migrated by a later schema.
    ///
    /// This is exact for a module if both sides have a `schemaVersion`, and if one side has renamed what the other one knows
    /// under a former name. Otherwise a migration that removes a field or changes its type counts as a downgrade, because
    /// it may be one.
    public var isDowngrade: Bool { modules.contains(where: isDowngrade) }

    /// Whether it is known that a later schema has migrated the file.
    public var isCertainDowngrade: Bool {
        let downgrades = modules.filter(isDowngrade)
        return downgrades.contains(where: \.undoesRenames)
            || !downgrades.isEmpty && schemaVersion != nil
                && downgrades.allSatisfy { $0.fileVersion != nil }
    }

    func isDowngrade(_ module: Module) -> Bool {
        if let mine = schemaVersion, let file = module.fileVersion { return file > mine }
        if module.undoesRenames { return true }
        // Only a later schema knows the names in the file as former ones.
        if modules.contains(where: \.isRenamedForward) { return false }
        return !module.removed.isEmpty || !module.changed.isEmpty
    }
}

extension SchemaDifference: CustomStringConvertible {
    public var description: String { modules.map(\.description).joined(separator: "; ") }
}

extension SchemaDifference {
    /// Whether the file has no tables for any module, so that there is nothing to back up.
    var isNewFile: Bool { modules.allSatisfy(\.isNew) }
}

extension SchemaDifference.Module {
    fileprivate var isRenamedForward: Bool { !undoesRenames && (formerName != nil || !renamed.isEmpty) }
}

extension SchemaDifference.Module: CustomStringConvertible {
    public var description: String { "\(name) \(reason)" }

    /// The differences in words: adds "subtitle", changes "age" from text to integer.
    var reason: String {
        func names(_ fields: [String]) -> String {
            let list = fields.prefix(10).map { "\"\($0)\"" }.joined(separator: ", ")
            return fields.count > 10 ? "\(list) and \(fields.count - 10) more" : list
        }
        var parts: [String] = []
        if isNew { parts.append("has no tables yet") }
        if let formerName {
            parts.append(undoesRenames ? "undoes its rename to \"\(formerName)\"" : "was \"\(formerName)\"")
        }
        for field in renamed.prefix(10) {
            parts.append(
                undoesRenames
                    ? "undoes the rename of \"\(field.to)\" to \"\(field.from)\""
                    : "renames \"\(field.from)\" to \"\(field.to)\"")
        }
        if renamed.count > 10 { parts.append("renames \(renamed.count - 10) more fields") }
        if rewritesNames, formerName == nil, renamed.isEmpty {
            parts.append("rewrites former names in items")
        }
        if !isNew, !added.isEmpty { parts.append("adds \(names(added))") }
        if !removed.isEmpty { parts.append("removes \(names(removed))") }
        for field in changed.prefix(10) {
            parts.append("changes \"\(field.name)\" from \(field.from) to \(field.to)")
        }
        if changed.count > 10 { parts.append("changes \(changed.count - 10) more fields") }
        if !reformatted.isEmpty {
            parts.append("writes the dates of \(names(reformatted)) in another format")
        }
        if !newlyRequired.isEmpty { parts.append("requires \(names(newlyRequired))") }
        if !restricted.isEmpty { parts.append("removes choices of \(names(restricted))") }
        if rebuildsFullText { parts.append("rebuilds its full-text index") }
        if changesIndexes { parts.append("changes its indexes") }
        if updatesCatalog {
            parts.append("updates the order of fields, formats of dates, search weights or the embedding")
        }
        return parts.joined(separator: ", ")
    }
}

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
