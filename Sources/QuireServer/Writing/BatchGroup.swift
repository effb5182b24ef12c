/// A kind of operation in a batch; its raw value is the name in the results.
enum BatchGroup: String, CaseIterable, Sendable {
    case truncate, create, update, createOrUpdate, delete

    var writesValues: Bool { self != .truncate && self != .delete }

    /// The keys of the group in a request; HALO's two SDKs write truncating differently.
    var keys: [String] {
        switch self {
        case .truncate: ["truncated", "truncate"]
        case .create: ["created"]
        case .update: ["updated"]
        case .createOrUpdate: ["createdOrUpdated"]
        case .delete: ["deleted"]
        }
    }
}
