import Foundation
import Quire
import QuireSearch
import SampleModules
import TransportDoubles

/// A source that responds when the test decides, with what the test decides.
final class ScriptedSource: SearchSource, @unchecked Sendable {
    struct Misplaced: Error {}

    /// One call that waits for its response.
    struct Call: Sendable {
        /// In the order in which calls arrived.
        var number: Int
        var page: SearchPage<Books>
        /// Whether it continues to wait when it is cancelled, like a source that ignores cancellation.
        var isStubborn: Bool
        var isCancelled = false

        var text: String { page.draft.text }
    }

    private enum Order: Sendable {
        case preliminary(DraftResponse<Books>)
        case final(DraftResponse<Books>)
    }

    private struct Waiting {
        var call: Call
        var continuation: CheckedContinuation<Order, any Error>
    }

    private let lock = NSLock()
    private var waiting: [Int: Waiting] = [:]
    private var begun = 0
    private var ended = 0
    private let isStubborn: @Sendable (SearchPage<Books>) -> Bool

    init(isStubborn: @escaping @Sendable (SearchPage<Books>) -> Bool = { _ in false }) {
        self.isStubborn = isStubborn
    }

    /// The waiting calls, oldest first; cancelled ones only if they are stubborn.
    var calls: [Call] { lock.withLock { waiting.values.map(\.call).sorted { $0.number < $1.number } } }
    /// How many calls have begun, and how many have ended.
    var counts: (begun: Int, ended: Int) { lock.withLock { (begun, ended) } }

    func response<Module: ContentModule>(
        _ page: SearchPage<Module>, preliminary: @Sendable (DraftResponse<Module>) async -> Void
    ) async throws -> DraftResponse<Module> {
        guard let asked = page as? SearchPage<Books> else { throw Misplaced() }
        let number = lock.withLock {
            begun += 1
            return begun
        }
        defer { lock.withLock { ended += 1 } }
        let call = Call(number: number, page: asked, isStubborn: isStubborn(asked))
        while true {
            switch try await order(for: call) {
            case .preliminary(let response):
                guard let response = response as? DraftResponse<Module> else { throw Misplaced() }
                await preliminary(response)
            case .final(let response):
                guard let response = response as? DraftResponse<Module> else { throw Misplaced() }
                return response
            }
        }
    }

    func response(_ call: Call, with response: DraftResponse<Books>) {
        take(call)?.continuation.resume(returning: .final(response))
    }

    func respondForNow(_ call: Call, with response: DraftResponse<Books>) {
        take(call)?.continuation.resume(returning: .preliminary(response))
    }

    func fail(_ call: Call, with error: any Error) { take(call)?.continuation.resume(throwing: error) }

    /// Returns once the condition holds, or fails the test if that takes too long.
    func until(_ what: String = #function, _ condition: () -> Bool) async {
        // Counts yields, not seconds: on a busy machine both sides of the wait are slow.
        var patience = Patience(polls: 10_000_000)
        while !condition() {
            guard patience.goesOn() else {
                SimulationFailure.record("waited too long for: \(what)")
                return
            }
            await Task.yield()
        }
    }

    /// The call for a text and a page, once it waits.
    func call(_ text: String, page: Int = 1) async -> Call? {
        var found: Call?
        await until("\(text) \(page)") {
            found = calls.first { $0.text == text && $0.page.number == page && !$0.isCancelled }
            return found != nil
        }
        return found
    }

    private func order(for call: Call) async throws -> Order {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let isOver = lock.withLock {
                    if Task.isCancelled, !call.isStubborn { return true }
                    var call = call
                    call.isCancelled = Task.isCancelled
                    waiting[call.number] = Waiting(call: call, continuation: continuation)
                    return false
                }
                if isOver { continuation.resume(throwing: CancellationError()) }
            }
        } onCancel: {
            let left = lock.withLock {
                waiting[call.number]?.call.isCancelled = true
                return call.isStubborn ? nil : waiting.removeValue(forKey: call.number)
            }
            left?.continuation.resume(throwing: CancellationError())
        }
    }

    private func take(_ call: Call) -> Waiting? {
        lock.withLock { waiting.removeValue(forKey: call.number) }
    }
}
