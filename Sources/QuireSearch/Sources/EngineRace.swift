import QuireCore
import QuireToolbox

/// Calls two engines according to a strategy. When one has won, or the caller is cancelled, pending calls are
/// cancelled. Nobody waits for their end, so an engine that ignores cancellation does not delay the other one's
/// response.
struct EngineRace: Sendable {
    /// The winner, and the error of the other engine if it had failed by then.
    struct Outcome<Value: Sendable>: Sendable {
        var value: Value
        var origin: SearchOrigin
        var failure: (any Error)?
    }

    typealias Call<Value> = @Sendable () async throws -> Value

    let strategy: MirrorStrategy
    let clock: any Clock<Duration>

    /// - Parameter preliminary: Receives the mirror's response if the remote engine's is still pending. Called at
    ///   most once.
    /// - Throws: `MirrorError` if both fail, the remote engine's error if both reject the request, the only engine's
    ///   error if the other was not called, and `CancellationError`.
    func run<Value: Sendable>(
        remote: @escaping Call<Value>, local: @escaping Call<Value>, preliminary: (Value) async -> Void
    ) async throws -> Outcome<Value> {
        switch strategy {
        case .remoteOnly: return Outcome(value: try await remote(), origin: .remote)
        case .localOnly: return Outcome(value: try await local(), origin: .local)
        case .fallBackOnFailure, .fallBackOnTimeout, .firstResponse, .localFirst: break
        }
        let (steps, sender) = AsyncStream.makeStream(of: Step<Value>.self)
        var tasks: [Task<Void, Never>] = []
        defer { for task in tasks { task.cancel() } }
        var standing = Standing<Value>(strategy)
        func ask(_ origin: SearchOrigin) {
            let call = origin == .remote ? remote : local
            tasks.append(Task { sender.yield(.responded(origin, await Self.result(call))) })
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
            // A cancelled engine may throw its own error.
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
        case responded(SearchOrigin, Result<Value, any Error>)
        case timeIsUp
    }

    /// The state of a race, and the consequence of each step. It has no side effects.
    private struct Standing<Value: Sendable> {
        enum Move {
            case wait
            case askLocal
            case show(Value)
            case end(Result<Outcome<Value>, any Error>)
        }

        let strategy: MirrorStrategy
        /// Whether both are called from the start.
        let asksBoth: Bool
        var remoteError: (any Error)?
        var localError: (any Error)?
        var localValue: Value?
        var hasAskedLocal: Bool

        init(_ strategy: MirrorStrategy) {
            self.strategy = strategy
            asksBoth = strategy == .firstResponse || strategy == .localFirst
            hasAskedLocal = asksBoth
        }

        mutating func take(_ step: Step<Value>) -> Move {
            switch step {
            case .timeIsUp: return askLocal()
            case .responded(.remote, .success(let value)):
                return .end(.success(Outcome(value: value, origin: .remote, failure: localError)))
            case .responded(.remote, .failure(let error)):
                remoteError = error
                if let localValue { return won(localValue) }
                if let localError { return lost(error, localError) }
                // A rejected request is reported at once, even while the mirror is being called.
                guard asksBoth || Outage.means(error) else { return .end(.failure(error)) }
                return askLocal()
            case .responded(.local, .success(let value)):
                guard strategy == .localFirst, remoteError == nil else { return won(value) }
                localValue = value
                return .show(value)
            case .responded(.local, .failure(let error)):
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

    /// The error if both fail. If both reject a request, the remote engine's error.
    static func failure(_ remote: any Error, _ local: any Error) -> any Error {
        let areUnsupported = remote is UnsupportedError && local is UnsupportedError
        let areInvalid = remote is QueryError && local is QueryError
        return areUnsupported || areInvalid ? remote : MirrorError(remote: remote, local: local)
    }
}
