import QuireCore

/// Reads documents of a cluster's collections.
struct ClusterSamples: Sendable {
    /// The maximum number of documents of a collection.
    let limit: Int
    /// The first documents of a collection.
    let documents: @Sendable (_ collection: String) async throws -> [JSONValue]
    /// The first items of a collection that Quire prepared, by the description of its module.
    let instances: @Sendable (_ note: String, _ prefix: String) async throws -> [JSONValue]

    /// The figures about the documents of a collection.
    func profile(of collection: ClusterCollection) async throws -> ObjectProfile {
        var profile = ObjectProfile()
        guard let note = collection.note else {
            for document in try await documents(collection.name) {
                guard case .object(let members)? = DataValue(json: document.description) else { continue }
                profile.add(members, line: 0)
            }
            return profile
        }
        for instance in try await instances(note.text, note.prefix) {
            guard case .object(let members)? = DataValue(json: instance.description),
                case .object(let values)? = members.value("values")
            else { continue }
            profile.add(values, line: 0)
        }
        return profile
    }
}
