import Foundation
import Quire
import Testing

/// Fields that share a name with metadata, or with a member of every item or draft: the name always means the field.
///
/// `NamesakeCompilingTests` tests the code that must not compile.
@Suite("Fields named like metadata")
struct NamesakeTests {
    /// One text field of `Namesakes`: as a member of an item, as a field of a query, as a member of a draft.
    struct Row: Sendable, CustomTestStringConvertible {
        let wire: String
        let item: @Sendable (inout Namesake, String?) -> String
        let condition: @Sendable () -> Filter
        let draft: @Sendable (inout Namesakes.Draft) -> Void
        let selected: @Sendable () -> [String]?

        init(
            _ wire: String, _ item: WritableKeyPath<Namesake, String> & Sendable,
            _ field: KeyPath<Namesakes.Fields, Field<Namesakes.Fields, String, TextOperators>> & Sendable,
            _ draft: WritableKeyPath<Namesakes.Draft, DraftChange<String>> & Sendable,
            _ selected: KeyPath<Selectable<Namesakes>, Selected<String>> & Sendable
        ) {
            self.wire = wire
            self.item = { value, new in
                if let new { value[keyPath: item] = new }
                return value[keyPath: item]
            }
            condition = { (field == "x").filter }
            self.draft = { $0[keyPath: draft] = .set("new") }
            self.selected = { Namesakes.query().select(selected).request.fields }
        }

        var testDescription: String { wire }
    }

    static let rows: [Row] = [
        Row("name", \.name, \.name, \.name, \.name),
        Row("module", \.module, \.module, \.module, \.module),
        Row("tags", \.tags, \.tags, \.tags, \.tags),
        Row("createdAt", \.createdAt, \.createdAt, \.createdAt, \.createdAt),
        Row("updatedAt", \.updatedAt, \.updatedAt, \.updatedAt, \.updatedAt),
        Row("publishedAt", \.publishedAt, \.publishedAt, \.publishedAt, \.publishedAt),
        Row("removedAt", \.removedAt, \.removedAt, \.removedAt, \.removedAt),
        Row("archivedAt", \.archivedAt, \.archivedAt, \.archivedAt, \.archivedAt),
        Row("deletedAt", \.deletedAt, \.deletedAt, \.deletedAt, \.deletedAt),
        Row("createdBy", \.createdBy, \.createdBy, \.createdBy, \.createdBy),
        Row("updatedBy", \.updatedBy, \.updatedBy, \.updatedBy, \.updatedBy),
        Row("deletedBy", \.deletedBy, \.deletedBy, \.deletedBy, \.deletedBy),
        Row("revision", \.revision, \.revision, \.revision, \.revision),
        Row("customerId", \.customerId, \.customerId, \.customerId, \.customerId),
        Row("externalId", \.externalId, \.externalId, \.externalId, \.externalId),
        Row("pushSchedule", \.pushSchedule, \.pushSchedule, \.pushSchedule, \.pushSchedule),
        Row("unknownValues", \.unknownValues, \.unknownValues, \.unknownValues, \.unknownValues),
        Row("id", \.idField, \.idField, \.idField, \.idField),
        Row("metadata", \.metadataField, \.metadataField, \.metadataField, \.metadataField),
        Row("values", \.valuesField, \.valuesField, \.valuesField, \.valuesField),
        Row("isEmpty", \.isEmptyField, \.isEmptyField, \.isEmptyField, \.isEmptyField),
        Row("hash", \.hashField, \.hashField, \.hashField, \.hashField),
        Row("encode", \.encodeField, \.encodeField, \.encodeField, \.encodeField),
        Row("writeValues", \.writeValuesField, \.writeValuesField, \.writeValuesField, \.writeValuesField),
    ]

    private static func item() throws -> Namesake {
        let values = rows.map { "\"\($0.wire)\": \"the \($0.wire)\"" }.joined(separator: ", ")
        return try JSONDecoder().decode(
            Namesake.self, from: Data("{\"id\": \"1\", \"name\": \"meta\", \"values\": {\(values)}}".utf8))
    }

    @Test("The table lists every property of the metadata and every field of the schema")
    func complete() {
        // Apps do not see the relations that an included query has shortened.
        let metadata = Mirror(reflecting: ContentMetadata()).children.compactMap(\.label)
            .filter { $0 != "shortenedRelations" }
        #expect(metadata.count == 17)
        #expect(Set(metadata).isSubset(of: Self.rows.map(\.wire)))
        #expect(Self.rows.map(\.wire) == Namesakes.descriptor.fields.fields.map(\.name))
    }

    @Test(
        "Reading and writing an item's member uses the field, and does not change the metadata",
        arguments: rows
    )
    func member(_ row: Row) throws {
        var item = try Self.item()
        let metadata = item.metadata
        #expect(row.item(&item, nil) == "the \(row.wire)")
        #expect(row.item(&item, "new") == "new")
        #expect(item.metadata == metadata)
        #expect(item.id == "1")
        let written = try JSONEncoder().encode(item.values)
        let object = try #require(try JSONSerialization.jsonObject(with: written) as? [String: String])
        #expect(object[row.wire] == "new")
        #expect(object.values.filter { $0 == "new" }.count == 1)
    }

    @Test("A condition, a selection and a draft refer to the field", arguments: rows)
    func query(_ row: Row) {
        #expect(row.condition() == .leaf(.init(.equal, row.wire, value: .string("x"), type: .string)))
        #expect(row.selected() == [row.wire])
        var draft = Namesakes.Draft()
        row.draft(&draft)
        var json = JSONWriter()
        draft.writeValues(to: &json)
        #expect(String(decoding: json.bytes, as: UTF8.self) == "{\"\(row.wire)\":\"new\"}")
        #expect(draft.metadata.isEmpty)
    }

    @Test("An empty draft reports that it is empty although a field is named isEmpty")
    func emptyDraft() {
        #expect(Namesakes.Draft().isEmpty)
        var draft = Namesakes.Draft()
        draft.isEmptyField = .set("x")
        #expect(!draft.isEmpty)
    }

    /// One sortable number of `Numbers`.
    struct Number: Sendable, CustomTestStringConvertible {
        let wire: String
        let sort: @Sendable () -> [SortKey]
        let member: @Sendable (inout NumberedItem) -> Int?
        let draft: @Sendable (inout Numbers.Draft) -> Void

        init(
            _ wire: String,
            _ field: KeyPath<Numbers.Fields, Field<Numbers.Fields, Int?, Sortable<NumberOperators>>>
                & Sendable,
            _ member: WritableKeyPath<NumberedItem, Int?> & Sendable,
            _ draft: WritableKeyPath<Numbers.Draft, DraftChange<Int?>> & Sendable
        ) {
            self.wire = wire
            sort = { Numbers.query().sort(by: field).request.sort }
            self.member = {
                $0[keyPath: member] = 7
                return $0[keyPath: member]
            }
            self.draft = { $0[keyPath: draft] = .clear }
        }

        var testDescription: String { wire }
    }

    static let numbers: [Number] = [
        Number("name", \.name, \.name, \.name),
        Number("module", \.module, \.module, \.module),
        Number("tags", \.tags, \.tags, \.tags),
        Number("createdAt", \.createdAt, \.createdAt, \.createdAt),
        Number("updatedAt", \.updatedAt, \.updatedAt, \.updatedAt),
        Number("publishedAt", \.publishedAt, \.publishedAt, \.publishedAt),
        Number("removedAt", \.removedAt, \.removedAt, \.removedAt),
        Number("archivedAt", \.archivedAt, \.archivedAt, \.archivedAt),
        Number("deletedAt", \.deletedAt, \.deletedAt, \.deletedAt),
        Number("createdBy", \.createdBy, \.createdBy, \.createdBy),
        Number("updatedBy", \.updatedBy, \.updatedBy, \.updatedBy),
        Number("deletedBy", \.deletedBy, \.deletedBy, \.deletedBy),
        Number("revision", \.revision, \.revision, \.revision),
        Number("customerId", \.customerId, \.customerId, \.customerId),
        Number("externalId", \.externalId, \.externalId, \.externalId),
        Number("pushSchedule", \.pushSchedule, \.pushSchedule, \.pushSchedule),
        Number("unknownValues", \.unknownValues, \.unknownValues, \.unknownValues),
        Number("id", \.idField, \.idField, \.idField),
        Number("metadata", \.metadataField, \.metadataField, \.metadataField),
        Number("values", \.valuesField, \.valuesField, \.valuesField),
        Number("isEmpty", \.isEmptyField, \.isEmptyField, \.isEmptyField),
        Number("hash", \.hashField, \.hashField, \.hashField),
        Number("encode", \.encodeField, \.encodeField, \.encodeField),
        Number("writeValues", \.writeValuesField, \.writeValuesField, \.writeValuesField),
    ]

    @Test("Sorting by a sortable field, or an optional member, refers to the field", arguments: numbers)
    func number(_ number: Number) throws {
        #expect(number.sort() == [SortKey(.value(number.wire))])
        var item = NumberedItem(id: "1", values: Numbers.Values())
        #expect(number.member(&item) == 7)
        #expect(item.metadata == ContentMetadata())
        var draft = Numbers.Draft()
        number.draft(&draft)
        var json = JSONWriter()
        draft.writeValues(to: &json)
        #expect(String(decoding: json.bytes, as: UTF8.self) == "{\"\(number.wire)\":null}")
    }

    @Test("sortMeta, filterMeta and the item's metadata refer to the metadata")
    func metadata() {
        let query = Namesakes.query().sortMeta(by: \.name).filterMeta { $0.createdAt == nil }
        #expect(query.request.sort == [SortKey(.metadata("name"))])
        #expect(query.request.metaFilter == .leaf(.init(.equal, "createdAt", value: .null, type: .null)))
        #expect(query.request.filter == nil)
        var author = Author(id: "1", values: Authors.Values(name: "Jane"))
        author.metadata.name = "meta"
        // `Authors` has a field `name`, and no field `createdBy`.
        author.createdBy = "ann"
        #expect(author.name == "Jane")
        #expect(author.metadata.createdBy == "ann" && author.createdBy == "ann")
        #expect(Authors.query().sort(by: \.createdAt).request.sort == [SortKey(.metadata("createdAt"))])
    }

    @Test("A selection can name the id, the metadata and each part of it that no field shadows")
    func selection() throws {
        let selection: Selection<Authors, (ContentID<Authors>, String, String?, ContentMetadata)> =
            Authors.query().select(\.id, \.name, \.createdBy, \.metadata)
        #expect(selection.request.fields == ["name"])
    }
}
