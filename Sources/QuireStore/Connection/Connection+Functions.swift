#if SQLite
import CSQLite

extension Connection {
    /// Registers a function that SQL may call.
    ///
    /// - Parameter context: The function's user data.
    func register(
        _ name: String, _ arguments: Int32,
        flags: Int32 = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_DIRECTONLY, _ context: AnyObject? = nil,
        _ body:
            @convention(c) (OpaquePointer?, Int32, UnsafeMutablePointer<OpaquePointer?>?) -> Void
    ) throws(StoreError) {
        // SQLite releases it, even if registering the function fails.
        let owner = context.map { Unmanaged.passRetained($0).toOpaque() }
        let result = sqlite3_create_function_v2(
            handle, name, arguments, flags, owner, body, nil, nil,
            { owner in
                guard let owner else { return }
                Unmanaged<AnyObject>.fromOpaque(owner).release()
            })
        guard result == SQLITE_OK else {
            throw StoreError(
                resultCode: result, message: String(cString: sqlite3_errmsg(handle)), action: action,
                location: location)
        }
    }
}
#endif
