#if SQLite
import QuireCore

/// The columns that a request reads, in the order of the decoder's row layout.
struct RowSelection {
    let rowLayout: RowLayout
    /// The module's table.
    let module: String
    /// The SQL to select, from `m` and `t`.
    let columns: String
    let usesTextTable: Bool

    /// - Parameters:
    ///   - readsMetadata: Whether to read the metadata besides the id.
    ///   - related: The SQL of fields of related items, which are the last ones of the module.
    /// - Throws: `StoreError` if the module's fields are not stored in the way that the decoder reads them.
    init(
        _ module: ModuleDescriptor, fields: [Int]?, _ layout: ModuleLayout, keepsUnknownValues: Bool,
        readsMetadata: Bool = true, related: [String] = [], location: String
    ) throws {
        let ownCount = module.fields.fields.count - related.count
        rowLayout = RowLayout(module.fields, fields: fields, hasMetadata: readsMetadata)
        self.module = layout.table
        var columns: [String] = []
        // A list of related items is in the text table.
        var usesTextTable = readsMetadata || !related.isEmpty
        for column in RowLayout.Envelope.allCases where readsMetadata || column == .id {
            let isLeftOut = column == .unknownValues && !keepsUnknownValues
            columns.append(isLeftOut ? "NULL" : Self.envelope[column.rawValue])
        }
        for position in rowLayout.fields {
            if position >= ownCount {
                columns.append(related[position - ownCount])
                continue
            }
            let descriptor = module.fields.fields[position]
            guard let field = layout.ownIndex(descriptor.name).map({ layout.fields[$0] }) else {
                columns.append("NULL")
                continue
            }
            guard field.storage == Storage(descriptor.kind) else {
                throw StoreError(
                    .schema, action: "read \"\(module.name)\"", location: location,
                    reason:
                        "the store was opened with another schema: \"\(descriptor.name)\" is \(field.storage.signature) "
                        + "there, not \(Storage(descriptor.kind).signature)",
                    advice: "Open the store with the schema that the query was generated from.")
            }
            if !field.storage.isNarrow { usesTextTable = true }
            columns.append((field.storage.isNarrow ? "m." : "t.") + SQLite.quoted(field.column))
        }
        self.columns = columns.joined(separator: ", ")
        self.usesTextTable = usesTextTable
    }

    /// The columns of a plan's rows, with the fields of related items after its own.
    ///
    /// - Parameter fields: The positions of the module's own fields. `nil` means all.
    init(rows plan: SearchPlan, fields: [Int]?, keepsUnknownValues: Bool, location: String) throws {
        let module = plan.layout.module.adding(plan.request.relatedFields)
        let first = plan.layout.module.fields.fields.count
        try self.init(
            module, fields: fields.map { $0 + plan.relatedColumns.indices.map { first + $0 } }, plan.layout,
            keepsUnknownValues: keepsUnknownValues, related: plan.relatedColumns, location: location)
    }

    private static let envelope: [String] = RowLayout.Envelope.allCases.map { column in
        switch column {
        case .id: "m.id"
        case .name: "m.name"
        case .module: "m.module"
        case .tags: "t.tags"
        case .createdAt: "m.createdAt"
        case .updatedAt: "m.updatedAt"
        case .publishedAt: "m.publishedAt"
        case .archivedAt: "m.archivedAt"
        case .removedAt: "m.removedAt"
        case .deletedAt: "m.deletedAt"
        case .createdBy: "m.createdBy"
        case .updatedBy: "m.updatedBy"
        case .deletedBy: "m.deletedBy"
        case .revision: "m.revision"
        case .customerId: "m.customerId"
        case .externalId: "t.externalId"
        case .pushSchedule: "t.pushSchedule"
        case .unknownValues: "t.unmodelled"
        }
    }
}

extension SearchRequest {
    /// The positions of the requested fields, with those of objects whose members are requested; `nil` for all.
    func fieldPositions(in layout: ModuleLayout) throws -> [Int]? {
        guard let fields else { return nil }
        var positions: [Int] = []
        for name in fields {
            guard let field = module.fields.way(to: name)?.first, let position = layout.ownIndex(field) else {
                throw QueryError(
                    .unknownProperty, module: module.name, node: "\"\(name)\" in the fields",
                    expected: "a field of the module, or the path of a member of an object")
            }
            if !positions.contains(position) { positions.append(position) }
        }
        return positions
    }

    /// The requested members of objects; `nil` if all objects are whole.
    func selectedMembers() throws(QueryError) -> SelectedValues? {
        guard selectedMember != nil, let fields else { return nil }
        return try SelectedValues(fields, of: module)
    }
}
#endif
