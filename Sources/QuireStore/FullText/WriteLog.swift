#if SQLite
/// What the last transactions of this process have written to each module's full text.
///
/// What a search keeps belongs to a version of the file. With the changes since that version, it is mended instead of read
/// again. Each transaction stores a new version, so a write of another process is noticed: the versions do not continue each
/// other, and the changes are unknown.
struct WriteLog<Changes> {
    /// The changes of a transaction.
    private struct Step {
        let from: String?
        let to: String
        let changes: Changes
        let size: Int
    }

    /// By the name of the full text. Each step continues the previous one.
    private var steps: [String: [Step]] = [:]
    private let mostSteps: Int
    private let mostSize: Int

    /// - Parameters:
    ///   - mostSteps: The number of transactions that are kept for each full text.
    ///   - mostSize: The size of their changes, in the unit of `add`.
    init(mostSteps: Int = 1_000, mostSize: Int) {
        self.mostSteps = mostSteps
        self.mostSize = mostSize
    }

    /// Adds the changes of a committed transaction.
    ///
    /// - Parameter changes: `nil` if they are unknown or too many.
    mutating func add(
        _ changes: Changes?, size: Int, to name: String, from old: String?, to new: String
    ) {
        guard let changes else {
            steps[name] = []
            return
        }
        // Taken out, so that it is not copied.
        var steps = steps.removeValue(forKey: name) ?? []
        if steps.last?.to != old { steps = [] }
        steps.append(Step(from: old, to: new, changes: changes, size: size))
        var sum = steps.reduce(0) { $0 + $1.size }
        while sum > mostSize || steps.count > mostSteps, let first = steps.first {
            sum -= first.size
            steps.removeFirst()
        }
        self.steps[name] = steps
    }

    /// The changes between two versions, oldest first; `nil` if they are not known.
    func changes(of name: String, from old: String, to new: String) -> [Changes]? {
        if old == new { return [] }
        guard let steps = steps[name], let first = steps.firstIndex(where: { $0.from == old }),
            let last = steps.lastIndex(where: { $0.to == new }), first <= last
        else { return nil }
        return steps[first...last].map(\.changes)
    }
}
#endif
