import QuireCore
import QuireRemote

/// The features of the server's version that change a request. An unknown version has none of them.
///
/// | feature | since | known from |
/// |---|---|---|
/// | `!=` on numbers | 0.25 | the documentation |
/// | `id:!=[…]` | 26.0 | the documentation |
///
/// Run here: 0.24.1, which has neither.
struct TypesenseFeatures: Sendable, Hashable {
    /// Whether filters may test numbers with `!=`.
    var negatesNumbers = false
    /// Whether filters may exclude ids.
    var excludesIDs = false

    init(_ version: ServerVersion?) {
        guard let version else { return }
        negatesNumbers = version >= ServerVersion(0, 25)
        excludesIDs = version >= ServerVersion(26)
    }
}
