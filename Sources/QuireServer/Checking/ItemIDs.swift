import QuireCore
import QuireEngine

extension Refusal {
    /// Rejects an id that violates `ItemIDRules`, which clients check too.
    static func checkItemID(_ id: String, at place: String) throws(Refusal) {
        if let problem = ItemIDRules.problem(of: id) { throw invalid(id, problem, place) }
    }

    /// Rejects a device id that cannot be part of a path.
    static func checkDeviceID(_ id: String, at place: String) throws(Refusal) {
        if let problem = ItemIDRules.problem(inPath: id) { throw invalid(id, problem, place) }
    }

    private static func invalid(_ id: String, _ problem: String, _ place: String) -> Refusal {
        Refusal(
            400, "\(place): the id \"\(ItemIDRules.printable(id))\" cannot be used: \(problem).",
            extra: .object([.init("field", .string("id")), .init("error", .string("invalid_id"))]))
    }
}
