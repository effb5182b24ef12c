import QuireCore

/// Converts the items of one data file to instances of a module, the form in which engines take them.
struct ItemConversion {
    /// The options for items that are not in HALO's form.
    struct Options: Sendable, Hashable {
        /// The field that holds the id.
        var id: String?
        /// The names of keys in the file, with the fields that they fill.
        var map: [String: String] = [:]

        var isEmpty: Bool { id == nil && map.isEmpty }
    }

    /// An instance, and the fields whose value does not fit.
    struct Converted {
        var instance: JSONValue
        var failures: [String] = []
        /// Why the item cannot be converted: a field has two values.
        var conflict: String?
    }

    private let options: Options
    private var identity: RecordIdentity
    private let table: FieldTable
    private let fields: [String: FieldKind]
    /// The conversions of the columns, and of other keys.
    private let columns: ColumnConversions
    private let hasPlaces: Bool
    private var lastNames: [String] = []
    private var lastPairs: [PlaceName.Pair] = []

    /// Reads the file once or twice if it has cells whose form depends on the others of their column.
    ///
    /// - Throws: The errors of `DataReader`.
    init(path: String, module: ModuleDescriptor, options: Options) throws {
        self.options = options
        table = module.fields
        fields = Dictionary(module.fields.fields.map { ($0.name, $0.kind) }) { first, _ in first }
        identity = RecordIdentity(field: options.id, fields: Set(fields.keys), module: module.name)
        hasPlaces = module.fields.fields.contains { $0.kind == .geopoint }
        columns = try ColumnConversions(path: path) { [table] in
            table.field(reading: options.map[$0] ?? $0)?.kind
        }
    }

    /// Converts an item. Values under former names go to their fields. Values that do not fit stay as they are, so that
    /// their error names them.
    mutating func convert(_ members: [DataValue.Member]) -> Converted {
        var converted = Converted(instance: .null)
        var envelope: [JSONValue.Member] = []
        var values: [JSONValue.Member] = []
        let named = identity.named(in: members)
        if let named {
            if let id = named.id { envelope.append(.init("id", .string(id))) }
        } else {
            envelope.append(.init("id", .string(identity.generated(for: members))))
        }
        let places = places(in: members)
        for pair in places {
            let place = options.map[pair.place] ?? pair.place
            let name = table.field(reading: place)?.name ?? place
            let halves = [pair.latitude, pair.longitude].map { $0.flatMap(members.value) ?? .null }
            let conversion = columns[pair.names.first ?? ""]
            guard let json = conversion.place(latitude: halves[0], longitude: halves[1]) else {
                converted.failures.append(name)
                values.append(.init(name, .array(halves.map(\.unfitJSON))))
                continue
            }
            if json != .null { values.append(.init(name, json)) }
        }
        let current = FormerMembers(
            members.map { .init(name: options.map[$0.name] ?? $0.name, value: $0.value) }, of: table)
        converted.conflict = current.conflict
        for (position, member) in zip(current.positions, current.members) {
            let source = members[position].name
            if places.contains(where: { $0.names.contains(source) }) { continue }
            let name = member.name
            guard let kind = fields[name] else {
                if source.isByteEqual(to: named?.field ?? "") { continue }
                if let json = Self.metadata(name, member.value) {
                    envelope.append(.init(name, json))
                } else {
                    values.append(.init(name, member.value.json))
                }
                continue
            }
            if let json = columns[source].convert(member.value, to: kind) {
                if json != .null { values.append(.init(name, json)) }
            } else {
                // Of two equal keys, the first counts, as everywhere.
                if values.contains(where: { $0.name.isByteEqual(to: name) }) { continue }
                converted.failures.append(name)
                values.append(.init(name, member.value.unfitJSON))
            }
        }
        envelope.append(.init("values", .object(values)))
        converted.instance = .object(envelope)
        return converted
    }

    /// The latitudes and longitudes that fill a place of the schema.
    private mutating func places(in members: [DataValue.Member]) -> [PlaceName.Pair] {
        guard hasPlaces else { return [] }
        let names = members.map(\.name)
        // Most items have the same keys.
        if names == lastNames { return lastPairs }
        lastNames = names
        lastPairs = PlaceName.pairs(of: names).filter { pair in
            table.field(reading: options.map[pair.place] ?? pair.place)?.kind == .geopoint
                && pair.names.allSatisfy { fields[$0] == nil }
        }
        return lastPairs
    }

    /// A value of an item's metadata, such as `updatedAt`, if it has the form of the metadata.
    private static func metadata(_ name: String, _ value: DataValue) -> JSONValue? {
        guard name != "id", let field = FieldTable.metadata.fields.first(where: { $0.name == name }) else {
            return nil
        }
        switch (field.kind, value) {
        case (.text, .text(let text)), (.text, .cell(let text)): return .string(text)
        case (.integer, .number), (.dateTime, .number): return value.json
        case (_, .null): return .null
        default: return nil
        }
    }
}

/// The conversions of a file's columns. Of some values the whole column tells how to read them: the separator of lists,
/// the decimal mark, and ids that were written as floating-point numbers.
struct ColumnConversions {
    private var columns: [String: ValueConversion] = [:]

    /// - Parameter kind: The kind of the field that a column fills.
    /// - Throws: The errors of `DataReader`.
    init(path: String, kind: (String) -> FieldKind?) throws {
        let reader = try DataReader(path: path)
        guard case .cells = reader.format else { return }
        let marks = try DecimalMarks(path: path)
        var separators: [String: ListSeparator] = [:]
        var floating: [String: Bool] = [:]
        for column in reader.columns {
            var conversion = ValueConversion(mark: marks[column])
            let kind = kind(column)
            if kind == .geopoint { conversion.order = PlaceName.order(column) ?? .latitudeFirst }
            if kind?.listElement != nil { separators[column] = ListSeparator() }
            if case .relation? = kind { floating[column] = true }
            columns[column] = conversion
        }
        if separators.isEmpty, floating.isEmpty { return }
        try reader.forEachReadable { record in
            for member in record.members {
                guard case .cell(let cell) = member.value, !CellText.isBlank(cell) else { continue }
                separators[member.name]?.add(cell)
                if floating[member.name] == true, !CellText.isFloatingInteger(CellText.trimmed(cell)) {
                    floating[member.name] = false
                }
            }
        }
        for (column, found) in separators { columns[column]?.separator = found.separator }
        for (column, isFloating) in floating { columns[column]?.hasFloatingIDs = isFloating }
    }

    /// The conversion of a column or key.
    subscript(name: String) -> ValueConversion { columns[name] ?? ValueConversion() }
}
