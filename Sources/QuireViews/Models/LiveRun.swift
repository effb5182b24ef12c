#if canImport(Observation)

/// Follows a live result until its task is cancelled, and starts again on request.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
@MainActor final class LiveRun {
    private var restarts: AsyncStream<Void>.Continuation?
    /// The number of the current start. Results of earlier ones are late.
    private(set) var number = 0
    private var runs = 0

    /// Runs until the calling task is cancelled. A second run ends the first. When it returns, nothing follows the result
    /// any more.
    ///
    /// - Parameter start: Starts to follow the result. The task is cancelled before the next start.
    /// - Returns: Whether no other run has begun meanwhile.
    func run(_ start: (_ number: Int) -> Task<Void, Never>) async -> Bool {
        runs += 1
        let run = runs
        restarts?.finish()
        let (stream, restarts) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        self.restarts = restarts
        restarts.yield()
        var following: Task<Void, Never>?
        for await _ in stream {
            following?.cancel()
            number += 1
            following = start(number)
        }
        following?.cancel()
        await following?.value
        return run == runs
    }

    /// Passes on each result of the current start.
    ///
    /// - Parameters:
    ///   - results: The live results.
    ///   - number: The number of the start.
    ///   - show: Receives a result.
    ///   - fail: Receives the error that ends the results.
    func follow<Results: AsyncSequence & Sendable>(
        _ results: Results, _ number: Int, show: @escaping @MainActor (Results.Element) -> Void,
        fail: @escaping @MainActor (any Error) -> Void
    ) -> Task<Void, Never> where Results.Element: Sendable {
        Task {
            do {
                for try await result in results {
                    guard number == self.number else { return }
                    show(result)
                }
            } catch is CancellationError {
                return
            } catch {
                if number == self.number { fail(error) }
            }
        }
    }

    /// Starts again, if it is running.
    func restart() { restarts?.yield() }
}
#endif
