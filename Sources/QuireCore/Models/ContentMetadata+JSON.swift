import Foundation

/// Reads and writes the metadata as JSON bytes. Dates are milliseconds, as in HALO.
extension ContentMetadata {
    /// Reads the value of a key, which is not null. `id` and `values` are read elsewhere.
    mutating func read(_ key: InstanceKey, from json: inout JSONCursor) throws(ValueDecodingError) {
        switch key {
        case .id, .values: try json.skipValue()
        case .name: name = try json.string()
        case .module: module = try json.sharedString()
        case .customerId: customerId = try Int.read(from: &json, .epochMilliseconds)
        case .revision: revision = try Int.read(from: &json, .epochMilliseconds)
        case .externalId: externalId = try json.value()
        case .tags: tags = try [Tag].read(from: &json, .epochMilliseconds)
        case .pushSchedule: pushSchedule = try json.value()
        case .createdAt: createdAt = try Date.read(from: &json, .epochMilliseconds)
        case .updatedAt: updatedAt = try Date.read(from: &json, .epochMilliseconds)
        case .publishedAt: publishedAt = try Date.read(from: &json, .epochMilliseconds)
        case .archivedAt: archivedAt = try Date.read(from: &json, .epochMilliseconds)
        case .removedAt: removedAt = try Date.read(from: &json, .epochMilliseconds)
        case .deletedAt: deletedAt = try Date.read(from: &json, .epochMilliseconds)
        case .createdBy: createdBy = try json.sharedString()
        case .updatedBy: updatedBy = try json.sharedString()
        case .deletedBy: deletedBy = try json.sharedString()
        }
    }

    /// Writes the members that HALO puts before the values.
    func writeBeforeValues(to json: inout JSONWriter) {
        json.member("name", name)
        json.member("module", module)
        json.member("customerId", customerId)
        json.member("revision", revision)
        json.member("externalId", externalId)
    }

    /// Writes the members that HALO puts after the values.
    func writeAfterValues(to json: inout JSONWriter) {
        json.member("tags", tags)
        json.member("pushSchedule", pushSchedule)
        json.member("createdAt", createdAt)
        json.member("updatedAt", updatedAt)
        json.member("publishedAt", publishedAt)
        json.member("archivedAt", archivedAt)
        json.member("removedAt", removedAt)
        json.member("deletedAt", deletedAt)
        json.member("createdBy", createdBy)
        json.member("updatedBy", updatedBy)
        json.member("deletedBy", deletedBy)
    }
}

extension JSONWriter {
    /// Writes a member of the open object, unless there is no value.
    fileprivate mutating func member(_ name: StaticString, _ value: (some FieldValue)?) {
        guard let value else { return }
        key(name)
        value.write(to: &self, .epochMilliseconds)
    }
}
