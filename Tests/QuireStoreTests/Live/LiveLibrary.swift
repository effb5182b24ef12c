#if SQLite
import Foundation
import Quire
import QuireTesting
import SampleModules

@testable import QuireEngine
@testable import QuireStore

typealias Titles = SampleModules.Books

/// The engines that are live: in memory, a store in memory, a store in a file.
enum LivePlace: CaseIterable, Sendable {
    case memory, memoryStore, file

    /// Runs the body with an empty engine.
    func withEngine(_ body: (any LiveTestEngine) async throws -> Void) async throws {
        switch self {
        case .memory: try await body(InMemoryEngine())
        case .memoryStore: try await body(Store(.memory, modules: Titles.library))
        case .file:
            let folder = try Folder()
            let store = try await Store(.file(folder.file()), modules: Titles.library)
            try await body(store)
            await store.close()
        }
    }
}

/// An engine whose live queries the tests count.
protocol LiveTestEngine: LiveEngine, WritableEngine {
    var commits: CommitHub { get }
}

extension LiveTestEngine {
    /// The number of live queries that wait for commits.
    var liveQueryCount: Int { commits.watcherCount }
}

extension LiveResults {
    /// Waits between two requests with this function instead of the clock.
    mutating func setPause(_ pause: @escaping @Sendable (Duration) async throws -> Void) { sleep = pause }
}

extension Store: LiveTestEngine {}
extension InMemoryEngine: LiveTestEngine {}

extension Titles {
    static let library: [ModuleDescriptor] = [
        Titles.descriptor, Novels.descriptor, Writers.descriptor, Houses.descriptor,
    ]

    static func draft(_ title: String, age: Int = 1, rank: Int? = nil) -> Titles.Draft {
        var draft = Titles.Draft()
        draft.title = .set(title)
        draft.age = .set(age)
        draft.price = .set(1)
        draft.active = .set(true)
        if let rank { draft.rank = .set(rank) }
        return draft
    }
}

/// Counts the searches of an engine by their modules.
final class SearchCounter: RequestObserver, @unchecked Sendable {
    private let lock = NSLock()
    private var subjects: [String] = []

    /// The modules of the searches so far.
    var modules: [String] { lock.withLock { subjects } }

    func started(_ request: ObservedRequest) {
        guard request.operation == "search" || request.operation == "aggregate" else { return }
        lock.withLock { subjects.append(request.subject) }
    }

    func finished(_ request: ObservedRequest, _ summary: RequestSummary) {}

    func failed(_ request: ObservedRequest, _ error: any Error, after duration: Duration) {}
}

extension LiveEngine {
    /// A client whose searches are counted.
    func counted(by counter: SearchCounter) -> ContentClient {
        ContentClient(engine: observed(by: counter))
    }
}
#endif
