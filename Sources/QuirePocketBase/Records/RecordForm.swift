import Foundation
import QuireCore
import QuireRemote

/// How records become instances.
///
/// ```text
/// {"id":"r1","updated":"2024-05-06 05:08:09.123Z","title":"Emma","age":0,"q_has":["age"],"q_meta":null}
/// {"id":"r1","updatedAt":1714972089123,"values":{"title":"Emma","age":0}}
/// ```
struct RecordForm: Sendable {
    let layout: CollectionLayout
    let files: FileAddress
    /// The fields whose values are returned, in this order.
    let fields: [RecordField]
    /// Whether instances have values that the module does not declare.
    let showsUndeclared: Bool
    private let shape: LocalizedShape?
    /// The address of the collection's files.
    private let filesAddress: String

    /// - Parameters:
    ///   - files: Where the server's files are.
    ///   - fields: The fields whose values are returned. `nil` returns all, including undeclared ones.
    ///   - shape: The language of localized texts.
    init(
        _ layout: CollectionLayout, files: FileAddress, fields: [IndexedField]? = nil,
        shape: LocalizedShape? = nil
    ) {
        self.layout = layout
        self.files = files
        self.fields = fields.map { $0.compactMap(layout.field) } ?? layout.fields
        showsUndeclared = fields == nil
        self.shape = shape
        filesAddress = files.address(of: layout.name)
    }

    /// The instance in a record; `nil` if the record has no id.
    func instance(of record: JSONValue) -> JSONValue? {
        guard let id = record.member(ColumnName.id)?.string, !id.isEmpty else { return nil }
        var members = [JSONValue.Member("id", .string(id))]
        for (column, name) in [(ColumnName.created, "createdAt"), (ColumnName.updated, "updatedAt")] {
            guard let text = record.member(column)?.string,
                let date = RecordDate.milliseconds(of: Array(text.utf8))
            else { continue }
            members.append(.init(name, .integer(date)))
        }
        let metadata = StoredMetadata(
            column: layout.isManaged ? record.member(ColumnName.metadata) : nil)
        members += metadata.members
        if showsUndeclared, let whole = metadata.whole {
            return .object(members + [.init("values", whole)])
        }
        let marks = layout.isManaged ? record.member(ColumnName.present) : nil
        var values = fields.compactMap { field -> JSONValue.Member? in
            guard let column = record.member(field.column) else { return nil }
            let value = value(
                of: field, column: column, beside: field.besideColumn.flatMap { record.member($0) },
                marks: marks, id: id)
            return value.map { .init(field.descriptor.name, $0) }
        }
        if showsUndeclared { values += metadata.undeclared }
        return .object(members + [.init("values", .object(values))])
    }

    /// Whether the values of a field are as in its column.
    func isUnchanged(_ field: RecordField) -> Bool {
        switch field.storage {
        case .text, .number, .integer, .boolean, .relation, .relations, .choices: true
        case .list: !field.holdsTextsForIntegers
        case .json: field.kind != .localizedText || shape == nil
        case .date, .place, .file, .files: false
        }
    }

    /// The value in a column; `nil` if there is none.
    ///
    /// A column that is not of the field's type stays as it is, so that decoding the item reports it.
    ///
    /// - Parameters:
    ///   - beside: The column that is needed to read this one: see `RecordField.besideColumn`.
    ///   - marks: The column `q_has`.
    ///   - id: The record's id.
    func value(
        of field: RecordField, column: JSONValue, beside: JSONValue?, marks: JSONValue?, id: String
    ) -> JSONValue? {
        if column == .null { return nil }
        let isEmpty = field.storage.isEmpty(column)
        if isEmpty {
            // Without a file, the link counts.
            if field.storage == .file, let beside, case .string(let link) = beside, !link.isEmpty {
                return beside
            }
            let isValue =
                field.marksZero
                ? marks?.elements?.contains(.string(field.column)) ?? false
                : !field.storage.isNothingWhenEmpty
            guard isValue else { return nil }
        }
        // PocketBase has no other empty list.
        if field.storage.isSet, !field.descriptor.isRequired, column == .array([]) { return nil }
        switch field.storage {
        case .date:
            let milliseconds =
                isEmpty
                ? RecordDate.zero : column.string.flatMap { RecordDate.milliseconds(of: Array($0.utf8)) }
            let json = milliseconds.map { RecordDate.json($0, field.kind.dateFormat) }
            return json.flatMap { try? JSONValue(parsing: Data($0)) } ?? column
        case .integer:
            // Another client may have changed the column alone.
            let exact = beside?.string.flatMap { OrderKey.integer(hexadecimal: $0) }
            return exact.flatMap { ColumnText.column(of: $0) == column.double ? .integer($0) : nil } ?? column
        case .list where field.holdsTextsForIntegers:
            guard let elements = column.elements else { return column }
            return .array(elements.map { $0.string.flatMap(Int64.init).map(JSONValue.integer) ?? $0 })
        case .file: return isEmpty ? column : address(of: column, id: id) ?? column
        case .files:
            guard let names = column.elements else { return column }
            let addresses = names.compactMap { address(of: $0, id: id) }
            return addresses.count == names.count ? .array(addresses) : column
        case .place:
            guard let longitude = column.member("lon"), let latitude = column.member("lat"),
                longitude.double != nil, latitude.double != nil
            else { return column }
            return .of(["latitude": latitude, "longitude": longitude])
        case .json where field.kind == .localizedText: return shape?.applied(to: column) ?? column
        case .text, .number, .boolean, .relation, .relations, .choices, .list, .json: return column
        }
    }

    private func address(of name: JSONValue, id: String) -> JSONValue? {
        name.string.map {
            .string(
                filesAddress + id.percentEncoded + "/" + $0.percentEncoded)
        }
    }
}
