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
    let mostBytes = longestID ?? .max
    func isValid(_ instance: JSONValue) -> Bool {
        (1...mostBytes).contains(instance.instanceID.utf8.count)
    }
    func failure(_ reason: WriteError.Reason, _ instance: JSONValue, message: String) -> WriteError {
        WriteError(
            reason, WriteOperation(.createOrUpdate, module, id: instance.instanceID), message: message)
    }
    var results = try await send(instances.filter(isValid)).makeIterator()
    return instances.map { instance in
        guard isValid(instance) else {
            return failure(
                .invalid, instance,
                message: longestID.map { "expected an id of 1 to \($0) bytes" } ?? "it has no id")
        }
        guard let result = results.next() else {
            return failure(.noResponse, instance, message: "the response has no line for it")
        }
        return result
    }
}
