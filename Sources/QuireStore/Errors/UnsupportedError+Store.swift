#if SQLite
import QuireCore

extension UnsupportedError {
    /// The engine's name in capabilities and errors.
    static let storeEngine = "QuireStore"
}
#endif
