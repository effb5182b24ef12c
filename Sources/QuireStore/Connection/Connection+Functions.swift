#if SQLite
import CSQLite

extension Connection {
    /// Registers a function that SQL may call.
    ///
    /// - Parameter context: The function's user data.
    func register(
        _ name: String, arguments: Int32,
        flags: Int32 = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_DIRECTONLY, context: AnyObject? = nil,
        body:
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

/// The state of an aggregate function for one group of rows.
protocol AggregateState: AnyObject {
    init()

    /// Adds the arguments of a row.
    func step(_ arguments: UnsafeMutablePointer<OpaquePointer?>)

    /// Sets the result.
    func finish(_ context: OpaquePointer?)
}

extension Connection {
    /// Registers an aggregate function that SQL may call. Groups without rows have the result NULL.
    func registerAggregate<State: AggregateState>(
        _ name: String, arguments: Int32, state: State.Type
    ) throws(StoreError) {
        let maker = Unmanaged.passRetained(AggregateMaker { State() }).toOpaque()
        let result = sqlite3_create_function_v2(
            handle, name, arguments, SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_DIRECTONLY, maker, nil,
            { context, _, arguments in
                guard let arguments, let maker = sqlite3_user_data(context) else { return }
                let space = sqlite3_aggregate_context(context, Int32(MemoryLayout<UnsafeRawPointer?>.size))
                guard let box = space?.assumingMemoryBound(to: UnsafeMutableRawPointer?.self) else {
                    return sqlite3_result_error_nomem(context)
                }
                // SQLite sets the pointer to zero before the first row of a group.
                let pointer = box.pointee
                let state =
                    pointer
                    ?? Unmanaged.passRetained(
                        AggregateBox(
                            Unmanaged<AggregateMaker>.fromOpaque(maker).takeUnretainedValue().make())
                    ).toOpaque()
                box.pointee = state
                Unmanaged<AggregateBox>.fromOpaque(state).takeUnretainedValue().state.step(arguments)
            },
            { context in
                // SQLite also calls this to release the state of an interrupted statement.
                guard let space = sqlite3_aggregate_context(context, 0),
                    let state = space.assumingMemoryBound(to: UnsafeMutableRawPointer?.self).pointee
                else { return }
                Unmanaged<AggregateBox>.fromOpaque(state).takeRetainedValue().state.finish(context)
            },
            { maker in
                guard let maker else { return }
                Unmanaged<AnyObject>.fromOpaque(maker).release()
            })
        guard result == SQLITE_OK else {
            throw StoreError(
                resultCode: result, message: String(cString: sqlite3_errmsg(handle)), action: action,
                location: location)
        }
    }
}

private final class AggregateMaker {
    let make: () -> any AggregateState

    init(_ make: @escaping () -> any AggregateState) { self.make = make }
}

private final class AggregateBox {
    let state: any AggregateState

    init(_ state: any AggregateState) { self.state = state }
}
#endif
