import QuireCore
import QuireEngine

/// Converts values of data files to the JSON of a field's kind.
///
/// JSON values that fit stay as they are. Texts are read as numbers, dates or lists only where the kind needs it.
/// `quire infer` checks its proposals with the same conversion that `quire load` uses.
struct ValueConversion: Sendable {
    /// The character before decimals in cells.
    var mark = DecimalMark.point
    /// The separator of lists in cells.
    var separator: UInt8?
    /// The order of two numbers in a cell that holds a place.
    var order = PlaceName.Order.latitudeFirst
    /// Whether the cells are ids that a program wrote as floating-point numbers: `1.0` is the id `1`.
    var hasFloatingIDs = false

    /// Returns the JSON, `.null` for no value, or `nil` if the value does not fit the kind.
    func convert(_ value: DataValue, to kind: FieldKind) -> JSONValue? {
        if value.isNull { return .null }
        if let element = kind.listElement { return list(value, of: element) }
        switch kind {
        case .text, .longText, .html, .url, .image, .video, .audio, .document, .color, .choice,
            .scalar(.text), .relation:
            return text(value, kind)
        case .integer, .scalar(.integer): return integer(value)
        case .number, .scalar(.number): return number(value)
        case .boolean, .scalar(.boolean): return boolean(value)
        case .date(let format), .time(let format), .dateTime(let format): return date(value, format)
        case .geopoint: return point(value)
        case .json: return nested(value).json
        case .object(let table): return object(value, table)
        case .localizedText:
            switch nested(value) {
            case .object(let members):
                return members.allSatisfy { if case .text = $0.value { true } else { $0.value.isNull } }
                    ? .object(members.map { JSONValue.Member($0.name, $0.value.json) }) : nil
            case .text(let text), .cell(let text): return .string(text)
            default: return nil
            }
        case .list, .choices, .relations: return nil
        }
    }

    private func text(_ value: DataValue, _ kind: FieldKind) -> JSONValue? {
        switch value {
        case .text(let text):
            switch kind {
            case .url, .image, .video, .audio, .document, .color, .relation:
                return text.isEmpty ? .null : .string(text)
            default: return .string(text)
            }
        case .cell(let text):
            switch kind {
            case .relation: return id(of: text).map(JSONValue.string) ?? .null
            case .url, .image, .video, .audio, .document, .color:
                return CellText.isEmpty(text) ? .null : .string(CellText.trimmed(text))
            case .choice: return .string(CellText.trimmed(text))
            default: return .string(text)
            }
        case .number(let token):
            if case .relation = kind { return RecordIdentity.id(value).map(JSONValue.string) }
            return .string(token)
        case .boolean(let truth): return .string(truth ? "true" : "false")
        case .object(let members):
            // A related item may be included.
            if case .relation = kind, case .text? = members.value("id") { return value.json }
            return nil
        default: return nil
        }
    }

    /// The id that a cell spells. `nil` if it is empty.
    func id(of cell: String) -> String? {
        guard let id = RecordIdentity.id(.cell(cell)) else { return nil }
        return hasFloatingIDs && CellText.isFloatingInteger(id) ? String(id.dropLast(2)) : id
    }

    private func integer(_ value: DataValue) -> JSONValue? {
        switch value {
        case .text(let text), .cell(let text):
            if CellText.isBlank(text) { return .null }
            return CellText.integer(CellText.trimmed(text)).map(JSONValue.integer)
        // 1.0 and 1e3 are whole numbers too.
        case .number(let token): return ExactDecimal(token)?.integer.map(JSONValue.integer)
        default: return nil
        }
    }

    private func number(_ value: DataValue) -> JSONValue? {
        switch value {
        case .text(let text), .cell(let text):
            if CellText.isBlank(text) { return .null }
            return CellText.number(CellText.trimmed(text), mark).map(DataValue.jsonNumber)
        case .number(let token): return DataValue.jsonNumber(token)
        default: return nil
        }
    }

    private func boolean(_ value: DataValue) -> JSONValue? {
        switch value {
        case .text(let text), .cell(let text):
            if CellText.isBlank(text) { return .null }
            return CellText.boolean(CellText.trimmed(text)).map(JSONValue.boolean)
        case .boolean(let truth): return .boolean(truth)
        default: return nil
        }
    }

    private func date(_ value: DataValue, _ format: DateFormat) -> JSONValue? {
        switch value {
        case .text(let text), .cell(let text):
            if CellText.isBlank(text) { return .null }
            let text = CellText.trimmed(text)
            switch format {
            case .epochMilliseconds, .epochSeconds:
                let json = CellText.number(text, mark).map(DataValue.jsonNumber)
                return json.flatMap { DateReading.milliseconds(of: $0, format) == nil ? nil : $0 }
            case .dateOnly:
                guard case .day(let day)? = DateText.read(text) else { return nil }
                return .string(day)
            case .rfc3339:
                switch DateText.read(text) {
                case .day(let day): return .string(day + "T00:00:00Z")
                case .moment(let moment, _): return .string(moment)
                case nil: return nil
                }
            }
        case .number(let token):
            let json = DataValue.jsonNumber(token)
            return DateReading.milliseconds(of: json, format) == nil ? nil : json
        default: return nil
        }
    }

    private func point(_ value: DataValue) -> JSONValue? {
        switch nested(value) {
        case .text(let text), .cell(let text):
            if CellText.isEmpty(text) { return .null }
            return CellText.point(CellText.trimmed(text), order).map(Self.place)
        case .object(let members) where Self.isGeoJSONPoint(members):
            guard case .list(let position)? = members.value("coordinates"), position.count >= 2,
                case .number(let longitude) = position[0], case .number(let latitude) = position[1]
            else { return nil }
            return point(
                .object([
                    .init(name: "latitude", value: .number(latitude)),
                    .init(name: "longitude", value: .number(longitude)),
                ]))
        case let other:
            let json = other.json
            return EvaluatedValue.values(in: json, of: .geopoint).isEmpty ? nil : json
        }
    }

    private static func place(_ latitude: String, _ longitude: String) -> JSONValue {
        .object([
            .init("latitude", DataValue.jsonNumber(latitude)),
            .init("longitude", DataValue.jsonNumber(longitude)),
        ])
    }

    /// `{"type": "Point", "coordinates": [13.4, 52.5]}`
    private static func isGeoJSONPoint(_ members: [DataValue.Member]) -> Bool {
        if case .text("Point")? = members.value("type") { true } else { false }
    }

    /// The place of a latitude and a longitude. Returns `.null` if both have no value, and `nil` if they are no place.
    func place(latitude: DataValue, longitude: DataValue) -> JSONValue? {
        guard let north = latitude.isNull ? .null : number(latitude),
            let east = longitude.isNull ? .null : number(longitude)
        else { return nil }
        if north == .null, east == .null { return .null }
        let place = JSONValue.object([.init("latitude", north), .init("longitude", east)])
        return EvaluatedValue.values(in: place, of: .geopoint).isEmpty ? nil : place
    }

    private func list(_ value: DataValue, of element: FieldKind) -> JSONValue? {
        let elements: [DataValue]
        switch nested(value) {
        case .list(let values): elements = values
        case .cell(let cell):
            elements = ListSeparator.elements(of: cell, separator: separator).map(DataValue.cell)
        // A single value instead of a list of one.
        case let single: elements = [single]
        }
        var converted: [JSONValue] = []
        converted.reserveCapacity(elements.count)
        for value in elements {
            guard let json = convert(value, to: element), json != .null else { return nil }
            converted.append(json)
        }
        return .array(converted)
    }

    private func object(_ value: DataValue, _ table: FieldTable) -> JSONValue? {
        guard case .object(let members) = nested(value) else { return nil }
        var converted: [JSONValue.Member] = []
        var inner = self
        inner.separator = nil
        let current = FormerMembers(members, of: table)
        if current.conflict != nil { return nil }
        for member in current.members {
            guard let field = table.fields.first(where: { $0.name.isByteEqual(to: member.name) }) else {
                converted.append(.init(member.name, member.value.json))
                continue
            }
            guard let json = inner.convert(member.value, to: field.kind) else { return nil }
            converted.append(.init(member.name, json))
        }
        for field in table.fields where field.isRequired {
            guard let json = converted.first(where: { $0.name.isByteEqual(to: field.name) })?.value,
                json != .null
            else { return nil }
        }
        return .object(converted)
    }

    /// A cell that holds a JSON array or object, parsed. Other values as they are.
    private func nested(_ value: DataValue) -> DataValue {
        guard case .cell(let text) = value else { return value }
        return Self.container(text) ?? value
    }

    /// The JSON array or object that a cell holds.
    static func container(_ cell: String) -> DataValue? {
        let text = CellText.trimmed(cell)
        guard let first = text.utf8.first, first == UInt8(ascii: "[") || first == UInt8(ascii: "{") else {
            return nil
        }
        return DataValue(json: text)
    }
}
