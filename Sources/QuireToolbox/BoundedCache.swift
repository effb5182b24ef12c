/// Keeps values that take long to compute, up to a number of them. Beyond it, the cache starts again empty.
package final class BoundedCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    package let limit: Int
    @usableFromInline let values = Locked<[Key: Value]>([:])

    package init(limit: Int) { self.limit = limit }

    /// The number of values.
    package var count: Int { values.withLock { $0.count } }

    @inlinable
    package subscript(key: Key) -> Value? {
        get { values[key] }
        set {
            values.withLock { values in
                if values.count >= limit { values.removeAll() }
                values[key] = newValue
            }
        }
    }

    /// Returns the value of a key. Computes it first if there is none, without keeping others from the cache.
    @inlinable
    package func value<Failure: Error>(
        for key: Key, _ compute: () throws(Failure) -> Value
    ) throws(Failure) -> Value {
        if let value = self[key] { return value }
        let value = try compute()
        self[key] = value
        return value
    }
}
