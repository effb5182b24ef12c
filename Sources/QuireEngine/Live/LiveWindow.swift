import QuireCore
import QuireToolbox

/// The number of items that a live page shows, and their ids.
final class LiveWindow: Sendable {
    private struct State {
        /// The number of items to read.
        var size: Int
        /// The ids of the latest page.
        var pageIDs: Set<String> = []
        /// The number of rows of the latest page, including items that do not fit the schema.
        var rows = 0
        var hasMore = false
    }

    let wake = LiveWake()
    private let step: Int
    private let state: Locked<State>

    /// - Parameters:
    ///   - size: The number of items to add at a time.
    ///   - initialSize: The number of items at first.
    init(size: Int, initialSize: Int) {
        step = max(1, size)
        state = Locked(State(size: max(step, initialSize)))
    }

    var size: Int { state.withLock { $0.size } }

    func loadMore() {
        state.withLock { state in
            // Not before the items that were asked for are shown.
            guard state.hasMore, state.rows >= state.size else { return }
            state.size = state.rows + step
        }
        wake.send()
    }

    /// Reads the items, in a snapshot.
    func read<Module>(
        _ query: Query<Module>, from content: ContentClient
    ) async throws -> Page<Content<Module>> {
        let state = state.value
        var pages: [Int: Page<Content<Module>>] = [:]
        func read(_ size: Int) async throws -> Page<Content<Module>> {
            if let page = pages[size] { return page }
            let page = try await content.fetch(query.page(1, size: size))
            pages[size] = page
            return page
        }
        var page = try await read(state.size)
        // Items that came before the shown ones may have pushed the last of these out.
        let missing = state.pageIDs.subtracting(page.lazy.map(\.id.rawValue))
        if !missing.isEmpty, page.hasNext {
            let ids = missing.map { ContentID<Module>($0) }
            var pushed = Set(try await content.items(ids, in: query).map(\.id.rawValue))
            let added = page.count(where: { !state.pageIDs.contains($0.id.rawValue) })
            // An item that has moved far away is not looked for beyond twice the size.
            for length in [state.size + added, 2 * state.size] where !pushed.isEmpty && length > page.rows {
                page = try await read(length)
                pushed.subtract(page.lazy.map(\.id.rawValue))
            }
        }
        let last = page.items.lastIndex { state.pageIDs.contains($0.id.rawValue) } ?? -1
        // A rejected item has no place in the page. It may be before the last shown one.
        let end = min(page.rows, last + 1 + page.rejected.count)
        let result = try await page.rows > state.size ? read(max(state.size, end)) : page
        show(result)
        return result
    }

    private func show<Module>(_ page: Page<Content<Module>>) {
        state.withLock { state in
            state.pageIDs = Set(page.lazy.map(\.id.rawValue))
            state.rows = page.rows
            state.size = max(state.size, page.rows)
            state.hasMore = page.hasNext
        }
    }
}

extension Page {
    /// The number of items, including those that do not fit the schema.
    fileprivate var rows: Int { items.count + rejected.count }
}

/// Makes live queries read again without a commit.
final class LiveWake: Sendable {
    private struct Place {
        weak var watch: CommitWatch?
    }

    private let places = Locked<[Place]>([])

    func add(_ watch: CommitWatch) {
        places.withLock { places in
            places.removeAll { $0.watch == nil }
            places.append(Place(watch: watch))
        }
    }

    func send() {
        for watch in places.withLock({ $0.compactMap(\.watch) }) { watch.wake() }
    }
}
