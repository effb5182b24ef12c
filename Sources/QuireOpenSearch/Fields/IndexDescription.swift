import QuireRemote

/// What a server says of the index behind a module's name.
struct IndexDescription: Sendable {
    /// The indices behind the name. One, unless another program spreads a module over several.
    let indices: [String]
    let state: IndexState
    /// The names of all mapped fields. `nil` if the credentials do not allow reading them.
    let fields: Set<String>?

    /// The description of an index that nobody may look at.
    static let unknown = IndexDescription(indices: [], state: .prepared, fields: nil)
}
