// Generated from the schema by Quire. Do not edit.
// swift-format-ignore-file

import Quire

// MARK: - Namesakes

nonisolated enum Namesakes: ContentModule {
    static let descriptor = ModuleDescriptor(
        #"""
        {"name": "namesakes", "fields": [
          {"name": "name", "type": "text", "required": true},
          {"name": "module", "type": "text", "required": true},
          {"name": "tags", "type": "text", "required": true},
          {"name": "createdAt", "type": "text", "required": true},
          {"name": "updatedAt", "type": "text", "required": true},
          {"name": "publishedAt", "type": "text", "required": true},
          {"name": "removedAt", "type": "text", "required": true},
          {"name": "archivedAt", "type": "text", "required": true},
          {"name": "deletedAt", "type": "text", "required": true},
          {"name": "createdBy", "type": "text", "required": true},
          {"name": "updatedBy", "type": "text", "required": true},
          {"name": "deletedBy", "type": "text", "required": true},
          {"name": "revision", "type": "text", "required": true},
          {"name": "customerId", "type": "text", "required": true},
          {"name": "externalId", "type": "text", "required": true},
          {"name": "pushSchedule", "type": "text", "required": true},
          {"name": "unknownValues", "type": "text", "required": true},
          {"name": "id", "type": "text", "required": true},
          {"name": "metadata", "type": "text", "required": true},
          {"name": "values", "type": "text", "required": true},
          {"name": "isEmpty", "type": "text", "required": true},
          {"name": "hash", "type": "text", "required": true},
          {"name": "encode", "type": "text", "required": true},
          {"name": "writeValues", "type": "text", "required": true}]}
        """#)

    struct Fields: FieldSet {
        init() {}
        static var table: FieldTable { Namesakes.descriptor.fields }

        var name: Field<Self, String, TextOperators> { .init("name") }

        var module: Field<Self, String, TextOperators> { .init("module") }

        var tags: Field<Self, String, TextOperators> { .init("tags") }

        var createdAt: Field<Self, String, TextOperators> { .init("createdAt") }

        var updatedAt: Field<Self, String, TextOperators> { .init("updatedAt") }

        var publishedAt: Field<Self, String, TextOperators> { .init("publishedAt") }

        var removedAt: Field<Self, String, TextOperators> { .init("removedAt") }

        var archivedAt: Field<Self, String, TextOperators> { .init("archivedAt") }

        var deletedAt: Field<Self, String, TextOperators> { .init("deletedAt") }

        var createdBy: Field<Self, String, TextOperators> { .init("createdBy") }

        var updatedBy: Field<Self, String, TextOperators> { .init("updatedBy") }

        var deletedBy: Field<Self, String, TextOperators> { .init("deletedBy") }

        var revision: Field<Self, String, TextOperators> { .init("revision") }

        var customerId: Field<Self, String, TextOperators> { .init("customerId") }

        var externalId: Field<Self, String, TextOperators> { .init("externalId") }

        var pushSchedule: Field<Self, String, TextOperators> { .init("pushSchedule") }

        var unknownValues: Field<Self, String, TextOperators> { .init("unknownValues") }

        var idField: Field<Self, String, TextOperators> { .init("id") }

        var metadataField: Field<Self, String, TextOperators> { .init("metadata") }

        var valuesField: Field<Self, String, TextOperators> { .init("values") }

        var isEmptyField: Field<Self, String, TextOperators> { .init("isEmpty") }

        var hashField: Field<Self, String, TextOperators> { .init("hash") }

        var encodeField: Field<Self, String, TextOperators> { .init("encode") }

        var writeValuesField: Field<Self, String, TextOperators> { .init("writeValues") }
    }

    /// The values of an item of `Namesakes`.
    struct Values: FieldwiseValues {
        var name: String
        var module: String
        var tags: String
        var createdAt: String
        var updatedAt: String
        var publishedAt: String
        var removedAt: String
        var archivedAt: String
        var deletedAt: String
        var createdBy: String
        var updatedBy: String
        var deletedBy: String
        var revision: String
        var customerId: String
        var externalId: String
        var pushSchedule: String
        var unknownValues: String
        var idField: String
        var metadataField: String
        var valuesField: String
        var isEmptyField: String
        var hashField: String
        var encodeField: String
        var writeValuesField: String

        init(
            name: String,
            module: String,
            tags: String,
            createdAt: String,
            updatedAt: String,
            publishedAt: String,
            removedAt: String,
            archivedAt: String,
            deletedAt: String,
            createdBy: String,
            updatedBy: String,
            deletedBy: String,
            revision: String,
            customerId: String,
            externalId: String,
            pushSchedule: String,
            unknownValues: String,
            idField: String,
            metadataField: String,
            valuesField: String,
            isEmptyField: String,
            hashField: String,
            encodeField: String,
            writeValuesField: String
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

        static var table: FieldTable { Namesakes.descriptor.fields }

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

    typealias Draft = ContentDraft<Namesakes>

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

/// An item of `Namesakes`.
typealias Namesake = Content<Namesakes>
