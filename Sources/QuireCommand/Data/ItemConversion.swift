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
    private let plain: ValueConversion
    /// The conversions of the fields that cells fill with lists.
    private var separated: [String: ValueConversion] = [:]

    /// Reads the file once if cells may hold lists, to find what separates their elements.
    ///
    /// - Throws: The errors of `DataReader`.
    init(path: String, module: ModuleDescriptor, options: Options) throws {
        self.options = options
        table = module.fields
        fields = Dictionary(module.fields.fields.map { ($0.name, $0.kind) }) { first, _ in first }
        identity = RecordIdentity(field: options.id, fields: Set(fields.keys), module: module.name)
        let reader = try DataReader(path: path)
        plain = ValueConversion(decimalComma: reader.usesDecimalCommas)
        guard case .cells = reader.format else { return }
        var separators: [String: ListSeparator] = [:]
        var names: [String: String] = [:]
        for column in reader.columns {
            guard let field = table.field(reading: options.map[column] ?? column),
                field.kind.listElement != nil
            else { continue }
            names[column] = field.name
            separators[field.name] = ListSeparator()
        }
        if separators.isEmpty { return }
        while true {
            do {
                guard let record = try reader.next() else { break }
                for member in record.members {
                    guard let name = names[member.name], case .cell(let cell) = member.value,
                        !CellText.isBlank(cell)
                    else { continue }
                    separators[name]?.add(cell)
                }
            } catch is DataReader.ItemFailure {
                continue
            }
        }
        for (name, found) in separators {
            var conversion = plain
            conversion.separator = found.separator
            separated[name] = conversion
        }
    }

    /// Converts an item. Values under former names go to their fields. Values that do not fit stay as they are, so that their error names them.
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
        let mapped =
            options.map.isEmpty
            ? members : members.map { .init(name: options.map[$0.name] ?? $0.name, value: $0.value) }
        let current = FormerMembers(mapped, of: table)
        converted.conflict = current.conflict
        for member in current.members {
            let name = member.name
            guard let kind = fields[name] else {
                if name.isByteEqual(to: named?.field ?? "") { continue }
                if let json = Self.metadata(name, member.value) {
                    envelope.append(.init(name, json))
                } else {
                    values.append(.init(name, member.value.json))
                }
                continue
            }
            if let json = (separated[name] ?? plain).convert(member.value, to: kind) {
                if json != .null { values.append(.init(name, json)) }
            } else {
                // Of two equal keys, the first counts, as everywhere.
                if values.contains(where: { $0.name.isByteEqual(to: name) }) { continue }
                converted.failures.append(name)
                values.append(.init(name, member.value.json))
            }
        }
        envelope.append(.init("values", .object(values)))
        converted.instance = .object(envelope)
        return converted
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
