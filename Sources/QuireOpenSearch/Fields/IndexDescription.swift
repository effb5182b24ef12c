import QuireCore
import QuireRemote
import QuireToolbox

/// What the engine knows of a module's index from the server's description.
enum IndexState: Sendable {
    /// No request has looked at it. It counts as prepared, and for conditions on one object as an index that keeps objects
    /// apart.
    case unseen
    /// Quire prepared it: its derived fields are exact for everything.
    case prepared
    /// Another program made and fills it.
    case existing(ExistingIndex)

    /// How the index holds a field.
    func form(of field: IndexedField) -> FieldForm {
        switch self {
        case .unseen, .prepared: .derived(field)
        case .existing(let index): .natural(index.field(field))
        }
    }

    var existing: ExistingIndex? { if case .existing(let index) = self { index } else { nil } }
}

/// What a server says of the index behind a module's name.
struct IndexDescription: Sendable {
    /// The indices behind the name. One, unless another program spreads a module over several.
    let indices: [String]
    let state: IndexState
    /// The names of all mapped fields. `nil` if the credentials do not allow reading them.
    let fields: Set<String>?

    /// The description of an index that nobody may look at.
    static let unknown = IndexDescription(indices: [], state: .prepared, fields: nil)
}

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
