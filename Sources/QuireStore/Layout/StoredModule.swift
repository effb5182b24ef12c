#if SQLite
import QuireCore
import QuireText

/// The description of a module in the catalog: where its values are stored in this file.
struct StoredModule: Codable, Hashable, Sendable {
    var name: String
    var table: String
    var textTable: String
    var fields: [FieldLayout]
    /// The tables of listed objects.
    var objects: [ObjectLayout]
    var indexes: [ColumnIndex]
    var text: TextLayout?
    /// `StoreOptions.schemaVersion` of the store that last migrated the module.
    var version: Int?
    /// The renames that the items of the module have gone through.
    var renames: [String]
    /// The fields that have been required so far.
    var required: [String] = []
    /// The values of the fields with a closed list of choices.
    var choices: [String: [String]]

    init(_ layout: ModuleLayout) {
        choices = layout.closedChoices
        name = layout.module.name
        table = layout.table
        textTable = layout.textTable
        fields = layout.fields
        objects = layout.objects
        indexes = layout.indexes
        text = layout.text
        renames = layout.module.renames
    }

    /// Whether the items of a stored module have all current names.
    func hasRenames(of other: StoredModule) -> Bool {
        Set(renames).isSubset(of: other.renames)
    }

    /// Whether the tables are the same, regardless of the schema's version, of renames and of required fields.
    func hasSameLayout(as other: StoredModule?) -> Bool {
        var other = other
        other?.version = version
        other?.renames = renames
        other?.required = required
        other?.choices = choices
        return self == other
    }

    /// The stored fields that a schema requires and the file did not require yet.
    func newlyRequired(_ layout: ModuleLayout) -> [FieldDescriptor] {
        let requiredNames = Set(required)
        return layout.module.fields.fields.uniqueByName.filter { descriptor in
            guard descriptor.isRequired, let stored = field(descriptor.name),
                stored.storage == Storage(descriptor.kind)
            else { return false }
            return !requiredNames.contains(descriptor.name)
        }
    }

    /// The required fields after opening the file with a schema: the schema decides about its own fields.
    func requiredFields(_ layout: ModuleLayout, before: StoredModule?) -> [String] {
        let others = (before?.required ?? []).filter { field($0) != nil && layout.field($0) == nil }
        return (others + layout.module.fields.fields.uniqueByName.filter(\.isRequired).map(\.name)).sorted()
    }

    /// Whether the catalog must record other required fields or closed choices.
    func hasOtherRules(_ layout: ModuleLayout) -> Bool {
        choices != layout.closedChoices || required != requiredFields(layout, before: self)
    }

    /// The stored fields whose closed list of choices lacks a value that the file allowed.
    func restricted(_ layout: ModuleLayout) -> [FieldDescriptor] {
        layout.module.fields.fields.uniqueByName.filter { descriptor in
            guard let closed = descriptor.closedValues, field(descriptor.name) != nil else { return false }
            guard let before = choices[descriptor.name] else { return true }
            return before.contains { value in
                !closed.contains { $0.isByteEqual(to: descriptor.renamedChoices[value] ?? value) }
            }
        }
    }

    func field(_ name: String) -> FieldLayout? { fields.first { $0.name == name } }

    var tableNames: [String] {
        [table, textTable] + sideTables + indexes.map(\.name) + [text?.name].compactMap(\.self)
    }

    /// The tables of elements and of listed objects.
    var sideTables: [String] { fields.compactMap(\.side) + objects.map(\.table) }
}

extension ModuleLayout {
    fileprivate var closedChoices: [String: [String]] {
        let closed = module.fields.fields.uniqueByName.compactMap { field in
            field.closedValues.map { (field.name, $0) }
        }
        return Dictionary(closed) { first, _ in first }
    }
}

extension FieldLayout {
    /// Whether the stored columns hold the field's values.
    func isFilled(like stored: FieldLayout) -> Bool {
        // A member's column has milliseconds, but its object keeps the texts.
        storage == stored.storage && isMember == stored.isMember && (!isMember || format == stored.format)
    }
}

extension [StoredModule] {
    func named(_ name: String) -> StoredModule? { first { $0.name == name } }
}

extension KnownTables {
    /// The known tables for these layouts.
    init(_ layouts: some Sequence<ModuleLayout>) {
        let modules = layouts.map(StoredModule.init)
        self.init { connection in
            let stored = try Catalog(connection: connection).modules()
            for module in modules where !module.hasTables(of: stored.named(module.name)) {
                throw StoreError(
                    .changed, action: connection.action, location: connection.location,
                    reason:
                        "another process, or another store in this one, has migrated \"\(module.name)\" to another "
                        + "schema or analyzer",
                    advice: "Open the store again, with the same schema and analyzer as that one.")
            }
        }
    }
}

extension StoredModule {
    /// Whether values are stored in the same places and the same words are indexed. Indexes on values may differ.
    fileprivate func hasTables(of other: StoredModule?) -> Bool {
        guard let other, table == other.table, textTable == other.textTable,
            fields == other.fields
        else { return false }
        guard let text, let otherText = other.text else { return text == nil && other.text == nil }
        return text.hasSameWords(as: otherText) && text.embedding == otherText.embedding
    }
}

extension StoredModule {
    /// A layout for reading the tables: kinds are derived from the stored types, and dates are in milliseconds.
    var neutralLayout: ModuleLayout {
        let descriptors = fields.filter { !$0.isMember }.map { field in
            // Lists are stored as they were written.
            let format = field.storage.element == nil ? nil : field.format
            return FieldDescriptor(name: field.name, kind: field.storage.kind(format))
        }
        return ModuleLayout(
            module: ModuleDescriptor(name: name, fields: descriptors), table: table, textTable: textTable,
            fields: fields, objects: objects, indexes: indexes, text: text)
    }
}

extension ModuleDescriptor {
    /// All former names in the module, each with its current one, as they are recorded in the file when its items have
    /// the current names.
    var renames: [String] {
        formerNames.map { "module \($0) > \(name)" } + fields.renames(path: "")
    }

    /// Whether former names can be in any item: in objects, choices, or as the module's name. Otherwise, they can only be
    /// among unknown values.
    var hasRenamesInValues: Bool {
        !formerNames.isEmpty
            || fields.fields.contains { !$0.renamedChoices.isEmpty || !$0.kind.renames(path: "").isEmpty }
    }
}

extension FieldTable {
    fileprivate func renames(path: String) -> [String] {
        fields.flatMap { field in
            let place = path + field.name
            return field.formerNames.map { "field \(path)\($0) > \(place)" }
                + field.renamedChoices.sorted { $0.key < $1.key }.map {
                    "value \(place): \($0.key) > \($0.value)"
                }
                + field.kind.renames(path: place + "/")
        }
    }
}

extension FieldKind {
    fileprivate func renames(path: String) -> [String] {
        switch self {
        case .object(let table): table.renames(path: path)
        case .list(let element): element.renames(path: path)
        default: []
        }
    }
}
#endif
