// Generated from the schema by Quire. Do not edit.
// swift-format-ignore-file

import Quire

// MARK: - Numbers

nonisolated enum Numbers: ContentModule {
    static let descriptor = ModuleDescriptor(
        #"""
        {"name": "numbers", "fields": [
          {"name": "name", "type": "integer", "sortable": true},
          {"name": "module", "type": "integer", "sortable": true},
          {"name": "tags", "type": "integer", "sortable": true},
          {"name": "createdAt", "type": "integer", "sortable": true},
          {"name": "updatedAt", "type": "integer", "sortable": true},
          {"name": "publishedAt", "type": "integer", "sortable": true},
          {"name": "removedAt", "type": "integer", "sortable": true},
          {"name": "archivedAt", "type": "integer", "sortable": true},
          {"name": "deletedAt", "type": "integer", "sortable": true},
          {"name": "createdBy", "type": "integer", "sortable": true},
          {"name": "updatedBy", "type": "integer", "sortable": true},
          {"name": "deletedBy", "type": "integer", "sortable": true},
          {"name": "revision", "type": "integer", "sortable": true},
          {"name": "customerId", "type": "integer", "sortable": true},
          {"name": "externalId", "type": "integer", "sortable": true},
          {"name": "pushSchedule", "type": "integer", "sortable": true},
          {"name": "unknownValues", "type": "integer", "sortable": true},
          {"name": "id", "type": "integer", "sortable": true},
          {"name": "metadata", "type": "integer", "sortable": true},
          {"name": "values", "type": "integer", "sortable": true},
          {"name": "isEmpty", "type": "integer", "sortable": true},
          {"name": "hash", "type": "integer", "sortable": true},
          {"name": "encode", "type": "integer", "sortable": true},
          {"name": "writeValues", "type": "integer", "sortable": true}]}
        """#)

    struct Fields: FieldSet {
        init() {}
        static var table: FieldTable { Numbers.descriptor.fields }

        var name: Field<Self, Int?, Sortable<NumberOperators>> { .init("name") }

        var module: Field<Self, Int?, Sortable<NumberOperators>> { .init("module") }

        var tags: Field<Self, Int?, Sortable<NumberOperators>> { .init("tags") }

        var createdAt: Field<Self, Int?, Sortable<NumberOperators>> { .init("createdAt") }

        var updatedAt: Field<Self, Int?, Sortable<NumberOperators>> { .init("updatedAt") }

        var publishedAt: Field<Self, Int?, Sortable<NumberOperators>> { .init("publishedAt") }

        var removedAt: Field<Self, Int?, Sortable<NumberOperators>> { .init("removedAt") }

        var archivedAt: Field<Self, Int?, Sortable<NumberOperators>> { .init("archivedAt") }

        var deletedAt: Field<Self, Int?, Sortable<NumberOperators>> { .init("deletedAt") }

        var createdBy: Field<Self, Int?, Sortable<NumberOperators>> { .init("createdBy") }

        var updatedBy: Field<Self, Int?, Sortable<NumberOperators>> { .init("updatedBy") }

        var deletedBy: Field<Self, Int?, Sortable<NumberOperators>> { .init("deletedBy") }

        var revision: Field<Self, Int?, Sortable<NumberOperators>> { .init("revision") }

        var customerId: Field<Self, Int?, Sortable<NumberOperators>> { .init("customerId") }

        var externalId: Field<Self, Int?, Sortable<NumberOperators>> { .init("externalId") }

        var pushSchedule: Field<Self, Int?, Sortable<NumberOperators>> { .init("pushSchedule") }

        var unknownValues: Field<Self, Int?, Sortable<NumberOperators>> { .init("unknownValues") }

        var idField: Field<Self, Int?, Sortable<NumberOperators>> { .init("id") }

        var metadataField: Field<Self, Int?, Sortable<NumberOperators>> { .init("metadata") }

        var valuesField: Field<Self, Int?, Sortable<NumberOperators>> { .init("values") }

        var isEmptyField: Field<Self, Int?, Sortable<NumberOperators>> { .init("isEmpty") }

        var hashField: Field<Self, Int?, Sortable<NumberOperators>> { .init("hash") }

        var encodeField: Field<Self, Int?, Sortable<NumberOperators>> { .init("encode") }

        var writeValuesField: Field<Self, Int?, Sortable<NumberOperators>> { .init("writeValues") }
    }

    /// The values of an item of `Numbers`.
    struct Values: FieldwiseValues {
        var name: Int?
        var module: Int?
        var tags: Int?
        var createdAt: Int?
        var updatedAt: Int?
        var publishedAt: Int?
        var removedAt: Int?
        var archivedAt: Int?
        var deletedAt: Int?
        var createdBy: Int?
        var updatedBy: Int?
        var deletedBy: Int?
        var revision: Int?
        var customerId: Int?
        var externalId: Int?
        var pushSchedule: Int?
        var unknownValues: Int?
        var idField: Int?
        var metadataField: Int?
        var valuesField: Int?
        var isEmptyField: Int?
        var hashField: Int?
        var encodeField: Int?
        var writeValuesField: Int?

        init(
            name: Int? = nil,
            module: Int? = nil,
            tags: Int? = nil,
            createdAt: Int? = nil,
            updatedAt: Int? = nil,
            publishedAt: Int? = nil,
            removedAt: Int? = nil,
            archivedAt: Int? = nil,
            deletedAt: Int? = nil,
            createdBy: Int? = nil,
            updatedBy: Int? = nil,
            deletedBy: Int? = nil,
            revision: Int? = nil,
            customerId: Int? = nil,
            externalId: Int? = nil,
            pushSchedule: Int? = nil,
            unknownValues: Int? = nil,
            idField: Int? = nil,
            metadataField: Int? = nil,
            valuesField: Int? = nil,
            isEmptyField: Int? = nil,
            hashField: Int? = nil,
            encodeField: Int? = nil,
            writeValuesField: Int? = nil
        ) {
            self.name = name
            self.module = module
            self.tags = tags
            self.createdAt = createdAt
            self.updatedAt = updatedAt
            self.publishedAt = publishedAt
            self.removedAt = removedAt
            self.archivedAt = archivedAt
            self.deletedAt = deletedAt
            self.createdBy = createdBy
            self.updatedBy = updatedBy
            self.deletedBy = deletedBy
            self.revision = revision
            self.customerId = customerId
            self.externalId = externalId
            self.pushSchedule = pushSchedule
            self.unknownValues = unknownValues
            self.idField = idField
            self.metadataField = metadataField
            self.valuesField = valuesField
            self.isEmptyField = isEmptyField
            self.hashField = hashField
            self.encodeField = encodeField
            self.writeValuesField = writeValuesField
        }

        static var table: FieldTable { Numbers.descriptor.fields }

        init(from reader: inout ValuesReader) throws(ValueDecodingError) {
            name = try reader.value(0)
            module = try reader.value(1)
            tags = try reader.value(2)
            createdAt = try reader.value(3)
            updatedAt = try reader.value(4)
            publishedAt = try reader.value(5)
            removedAt = try reader.value(6)
            archivedAt = try reader.value(7)
            deletedAt = try reader.value(8)
            createdBy = try reader.value(9)
            updatedBy = try reader.value(10)
            deletedBy = try reader.value(11)
            revision = try reader.value(12)
            customerId = try reader.value(13)
            externalId = try reader.value(14)
            pushSchedule = try reader.value(15)
            unknownValues = try reader.value(16)
            idField = try reader.value(17)
            metadataField = try reader.value(18)
            valuesField = try reader.value(19)
            isEmptyField = try reader.value(20)
            hashField = try reader.value(21)
            encodeField = try reader.value(22)
            writeValuesField = try reader.value(23)
        }

        static func visit(_ left: Self, _ right: Self, with visitor: inout ValuesVisitor) {
            visitor.value(left.name, right.name, at: 0)
            visitor.value(left.module, right.module, at: 1)
            visitor.value(left.tags, right.tags, at: 2)
            visitor.value(left.createdAt, right.createdAt, at: 3)
            visitor.value(left.updatedAt, right.updatedAt, at: 4)
            visitor.value(left.publishedAt, right.publishedAt, at: 5)
            visitor.value(left.removedAt, right.removedAt, at: 6)
            visitor.value(left.archivedAt, right.archivedAt, at: 7)
            visitor.value(left.deletedAt, right.deletedAt, at: 8)
            visitor.value(left.createdBy, right.createdBy, at: 9)
            visitor.value(left.updatedBy, right.updatedBy, at: 10)
            visitor.value(left.deletedBy, right.deletedBy, at: 11)
            visitor.value(left.revision, right.revision, at: 12)
            visitor.value(left.customerId, right.customerId, at: 13)
            visitor.value(left.externalId, right.externalId, at: 14)
            visitor.value(left.pushSchedule, right.pushSchedule, at: 15)
            visitor.value(left.unknownValues, right.unknownValues, at: 16)
            visitor.value(left.idField, right.idField, at: 17)
            visitor.value(left.metadataField, right.metadataField, at: 18)
            visitor.value(left.valuesField, right.valuesField, at: 19)
            visitor.value(left.isEmptyField, right.isEmptyField, at: 20)
            visitor.value(left.hashField, right.hashField, at: 21)
            visitor.value(left.encodeField, right.encodeField, at: 22)
            visitor.value(left.writeValuesField, right.writeValuesField, at: 23)
        }
    }

    typealias Draft = ContentDraft<Numbers>

    /// The metadata whose name no field has.
    struct ItemMetadata: UnhiddenMetadata {
        var metadata: ContentMetadata
        init(metadata: ContentMetadata) { self.metadata = metadata }
        var name: HiddenByField { get { HiddenByField() } set {} }
        var module: HiddenByField { get { HiddenByField() } set {} }
        var tags: HiddenByField { get { HiddenByField() } set {} }
        var createdAt: HiddenByField { get { HiddenByField() } set {} }
        var updatedAt: HiddenByField { get { HiddenByField() } set {} }
        var publishedAt: HiddenByField { get { HiddenByField() } set {} }
        var removedAt: HiddenByField { get { HiddenByField() } set {} }
        var archivedAt: HiddenByField { get { HiddenByField() } set {} }
        var deletedAt: HiddenByField { get { HiddenByField() } set {} }
        var createdBy: HiddenByField { get { HiddenByField() } set {} }
        var updatedBy: HiddenByField { get { HiddenByField() } set {} }
        var deletedBy: HiddenByField { get { HiddenByField() } set {} }
        var revision: HiddenByField { get { HiddenByField() } set {} }
        var customerId: HiddenByField { get { HiddenByField() } set {} }
        var externalId: HiddenByField { get { HiddenByField() } set {} }
        var pushSchedule: HiddenByField { get { HiddenByField() } set {} }
        var unknownValues: HiddenByField { get { HiddenByField() } set {} }
    }

    /// The metadata whose name no field has.
    struct SortMetadata: UnhiddenMetaFields {
        init() {}
        var name: HiddenByField { get { HiddenByField() } set {} }
        var createdAt: HiddenByField { get { HiddenByField() } set {} }
        var updatedAt: HiddenByField { get { HiddenByField() } set {} }
        var publishedAt: HiddenByField { get { HiddenByField() } set {} }
        var removedAt: HiddenByField { get { HiddenByField() } set {} }
        var archivedAt: HiddenByField { get { HiddenByField() } set {} }
        var deletedAt: HiddenByField { get { HiddenByField() } set {} }
        var createdBy: HiddenByField { get { HiddenByField() } set {} }
        var updatedBy: HiddenByField { get { HiddenByField() } set {} }
        var deletedBy: HiddenByField { get { HiddenByField() } set {} }
    }
}

/// An item of `Numbers`.
typealias NumberedItem = Content<Numbers>
