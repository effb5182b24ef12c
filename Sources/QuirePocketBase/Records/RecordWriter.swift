import QuireCore
import QuireEngine
import QuireRemote
import QuireText

/// Turns values of instances into columns of records, with all columns that Quire derives from them.
///
/// ```text
/// {"title":"Emma","age":0}
/// {"title":"Emma","q_l_title":"…emma…","q_c_title":"…","age":0,"q_x_age":"","q_has+":["age"],"q_has-":["title"]}
/// ```
struct RecordWriter {
    let layout: CollectionLayout
    let files: FileAddress

    /// The columns of a complete instance except its id. Fields without a value are empty.
    func body(of instance: JSONValue) -> RecordBody {
        let instance = layout.module.module.underCurrentNames(instance)
        let values = instance.member("values")
        var body = RecordBody()
        for field in layout.fields {
            write(
                values?.member(field.descriptor.name) ?? .null, of: field, id: instance.instanceID, to: &body)
        }
        if layout.isManaged {
            body.set(ColumnName.metadata, StoredMetadata.column(for: instance, of: layout))
        }
        return body
    }

    /// Writes the columns of one field. Null clears them.
    ///
    /// - Parameter id: The item's id, which the addresses of its files contain.
    func write(_ value: JSONValue, of field: RecordField, id: String, to body: inout RecordBody) {
        guard field.isLegal else {
            if value != .null { body.refuse(field, "PocketBase accepts no field of this name") }
            return
        }
        let column = column(value, of: field, id: id, &body)
        body.set(field.column, column ?? Self.empty(field.storage))
        let values = column == nil ? [] : EvaluatedValue.values(in: value, of: field.kind)
        body.mark(field, isPresent: column.map(field.storage.isEmpty) ?? false)
        if column == .string(""), !field.isManaged, field.storage.isNothingWhenEmpty {
            body.refuse(field, "PocketBase takes it for no value; leave the field out, or set it to nil")
        }
        for shadow in field.shadows {
            body.set(
                field.name(of: shadow),
                Self.shadow(shadow, values, of: field, isFile: column != .string("")))
        }
    }

    /// The names of the record's own files that a list of addresses has.
    func fileNames(in list: JSONValue?, id: String) -> [String] {
        (list?.elements ?? []).compactMap { element in
            element.string.flatMap { files.name(of: $0, in: layout.name, id: id) }
        }
    }

    /// The column without a value.
    static func empty(_ storage: Storage) -> JSONValue {
        switch storage {
        case .text, .date, .relation, .file: .string("")
        case .number, .integer: .integer(0)
        case .boolean: .boolean(false)
        case .place: .of(["lon": .integer(0), "lat": .integer(0)])
        case .relations, .files, .choices: .array([])
        case .list, .json: .null
        }
    }

    private static func shadow(
        _ shadow: RecordField.Shadow, _ values: [EvaluatedValue], of field: RecordField, isFile: Bool
    ) -> JSONValue {
        switch shadow {
        case .lower:
            return .string(SearchedText.joined(values.compactMap(\.text).map(SearchedText.lower)))
        case .exact:
            return .string(SearchedText.joined(values.compactMap { ColumnText.exact($0, of: field) }))
        case .large:
            guard let integer = values.first?.exactInteger, !ColumnText.isExact(integer) else {
                return .string("")
            }
            return .string(OrderKey.hexadecimal(of: integer))
        case .sorted: return .boolean(!values.isEmpty)
        case .link:
            guard !isFile, case .text(let text)? = values.first else { return .string("") }
            return .string(text)
        case .lowest, .highest:
            let keys = values.compactMap { ColumnText.order($0, of: field) }
            let key = shadow == .lowest ? keys.min(by: precedes) : keys.max(by: precedes)
            return .string(key ?? "")
        }
    }

    private static func precedes(_ left: String, _ right: String) -> Bool {
        left.utf8.lexicographicallyPrecedes(right.utf8)
    }

    // MARK: - Columns

    /// The column of a value; `nil` without a value, or after a problem.
    private func column(
        _ value: JSONValue, of field: RecordField, id: String, _ body: inout RecordBody
    ) -> JSONValue? {
        if value == .null { return nil }
        let fieldValues = EvaluatedValue.values(in: value, of: field.kind)
        if field.indexed.isList {
            return list(value, elements: fieldValues, of: field, id: id, &body)
        }
        guard let first = fieldValues.first else {
            body.refuse(field, "expected \(field.kind.expectation)")
            return nil
        }
        switch (field.storage, first) {
        case (.text, .text(let text)), (.relation, .text(let text)): return .string(text)
        case (.file, .text(let address)):
            if let name = files.name(of: address, in: layout.name, id: id) { return .string(name) }
            if !field.isManaged { body.refuse(field, "upload the file; an address cannot be stored") }
            return .string("")
        case (.integer, .integer(let integer)):
            if ColumnText.isExact(integer) { return .integer(integer) }
            guard field.isManaged else {
                body.refuse(field, "PocketBase holds integers within ±2^53 only")
                return nil
            }
            return .number(ColumnText.column(of: integer))
        case (.number, .number(let number)): return .number(number)
        case (.boolean, .boolean(let truth)): return .boolean(truth)
        case (.date, .integer(let milliseconds)):
            guard RecordDate.held.contains(milliseconds), field.isManaged || milliseconds != RecordDate.zero
            else {
                body.refuse(field, "PocketBase holds dates of the years 1 to 9999 only")
                return nil
            }
            return .string(milliseconds == RecordDate.zero ? "" : RecordDate.text(milliseconds))
        case (.place, .place(let latitude, let longitude)):
            return .of(["lon": .number(longitude), "lat": .number(latitude)])
        case (.json, _):
            if value.holdsInexactNumbers {
                body.refuse(field, "PocketBase rounds integers beyond ±2^53 in JSON")
            }
            // PocketBase would parse the text as JSON.
            if case .string = value { return .string(value.description) }
            return value
        default:
            body.refuse(field, "expected \(field.kind.expectation)")
            return nil
        }
    }

    private func list(
        _ value: JSONValue, elements found: [EvaluatedValue], of field: RecordField, id: String,
        _ body: inout RecordBody
    ) -> JSONValue? {
        guard case .array(let elements) = value else {
            body.refuse(field, "expected \(field.kind.expectation)")
            return nil
        }
        if found.count != elements.count, field.indexed.comparison != .nothing {
            body.refuse(field, "expected \(field.kind.expectation) of valid elements")
        }
        if elements.isEmpty { return .array([]) }
        let texts = found.compactMap(\.text)
        switch field.storage {
        case .relations, .choices:
            if Set(texts.map(ExactText.init)).count != texts.count || texts.contains("") {
                body.refuse(field, "PocketBase holds each value once, and no empty ones")
            }
            return .texts(texts)
        case .files:
            let names = texts.map { files.name(of: $0, in: layout.name, id: id) }
            if names.contains(nil) { body.refuse(field, "upload the file; an address cannot be stored") }
            return .texts(names.compactMap { $0 })
        case .list where field.holdsTextsForIntegers:
            return .array(
                found.compactMap(\.exactInteger).map { integer in
                    ColumnText.isExact(integer) ? .integer(integer) : .string(String(integer))
                })
        default:
            if value.holdsInexactNumbers, !field.isDouble {
                body.refuse(field, "PocketBase rounds integers beyond ±2^53 in JSON")
            }
            return value
        }
    }
}

extension JSONValue {
    /// Whether the value has an integer that JSON numbers of 64 bits do not hold. Does not recurse.
    fileprivate var holdsInexactNumbers: Bool {
        var open = [self]
        while let value = open.popLast() {
            switch value {
            case .integer(let integer) where !ColumnText.isExact(integer): return true
            case .array(let elements): open += elements
            case .object(let members): open += members.map(\.value)
            default: break
            }
        }
        return false
    }
}

/// The body of a write: the columns of a record, or of a part of it.
struct RecordBody {
    /// The columns, in the schema's order.
    private(set) var members: [JSONValue.Member] = []
    /// What PocketBase would not store as it is. A write with problems must not be sent.
    private(set) var problems: [WriteError.Field] = []
    /// The columns that are empty and are a value, and the other columns of that kind.
    private var present: [String] = []
    private var absent: [String] = []

    mutating func set(_ column: String, _ value: JSONValue) { members.append(.init(column, value)) }

    mutating func mark(_ field: RecordField, isPresent: Bool) {
        guard field.marksZero else { return }
        if isPresent { present.append(field.column) } else { absent.append(field.column) }
    }

    mutating func refuse(_ field: RecordField, _ message: String) {
        problems.append(WriteError.Field(name: field.descriptor.name, message: message))
    }

    /// The body of a new record, or of one that is replaced as a whole.
    func whole(_ layout: CollectionLayout) -> JSONValue {
        .object(layout.isManaged ? members + [.init(ColumnName.present, .texts(present))] : members)
    }

    /// The body of an update of some columns, which leaves the marks of the others as they are.
    var partial: JSONValue {
        var all = members
        if !present.isEmpty { all.append(.init(ColumnName.present + "+", .texts(present))) }
        if !absent.isEmpty { all.append(.init(ColumnName.present + "-", .texts(absent))) }
        return .object(all)
    }
}
