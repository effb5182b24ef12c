import Quire

extension Refusal {
    /// Refuses an id that breaks `ItemIDRules`, which clients check too.
    static func checkItemID(_ id: String, at place: String) throws(Refusal) {
        guard let problem = ItemIDRules.problem(of: id) else { return }
        throw Refusal(
            400, "\(place): the id \"\(ItemIDRules.printable(id))\" cannot be used: \(problem).",
            extra: .object([.init("field", .string("id")), .init("error", .string("invalid_id"))]))
    }
}
