import QuireCore
import QuireEngine
import QuireToolbox

// The results of a search have at most one follower: the task of its own request, and later that of the last further page.
// All its pages are therefore always of one state, and states come in order.

/// The task that updates the shown results.
struct ResultFollower: Sendable {
    /// The number of the search.
    var search: Int
    /// The number of the request that the task has begun with.
    var number: Int
    var task: Task<Void, Never>
}

extension SessionCore {
    /// Returns the session, which a follower does not retain while the content stays as it is.
    typealias Reference = @Sendable () -> SessionCore?

    /// Runs a search, and follows its results.
    static func search(
        _ source: any SearchSource, _ page: SearchPage<Module>, updates: SearchUpdates, number: Int,
        in session: @escaping Reference
    ) async {
        do {
            guard let source = source as? any LiveSearchSource else {
                throw UnsupportedError.updates(of: source)
            }
            var result = result(source, page, updates: updates, of: number, in: session)
            let response = try await result.response()
            let canFollow = result.canFollow
            guard session()?.show(response, number, follows: canFollow) == true else { return }
            await follow(&result, number, of: number, in: session)
        } catch {
            session()?.step { $0.ended(number, with: error) }
            session()?.ended(number)
        }
    }

    /// Loads a further page of results that are followed, together with all others.
    ///
    /// - Parameter page: The first page.
    static func extend(
        _ source: any LiveSearchSource, _ page: SearchPage<Module>, number: Int, of search: Int,
        in session: @escaping Reference
    ) async {
        do {
            while let count = session()?.updateCount {
                var result = result(source, page, updates: .live, of: search, in: session)
                let responses = try await result.next()
                switch session()?.show(responses, number, of: search, after: count) {
                case true?: return await follow(&result, number, of: search, in: session)
                case false?: continue
                case nil: return
                }
            }
        } catch {
            session()?.step { $0.ended(number, with: error) }
            session()?.ended(number)
        }
    }

    private static func follow(
        _ result: inout UpdatedResult<Module>, _ number: Int, of search: Int, in session: Reference
    ) async {
        do {
            while true {
                let responses = try await result.next()
                session()?.update(number) { $0.updated(search, responses) }
            }
        } catch {
            session()?.update(number) { $0.updatesEnded(search, with: error) }
        }
    }

    private static func result(
        _ source: any LiveSearchSource, _ page: SearchPage<Module>, updates: SearchUpdates, of search: Int,
        in session: @escaping Reference
    ) -> UpdatedResult<Module> {
        UpdatedResult(source, page, updates: updates) {
            session()?.furtherPages(of: search) ?? []
        } preliminary: { response in
            session()?.step { $0.preliminary(search, response) }
        }
    }

    // MARK: Steps

    /// Shows the response to a search.
    ///
    /// - Returns: Whether its task follows the results from now on.
    private func show(_ response: DraftResponse<Module>, _ number: Int, follows: Bool) -> Bool {
        let isFollowing = advance { state in
            state.machine.responded(number, response)
            return follows && state.machine.followed == number && state.takeOver(number, of: number)
        }
        if !isFollowing { ended(number) }
        return isFollowing
    }

    /// Shows all pages, including a further one.
    ///
    /// - Parameter count: The number of updates when the pages were requested. If there was one since, the pages may be
    ///   older than it.
    /// - Returns: Whether the page's task follows the results from now on. `nil` if nobody waits for the page any more.
    private func show(
        _ responses: [Int: DraftResponse<Module>], _ number: Int, of search: Int, after count: Int
    ) -> Bool? {
        advance { state -> Bool? in
            guard state.machine.pending[number] != nil, state.machine.followed == search else { return nil }
            guard state.machine.updateCount == count else { return false }
            guard state.takeOver(number, of: search) else { return nil }
            state.machine.updated(search, responses)
            return true
        }
    }

    /// Runs a step of the current follower. Another one is too late.
    private func update(_ number: Int, _ body: (inout Machine) -> Void) {
        advance { state in
            if state.follower?.number == number { body(&state.machine) }
        }
    }

    private var updateCount: Int { locked.withLock { $0.machine.updateCount } }

    /// The pages of a result that are loaded, or are being loaded.
    private func furtherPages(of search: Int) -> Set<Int> {
        locked.withLock { $0.machine.followed == search ? $0.machine.knownPages : [] }
    }
}

extension SessionCore.State {
    /// Makes the task of a request the only follower.
    fileprivate mutating func takeOver(_ number: Int, of search: Int) -> Bool {
        guard let task = requests.removeValue(forKey: number) else { return false }
        if let follower { replaced.append(follower.task) }
        follower = ResultFollower(search: search, number: number, task: task)
        return true
    }
}
