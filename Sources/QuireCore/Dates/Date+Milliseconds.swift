import Foundation

extension Date {
    /// Milliseconds since 1970, rounded. `nil` if 64 bits are not enough.
    @usableFromInline package var exactMilliseconds: Int64? {
        Int64(exactly: (timeIntervalSince1970 * 1000).rounded())
    }

    /// Milliseconds since 1970, rounded and clamped to 64 bits.
    ///
    /// Values that are sent or stored come from ``exactMilliseconds`` or were checked with it.
    @usableFromInline package var milliseconds: Int64 {
        let exact = (timeIntervalSince1970 * 1000).rounded()
        if exact.isNaN { return 0 }
        return Int64(exactly: exact) ?? (exact < 0 ? .min : .max)
    }
}
