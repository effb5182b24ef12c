#if SQLite
import Foundation
import QuireCore

/// Caches the plans of searches by their shapes. Most searches of an app differ only in their values, and planning takes
/// as long as reading a few rows.
final class PlanCache: @unchecked Sendable {
    /// The number of shapes to keep. Searches that are made from what a user enters may have any number of shapes.
    static let limit = 512

    private let lock = NSLock()
    private var plans: [SearchShape: PreparedSearch] = [:]

    /// A plan with the statements of an earlier search of the same shape.
    ///
    /// - Parameters:
    ///   - keyset: The position and the offset of the page, if it starts after a row.
    /// - Returns: `nil` if there is none, or if the search needs other SQL because of its values.
    func plan(
        _ request: SearchRequest, _ shape: SearchShape, after keyset: (Keyset, offset: Int)?
    ) throws -> SearchPlan? {
        guard let prepared = lock.withLock({ plans[shape] }), let values = prepared.values(of: request)
        else { return nil }
        return try SearchPlan(request, prepared, values, after: keyset)
    }

    func keep(_ prepared: PreparedSearch, _ shape: SearchShape) {
        lock.withLock {
            if plans.count >= Self.limit { plans.removeAll() }
            plans[shape] = prepared
        }
    }

    /// The number of shapes.
    var count: Int { lock.withLock { plans.count } }
}
#endif
