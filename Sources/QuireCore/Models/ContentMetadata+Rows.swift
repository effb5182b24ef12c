import Foundation

extension ContentMetadata {
    /// Reads the metadata of a row from the columns before the fields. There is none yet.
    mutating func read(_ row: RowSource) throws(ValueDecodingError) {
        name = try Self.value(.name, row)
        module = try Self.value(.module, row)
        tags = try Self.value(.tags, row) ?? []
        createdAt = try Self.value(.createdAt, row)
        updatedAt = try Self.value(.updatedAt, row)
        publishedAt = try Self.value(.publishedAt, row)
        archivedAt = try Self.value(.archivedAt, row)
        removedAt = try Self.value(.removedAt, row)
        deletedAt = try Self.value(.deletedAt, row)
        createdBy = try Self.value(.createdBy, row)
        updatedBy = try Self.value(.updatedBy, row)
        deletedBy = try Self.value(.deletedBy, row)
        revision = try Self.value(.revision, row)
        customerId = try Self.value(.customerId, row)
        externalId = try Self.value(.externalId, row)
        pushSchedule = try Self.value(.pushSchedule, row)
        guard let unknown: JSONValue = try Self.value(.unknownValues, row),
            case .object(let members) = unknown
        else {
            return
        }
        for member in members where unknownValues[member.name] == nil {
            unknownValues[member.name] = member.value
        }
    }

    private static func value<Value: FieldValue>(
        _ column: RowLayout.Envelope, _ row: RowSource
    ) throws(ValueDecodingError) -> Value? {
        guard !row.isNull(column.rawValue) else { return nil }
        return try Value.read(from: row, column: column.rawValue, .epochMilliseconds)
    }
}
