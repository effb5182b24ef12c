import QuireCore
import QuireRemote
import QuireToolbox

/// The descriptions of modules' indices, each read on first use, and again when it is old or a search contradicts it.
final class IndexDescriptions: Sendable {
    private let administration: IndexAdministration
    private let held = Locked<[String: (description: IndexDescription, end: ContinuousClock.Instant)]>([:])

    /// How long a description is used. Other programs may change an index at any time.
    private static let lifetime = Duration.seconds(60)

    init(_ administration: IndexAdministration) { self.administration = administration }

    /// - Parameter isFresh: Whether to read it again.
    /// - Throws: `CollectionError` if there is no such index, or if it has items that searches do not find.
    func description(of layout: IndexLayout, isFresh: Bool = false) async throws -> IndexDescription {
        if !isFresh, let current = current(layout) { return current }
        let description = try await administration.description(of: layout)
        held[layout.names.alias] = (description, .now + Self.lifetime)
        return description
    }

    /// The description, unless it has to be read again.
    func current(_ layout: IndexLayout) -> IndexDescription? {
        held[layout.names.alias].flatMap { $0.end > .now ? $0.description : nil }
    }

    /// The last known state of an index, for compiling without waiting.
    func state(of layout: IndexLayout) -> IndexState {
        held[layout.names.alias]?.description.state ?? .unseen
    }

    /// Notes that Quire has prepared an index, whose description is read when it is needed next.
    func notePrepared(_ layout: IndexLayout) { held[layout.names.alias] = (.unknown, .now) }
}
