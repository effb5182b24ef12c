/// The claims that were refused although the record stayed as it was.
///
/// A claim is refused because another writer was faster; then the record has changed. If it has not, something set its
/// revision back: a form in the dashboard that was open for a while, or an upload beside another write. The next
/// revisions are claimed already, so the first free one is looked for, one by one. No other writer can skip one of
/// them, so a claim is still only granted to a writer that has read the last write.
struct ClaimRefusals {
    /// The record that a claim was based on.
    struct Base: Sendable, Hashable {
        var revision: Int64
        var updated: String
    }

    private var bases: [Int: (base: Base, count: Int64)] = [:]

    /// The number of revisions after the record's own that are taken.
    func count(_ position: Int, _ base: Base) -> Int64 {
        guard let refusal = bases[position], refusal.base == base else { return 0 }
        return refusal.count
    }

    /// Whether a free revision of the item at a position is being looked for, so that waiting for other writers is of no use.
    func isLooking(_ position: Int) -> Bool { (bases[position]?.count ?? 0) > 1 }

    /// Notes that the claim of an operation at a position was refused.
    mutating func add(_ position: Int, _ base: Base) {
        bases[position] = (base, count(position, base) + 1)
    }
}
