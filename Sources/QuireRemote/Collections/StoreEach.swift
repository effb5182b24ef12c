import QuireCore
import QuireEngine

/// Stores instances whose ids the server can hold. The others fail without affecting them.
///
/// - Parameters:
///   - longestID: The maximum number of bytes of an id, if there is one.
///   - send: Stores instances. Its result has one entry for each.
package func storeEach(
    _ instances: [JSONValue], of module: ModuleDescriptor, longestID: Int? = nil,
    _ send: ([JSONValue]) async throws -> [WriteError?]
) async throws -> [WriteError?] {
    func isValid(_ instance: JSONValue) -> Bool {
        (1...(longestID ?? .max)).contains(instance.instanceID.utf8.count)
    }
    var results = try await send(instances.filter(isValid)).makeIterator()
    return instances.map { instance in
        if isValid(instance) { return results.next().flatMap { $0 } }
        return WriteError(
            .invalid, WriteOperation(.createOrUpdate, module, id: instance.instanceID),
            message: longestID.map { "expected an id of 1 to \($0) bytes" } ?? "it has no id")
    }
}
