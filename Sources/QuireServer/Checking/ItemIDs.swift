import QuireCore
import QuireEngine

extension APIError {
    /// Throws if an id breaks `ItemIDRules`, which clients check too.
    static func checkItemID(_ id: String, at place: String) throws(APIError) {
        if let problem = ItemIDRules.problem(of: id) { throw invalid(id, problem: problem, place: place) }
    }

    /// Throws if the path of a device's calls cannot hold its id.
    static func checkDeviceID(_ id: String, at place: String) throws(APIError) {
        if let problem = ItemIDRules.problem(inPath: id) { throw invalid(id, problem: problem, place: place) }
    }

    private static func invalid(_ id: String, problem: String, place: String) -> APIError {
        APIError(
            400, "\(place): the id \"\(ItemIDRules.printable(id))\" cannot be used: \(problem).",
            extra: .object([.init("field", .string("id")), .init("error", .string("invalid_id"))]))
    }
}
