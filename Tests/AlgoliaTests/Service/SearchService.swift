import Foundation
import LoopbackServer
import Quire

/// A service with Algolia's protocol over records in memory, written from the protocol's documentation and not from
/// the engine. It parses filters and parameters itself, as loosely as the documentation allows (facets ignore case
/// and accents, texts sort without case). This way, no test depends on a behaviour that the real service may not
/// have.
///
/// Requests that the engine must not send (an undeclared attribute, an OR of facets and numbers, a NOT of a number)
/// are errors.
final class SearchService: @unchecked Sendable {
    struct Failure: Error {
        var status: Int
        var message: String
    }

    static let key = "an-admin-key-that-must-stay-secret"
    static let application = "TESTAPP"

    private let lock = NSLock()
    private var indexes: [String: ServiceIndex] = [:]
    private var replicas: [String: String] = [:]
    private var lastTask: Int64 = 0
    private var pollsLeft: [Int64: Int] = [:]
    private var held: [Int64: () -> Void] = [:]
    private var notes: [String] = []

    /// How often a task must be polled before it is done and its effect visible.
    var pollsPerTask = 0

    /// Method and path of each call, in order.
    var calls: [String] { lock.withLock { notes } }

    func records(of index: String) -> [[String: JSONValue]] {
        lock.withLock { indexes[index]?.records ?? [] }
    }

    func settings(of index: String) -> JSONValue? { lock.withLock { indexes[index]?.settings } }

    func respond(_ request: ReceivedRequest) -> Reply {
        let (status, body) = response(
            request.method, request.target, Data(request.body), key: request["X-Algolia-API-Key"],
            application: request["X-Algolia-Application-Id"])
        return .json(body.description, status: status)
    }

    func response(
        _ method: String, _ target: String, _ body: Data, key: String?, application: String?
    ) -> (Int, JSONValue) {
        lock.withLock {
            notes.append("\(method) \(target)")
            do {
                guard key == Self.key, application == Self.application else {
                    throw Failure(status: 403, message: "Invalid Application-ID or API key")
                }
                return (200, try route(method, target, body))
            } catch let failure as Failure {
                return (
                    failure.status,
                    .object([
                        .init("message", .string(failure.message)),
                        .init("status", .integer(Int64(failure.status))),
                    ])
                )
            } catch {
                return (500, .object([.init("message", .string("\(error)"))]))
            }
        }
    }

    // MARK: - Routes

    private func route(_ method: String, _ target: String, _ body: Data) throws -> JSONValue {
        let path = target.split(separator: "/", omittingEmptySubsequences: true)
            .map { String($0).removingPercentEncoding ?? "" }
        guard path.count >= 3, path[0] == "1", path[1] == "indexes" else {
            throw Failure(status: 404, message: "no route \(target)")
        }
        let json = body.isEmpty ? JSONValue.object([]) : try JSONValue(parsing: body)
        let name = path[2]
        switch (method, path.dropFirst(3).joined(separator: "/")) {
        case ("PUT", "settings"): return try set(json, of: name)
        case ("GET", "settings"): return try index(name).settings
        case ("DELETE", ""):
            _ = try index(name)
            return task { self.indexes[name] = nil }
        case ("POST", "operation"):
            let moved = try index(name)
            guard json["operation"] == .string("move"), case .string(let destination)? = json["destination"]
            else { throw Failure(status: 400, message: "unknown operation") }
            return task {
                self.indexes[destination] = moved
                self.indexes[name] = nil
            }
        case ("POST", "batch"): return try batch(json, name)
        case ("POST", "clear"): return task { self.change(name) { $0.removeAll() } }
        case ("POST", "deleteByQuery"):
            let parameters = try ServiceParameters(json)
            let doomed = try index(name).found(parameters, isFacetSearch: false).map(\.id)
            return task {
                self.change(name) { records in records.removeAll { doomed.contains($0.text("objectID")) } }
            }
        case ("POST", "query"): return try index(name).search(ServiceParameters(json), named: name)
        case ("POST", "queries"):
            guard name == "*", case .array(let requests)? = json["requests"], requests.count <= 50 else {
                throw Failure(status: 400, message: "bad multi-query")
            }
            let results = try requests.map { request in
                guard case .string(let name)? = request["indexName"] else {
                    throw Failure(status: 400, message: "indexName is missing")
                }
                return try index(name).search(ServiceParameters(request), named: name)
            }
            return .object([.init("results", .array(results))])
        case ("POST", "browse"): return try index(name).browse(json, named: name)
        case ("POST", "objects"): return try objects(json)
        case ("POST", let rest) where rest.hasPrefix("facets/"):
            return try index(name).facetValues(path[4], ServiceParameters(json))
        case ("GET", let rest) where rest.hasPrefix("task/"): return poll(Int64(path[4]) ?? 0)
        default: throw Failure(status: 404, message: "no route \(method) \(target)")
        }
    }

    private func index(_ name: String) throws -> ServiceIndex {
        if let primary = replicas[name], var replica = indexes[name], let whole = indexes[primary] {
            replica.records = whole.records
            return replica
        }
        guard let index = indexes[name] else {
            throw Failure(status: 404, message: "Index \(name) does not exist")
        }
        return index
    }

    private func set(_ settings: JSONValue, of name: String) throws -> JSONValue {
        if case .array(let names)? = settings["replicas"] {
            for case .string(let replica) in names { replicas[replica] = name }
        }
        return task { self.indexes[name, default: ServiceIndex()].settings = settings }
    }

    private func batch(_ json: JSONValue, _ name: String) throws -> JSONValue {
        guard case .array(let requests)? = json["requests"] else {
            throw Failure(status: 400, message: "requests is missing")
        }
        var changes: [(id: String, record: [String: JSONValue]?)] = []
        for request in requests {
            guard let body = request["body"], case .string(let id)? = body["objectID"], !id.isEmpty else {
                throw Failure(status: 400, message: "objectID is missing")
            }
            switch request["action"] {
            case .string("updateObject"), .string("addObject"): changes.append((id, body.dictionary))
            case .string("deleteObject"): changes.append((id, nil))
            default: throw Failure(status: 400, message: "unknown action")
            }
        }
        let ids = changes.map { JSONValue.string($0.id) }
        let response = task {
            self.change(name) { records in
                for (id, record) in changes {
                    records.removeAll { $0.text("objectID").isByteEqual(to: id) }
                    if let record { records.append(record) }
                }
            }
        }
        guard case .object(let members) = response else { return response }
        return .object(members + [.init("objectIDs", .array(ids))])
    }

    private func objects(_ json: JSONValue) throws -> JSONValue {
        guard case .array(let requests)? = json["requests"] else {
            throw Failure(status: 400, message: "requests is missing")
        }
        let results = try requests.map { request -> JSONValue in
            guard case .string(let name)? = request["indexName"], case .string(let id)? = request["objectID"]
            else { throw Failure(status: 400, message: "objectID is missing") }
            guard
                let record = try index(name).records.first(where: { $0.text("objectID").isByteEqual(to: id) })
            else { return .null }
            return ServiceIndex.projected(record, request["attributesToRetrieve"])
        }
        return .object([.init("results", .array(results))])
    }

    private func change(_ name: String, _ body: (inout [[String: JSONValue]]) -> Void) {
        body(&indexes[name, default: ServiceIndex()].records)
    }

    // MARK: - Tasks

    private func task(_ work: @escaping () -> Void) -> JSONValue {
        lastTask += 1
        if pollsPerTask == 0 {
            work()
        } else {
            pollsLeft[lastTask] = pollsPerTask
            held[lastTask] = work
        }
        return .object([.init("taskID", .integer(lastTask))])
    }

    private func poll(_ id: Int64) -> JSONValue {
        let left = (pollsLeft[id] ?? 0) - 1
        pollsLeft[id] = left
        if left < 0, let work = held.removeValue(forKey: id) { work() }
        return .object([
            .init("status", .string(left < 0 ? "published" : "notPublished")),
            .init("pendingTask", .boolean(false)),
        ])
    }
}

extension [String: JSONValue] {
    func text(_ name: String) -> String { if case .string(let text)? = self[name] { text } else { "" } }
}

extension JSONValue {
    var dictionary: [String: JSONValue] {
        guard case .object(let members) = self else { return [:] }
        return Dictionary(
            members.map { (ServiceIndex.key(of: $0.name), $0.value.asDoubles) },
            uniquingKeysWith: { first, _ in first })
    }

    /// The value with numbers that doubles hold, as the service may keep them.
    private var asDoubles: JSONValue {
        switch self {
        case .integer(let number): .integer(Int64(exactly: Double(number)) ?? .max)
        case .number(let number): .number(number == 0 ? 0 : number)
        case .array(let elements): .array(elements.map(\.asDoubles))
        case .object(let members): .object(members.map { Member($0.name, $0.value.asDoubles) })
        default: self
        }
    }

    /// The values of an attribute: one, or those of a list.
    var elements: [JSONValue] { if case .array(let elements) = self { elements } else { [self] } }

    var double: Double? {
        switch self {
        case .integer(let number): Double(number)
        case .number(let number): number
        default: nil
        }
    }

    var strings: [String] {
        elements.compactMap { if case .string(let text) = $0 { text } else { nil } }
    }
}
