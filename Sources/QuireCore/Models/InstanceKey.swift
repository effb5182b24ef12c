/// The keys of an instance, in HALO's order. This order is tried first.
enum InstanceKey: Int, CaseIterable {
    case id, name, module, customerId, revision, externalId, values, tags, pushSchedule
    case createdAt, updatedAt, publishedAt, archivedAt, removedAt, deletedAt
    case createdBy, updatedBy, deletedBy

    static let count = 18
    static let keys = FieldKeys(allCases.map { FieldDescriptor(name: "\($0)", kind: .text) })
}
