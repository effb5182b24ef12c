import QuireCore
import QuireToolbox

/// Asks two engines by a strategy. What is still under way when one has won, or when the caller gives up, is cancelled;
/// nobody waits for its end: an engine that does not look at its cancellation delays no answer of the other one.
struct EngineRace: Sendable {
    /// What won, and why the other did not, where it had failed by then.
    struct Outcome<Value: Sendable>: Sendable {
        var value: Value
        var origin: SearchOrigin
        var failure: (any Error)?
    }

    typealias Call<Value> = @Sendable () async throws -> Value

    let strategy: MirrorStrategy
    let clock: any Clock<Duration>

    /// - Parameter preliminary: Takes the mirror's answer where the remote engine's is to follow; at most once.
    /// - Throws: `MirrorError` where both fail, the remote engine's refusal where both refuse the request, the one engine's error where the other was not asked, and
    ///   `CancellationError`.
    func run<Value: Sendable>(
        remote: @escaping Call<Value>, local: @escaping Call<Value>, preliminary: (Value) async -> Void
    ) async throws -> Outcome<Value> {
        switch strategy {
        case .remoteOnly: return Outcome(value: try await remote(), origin: .remote)
        case .localOnly: return Outcome(value: try await local(), origin: .local)
        case .fallBackOnFailure, .fallBackOnTimeout, .firstAnswer, .localFirst: break
        }
        let (steps, sender) = AsyncStream.makeStream(of: Step<Value>.self)
        var tasks: [Task<Void, Never>] = []
        defer { for task in tasks { task.cancel() } }
        var standing = Standing<Value>(strategy)
        func ask(_ origin: SearchOrigin) {
            let call = origin == .remote ? remote : local
            tasks.append(Task { sender.yield(.answered(origin, await Self.result(call))) })
        }
        ask(.remote)
        if standing.asksBoth { ask(.local) }
        if case .fallBackOnTimeout(let time) = strategy {
            tasks.append(
                Task { [clock] in
                    guard (try? await clock.sleep(for: time)) != nil else { return }
                    sender.yield(.timeIsUp)
                })
        }
        // Ends when the caller is cancelled.
        for await step in steps {
            // An engine that is cancelled may say so with an error of its own.
            if Task.isCancelled { break }
            switch standing.take(step) {
            case .wait: continue
            case .askLocal: ask(.local)
            case .show(let value): await preliminary(value)
            case .end(let result): return try result.get()
            }
        }
        throw CancellationError()
    }

    private static func result<Value>(_ call: Call<Value>) async -> Result<Value, any Error> {
        do { return .success(try await call()) } catch { return .failure(error) }
    }

    private enum Step<Value: Sendable>: Sendable {
        case answered(SearchOrigin, Result<Value, any Error>)
        case timeIsUp
    }

    /// How far a race has come, and what follows from each step: pure.
    private struct Standing<Value: Sendable> {
        enum Move {
            case wait
            case askLocal
            case show(Value)
            case end(Result<Outcome<Value>, any Error>)
        }

        let strategy: MirrorStrategy
        /// Whether both are asked from the start.
        let asksBoth: Bool
        var remoteError: (any Error)?
        var localError: (any Error)?
        var localValue: Value?
        var hasAskedLocal: Bool

        init(_ strategy: MirrorStrategy) {
            self.strategy = strategy
            asksBoth = strategy == .firstAnswer || strategy == .localFirst
            hasAskedLocal = asksBoth
        }

        mutating func take(_ step: Step<Value>) -> Move {
            switch step {
            case .timeIsUp: return askLocal()
            case .answered(.remote, .success(let value)):
                return .end(.success(Outcome(value: value, origin: .remote, failure: localError)))
            case .answered(.remote, .failure(let error)):
                remoteError = error
                if let localValue { return won(localValue) }
                if let localError { return lost(error, localError) }
                // A request that is refused is told at once, also while the mirror is being asked.
                guard asksBoth || Outage.means(error) else { return .end(.failure(error)) }
                return askLocal()
            case .answered(.local, .success(let value)):
                guard strategy == .localFirst, remoteError == nil else { return won(value) }
                localValue = value
                return .show(value)
            case .answered(.local, .failure(let error)):
                localError = error
                return remoteError.map { lost($0, error) } ?? .wait
            }
        }

        private mutating func askLocal() -> Move {
            guard !hasAskedLocal else { return .wait }
            hasAskedLocal = true
            return .askLocal
        }

        private func won(_ value: Value) -> Move {
            .end(.success(Outcome(value: value, origin: .local, failure: remoteError)))
        }

        private func lost(_ remote: any Error, _ local: any Error) -> Move {
            .end(.failure(EngineRace.failure(remote, local)))
        }
    }

    /// The error where both fail. A request that both refuse is refused as the remote engine refuses it.
    static func failure(_ remote: any Error, _ local: any Error) -> any Error {
        let areUnsupported = remote is UnsupportedError && local is UnsupportedError
        let areInvalid = remote is QueryError && local is QueryError
        return areUnsupported || areInvalid ? remote : MirrorError(remote: remote, local: local)
    }
}
