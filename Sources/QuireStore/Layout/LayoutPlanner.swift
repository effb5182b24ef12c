#if SQLite

import QuireCore
import QuireText

/// Plans the tables of modules, keeping the names of existing tables and columns.
struct LayoutPlanner {
    /// Tables and indexes share one namespace.
    private var tableNames: NamePlanner
    /// `nil` if SQLite has no full text.
    private let analyzer: TextAnalyzer?

    init(stored: [StoredModule], analyzer: TextAnalyzer? = nil) {
        self.analyzer = analyzer
        tableNames = NamePlanner(taken: ["quire_module", "quire_replaced", "quire_replaced_t"])
        for module in stored { for name in module.tableNames { tableNames.take(name) } }
    }

    /// The layout of a module. Fields that are already stored in the same way keep their columns.
    mutating func plan(_ module: ModuleDescriptor, stored: StoredModule?) -> ModuleLayout {
        let table = stored?.table ?? tableNames.name("m_", module.name)
        let textTable = stored?.textTable ?? tableNames.name(table + "_t", "")
        var columns = NamePlanner(taken: MetadataColumns.columns.map(\.name) + [MetadataColumns.item])
        for field in stored?.fields ?? [] { for name in field.columnNames { columns.take(name) } }
        let objects = module.fields.objectLists().map { plan($0, table: table, stored: stored) }
        var fields: [FieldLayout] = []
        for field in module.fields.queryable.uniqueByName {
            let storage = Storage(field.kind)
            let steps = field.isMember ? field.memberSteps : nil
            var layout: FieldLayout
            if let storedLayout = stored?.field(field.name), storedLayout.storage == storage,
                storedLayout.steps == steps
            {
                layout = storedLayout
            } else if field.isInListOfObjects {
                layout = FieldLayout(name: field.name, storage: storage, column: "")
                layout.smallest = columns.name("s_", field.name)
            } else {
                layout = plan(field.name, storage, table: table, columns: &columns)
            }
            layout.format = field.kind.storedFormat
            layout.steps = steps
            if field.isInListOfObjects {
                let isSearched = analyzer != nil && field.searchWeight != nil && TextForm(field.kind) != nil
                layout.words = isSearched ? layout.words ?? columns.name("v_", field.name) : nil
                layout.place(in: objects)
            }
            fields.append(layout)
        }
        var indexes: [ColumnIndex] = []
        func index(_ column: String, _ planner: inout NamePlanner) {
            indexes.append(
                stored?.indexes.first { $0.column == column && $0.side == nil }
                    ?? ColumnIndex(name: planner.name(table + "_i_", column), column: column))
        }
        index("publishedAt", &tableNames)
        for (field, layout) in zip(module.fields.queryable.uniqueByName, fields) {
            // Members of listed objects have their indexes below.
            if layout.isInListOfObjects { continue }
            let isRelation = if case .relation = field.kind { true } else { false }
            if case .relation = field.kind.innermost, let side = layout.side {
                indexes.append(
                    stored?.indexes.first { $0.side == side }
                        ?? ColumnIndex(name: tableNames.name(side + "_i", ""), column: "item", side: side))
            }
            let isPopularity =
                module.popularityField.map { $0.name == field.name } ?? false
            let isUnique = field.constraints?.isUnique == true
            guard field.isSortable || field.facet != nil || isRelation || isPopularity || isUnique else {
                continue
            }
            if layout.storage.isNarrow { index(layout.column, &tableNames) }
            if field.isSortable, let smallest = layout.smallest { index(smallest, &tableNames) }
        }
        for rows in objects {
            for member in rows.members where member.storage != .json {
                let column = member.latitude ?? member.column
                indexes.append(
                    stored?.indexes.first { $0.column == column && $0.side == rows.table }
                        ?? ColumnIndex(
                            name: tableNames.name(rows.table + "_i_", column), column: column,
                            side: rows.table))
            }
        }
        return ModuleLayout(
            module: module, table: table, textTable: textTable, fields: fields, objects: objects,
            indexes: indexes, text: text(module, fields, stored: stored?.text))
    }

    /// The table of a list's objects.
    private mutating func plan(
        _ list: FieldTable.ObjectList, table: String, stored: StoredModule?
    ) -> ObjectLayout {
        let names = list.path.map(\.name)
        let storedObjects = stored?.objects.reached(by: names).flatMap { $0.path == list.path ? $0 : nil }
        var columns = NamePlanner()
        for member in storedObjects?.members ?? [] { for name in member.columnNames { columns.take(name) } }
        let members = list.members.map { member in
            let name = member.steps.map(\.name).joined(separator: ".")
            let kind = member.steps.isEmpty ? member.kind.innermost : member.kind
            let (storage, steps) = (Storage(kind), list.path + member.steps)
            var layout: FieldLayout
            if let storedMember = storedObjects?.member(name), storedMember.storage == storage,
                storedMember.steps == steps
            {
                layout = storedMember
            } else {
                layout = plan(name, storage, table: table, columns: &columns)
            }
            layout.format = kind.storedFormat
            layout.steps = steps
            return layout
        }
        return ObjectLayout(
            table: storedObjects?.table ?? tableNames.name(table + "_l_", names.joined(separator: ".")),
            path: list.path, members: members)
    }

    /// The full text of the searchable fields.
    private mutating func text(
        _ module: ModuleDescriptor, _ fields: [FieldLayout], stored: TextLayout?
    ) -> TextLayout? {
        guard let analyzer else { return nil }
        let columns = zip(module.fields.queryable.uniqueByName, fields).compactMap {
            (field, layout) -> TextLayout.Column? in
            guard let weight = field.searchWeight, let form = TextForm(field.kind) else { return nil }
            return TextLayout.Column(
                field: field.name, name: layout.words ?? layout.column, isNarrow: layout.storage.isNarrow,
                form: form,
                weight: weight)
        }
        guard !columns.isEmpty else { return nil }
        return TextLayout(
            name: stored?.name ?? tableNames.name("quire_text_", module.name), columns: columns,
            analyzer: analyzer.signature, embedding: embedding(module, columns))
    }

    /// The vectors of the embedded fields; `nil` if none of them is searchable.
    private func embedding(
        _ module: ModuleDescriptor, _ columns: [TextLayout.Column]
    ) -> EmbeddingLayout? {
        guard let embedding = module.embedding else { return nil }
        let embedded = embedding.fields.compactMap { name in
            columns.first { $0.field == name }
        }
        guard !embedded.isEmpty, embedding.dimensions > 0 else { return nil }
        return EmbeddingLayout(
            columns: embedded.map(\.name), forms: embedded.map(\.form), dimensions: embedding.dimensions,
            model: embedding.model)
    }

    private mutating func plan(
        _ name: String, _ storage: Storage, table: String, columns: inout NamePlanner
    ) -> FieldLayout {
        var field = FieldLayout(name: name, storage: storage, column: columns.name("v_", name))
        switch storage {
        case .text, .longText: field.folded = columns.name("f_", name)
        case .place:
            field.latitude = columns.name("y_", name)
            field.longitude = columns.name("x_", name)
        case .list(let element):
            field.smallest = columns.name("s_", name)
            if element.isListed { field.side = tableNames.name(table + "_l_", name) }
        case .integer, .number, .boolean, .date, .json: break
        }
        return field
    }
}

extension FieldKind {
    /// The format of a date, or of the dates in a list.
    fileprivate var storedFormat: DateFormat? {
        Storage(innermost) == .date ? innermost.dateFormat : nil
    }
}

extension FieldLayout {
    /// The columns in the module's own tables, or of a single value in the table of its objects.
    var columnNames: [String] {
        if isInListOfObjects, smallest != nil { return [smallest, words].compactMap(\.self) }
        return [column, folded, smallest, latitude, longitude].compactMap(\.self)
    }

    /// Takes the columns of a member in the table of its objects.
    fileprivate mutating func place(in objects: [ObjectLayout]) {
        guard let steps, let list = steps.lastIndex(where: \.isList) else { return }
        let rows = objects.reached(by: steps[...list].map(\.name))
        let member = rows?.member(steps[(list + 1)...].map(\.name).joined(separator: "."))
        guard let rows, let member else { return }
        self.objects = rows.table
        (column, folded, latitude, longitude) = (
            member.column, member.folded, member.latitude, member.longitude
        )
    }
}

extension [FieldDescriptor] {
    /// The fields; of those with the same name, only the first.
    var uniqueByName: [FieldDescriptor] {
        var seen: Set<String> = []
        return filter { seen.insert($0.name).inserted }
    }
}

/// Gives tables and columns names that SQLite distinguishes: it ignores case.
///
/// A wire name can be any text. Only its plain characters go into the name, to help people who open the file.
struct NamePlanner {
    private var taken: Set<String> = []

    init(taken: some Sequence<String> = []) {
        for name in taken { self.taken.insert(name.lowercased()) }
    }

    mutating func take(_ name: String) { taken.insert(name.lowercased()) }

    /// A unique name: the prefix and the plain characters of the wire name.
    mutating func name(_ prefix: String, _ wireName: String) -> String {
        let plain = prefix + Self.plain(wireName)
        var candidate = plain
        var number = 2
        while !taken.insert(candidate).inserted {
            candidate = "\(plain)_\(number)"
            number += 1
        }
        return candidate
    }

    private static func plain(_ wireName: String) -> String {
        var plain = ""
        for scalar in wireName.unicodeScalars {
            guard plain.utf8.count < 40 else { break }
            switch scalar {
            case "a"..."z", "0"..."9": plain.unicodeScalars.append(scalar)
            case "A"..."Z": plain += String(scalar).lowercased()
            default: if !plain.hasSuffix("_") { plain += "_" }
            }
        }
        return plain
    }
}
#endif
