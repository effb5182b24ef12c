import QuireCore
import QuireRemote
import QuireToolbox

/// The collection of a module: its name, and how its records hold instances.
///
/// In a managed collection, each field of the module has a column of PocketBase's type nearest to it, under the field's
/// own name. Quire's own columns, named `q_…`, hold what PocketBase cannot tell: whether an empty column is a value,
/// the case of texts, integers beyond ±2^53. In an existing collection there are only the columns of the module.
///
/// | column | holds |
/// |---|---|
/// | `title`, `age`, … | the value; `""`, `0`, `false`, `[]` or null without one |
/// | `created`, `updated` | when the server stored the record: `createdAt`, `updatedAt` |
/// | `q_has` | the fields that have a value although their column is empty |
/// | `q_meta` | the other metadata and undeclared values as JSON, or null: see `StoredMetadata` |
/// | `q_rev` | the number of writes |
/// | `q_l_title`, `q_c_title`, … | see `RecordField.Shadow` |
/// | `q_f_pages` | the uploaded files of a list of addresses |
final class CollectionLayout: Sendable {
    let module: IndexedModule
    /// The collection's name.
    let name: String
    let isManaged: Bool
    /// The module's fields, in the schema's order.
    let fields: [RecordField]
    /// What reads the module's records.
    let keys: RecordKeys
    /// The columns that a response with all fields needs, separated by commas.
    let allColumns: String

    init(_ module: ModuleDescriptor, _ collections: PocketBaseSettings.Collections) {
        let indexed = IndexedModule(module, hasMembers: false)
        let isManaged = collections == .managed
        let names = indexed.values.map(\.descriptor.name)
        let columns = isManaged ? ColumnName.managed(names) : names
        self.module = indexed
        self.isManaged = isManaged
        name = isManaged ? ColumnName.collection(module.name) : module.name
        fields = zip(indexed.values, columns).map { RecordField($0, column: $1, isManaged: isManaged) }
        keys = RecordKeys(fields, isManaged: isManaged)
        allColumns = Self.columns(for: fields, isManaged: isManaged).joined(separator: ",")
    }

    /// The record field of a module's field.
    func field(_ field: IndexedField) -> RecordField? {
        field.isMetadata || !fields.indices.contains(field.ordinal) ? nil : fields[field.ordinal]
    }

    /// The record field of the module's field with exactly this wire name.
    func field(named name: String) -> RecordField? { module.value(name).flatMap { self.field($0) } }

    /// The columns that a response needs: all that `RecordReader` reads, and no others.
    ///
    /// - Parameter shown: The fields whose values are returned. `nil` returns all.
    func columns(for shown: [IndexedField]?) -> [String] {
        Self.columns(
            for: shown.map { $0.compactMap { self.field($0) } } ?? fields, isManaged: isManaged)
    }

    private static func columns(for fields: [RecordField], isManaged: Bool) -> [String] {
        let fields = fields.filter(\.isLegal)
        var columns = [ColumnName.id, ColumnName.created, ColumnName.updated]
        if isManaged {
            columns.append(ColumnName.metadata)
            if fields.contains(where: \.marksZero) { columns.append(ColumnName.present) }
        }
        for field in fields where !columns.contains(field.column) {
            columns.append(field.column)
            if let beside = field.besideColumn { columns.append(beside) }
        }
        return columns
    }
}

/// The collections of modules, each computed once.
struct CollectionLayouts: Sendable {
    private let cache = BoundedCache<ModuleDescriptor, CollectionLayout>(limit: 1_000)
    private let collections: PocketBaseSettings.Collections

    init(_ collections: PocketBaseSettings.Collections) { self.collections = collections }

    subscript(module: ModuleDescriptor) -> CollectionLayout {
        cache.value(for: module) { CollectionLayout(module, collections) }
    }
}

/// The keys of a collection's records by slot, for finding them while a response is parsed.
final class RecordKeys: Sendable {
    let keys: FieldKeys
    /// The slots of the fields' columns, and of those beside them that are needed to read a value.
    let slots: [(column: Int, beside: Int?)]
    let count: Int

    static let id = 0
    static let created = 1
    static let updated = 2
    static let metadata = 3
    static let present = 4

    init(_ fields: [RecordField], isManaged: Bool) {
        // Names that no record has stand in for slots that an existing collection does not use.
        var names = [
            ColumnName.id, ColumnName.created, ColumnName.updated, isManaged ? ColumnName.metadata : "q meta",
            isManaged ? ColumnName.present : "q has",
        ]
        func slot(_ name: String) -> Int {
            // A field of an existing collection may have the name of a date that every record has.
            if let slot = names.firstIndex(of: name) { return slot }
            names.append(name)
            return names.count - 1
        }
        slots = fields.map { (slot($0.column), $0.besideColumn.map(slot)) }
        keys = FieldKeys(names: names)
        count = names.count
    }
}
