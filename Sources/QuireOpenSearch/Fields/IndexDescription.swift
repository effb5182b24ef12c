import QuireCore
import QuireRemote
import QuireToolbox

/// What the engine knows of a module's index from the server's description.
enum IndexStatus: Sendable {
    /// No request has looked at it. It counts as prepared.
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
    let state: IndexStatus
    /// The paths of all mapped fields. `nil` if the credentials do not allow reading them.
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
    func state(of layout: IndexLayout) -> IndexStatus {
        held[layout.names.alias]?.description.state ?? .unseen
    }

    /// Notes that Quire has prepared an index, whose description is read when it is needed next.
    func notePrepared(_ layout: IndexLayout) { held[layout.names.alias] = (.unknown, .now) }
}

extension IndexAdministration {
    private typealias Call = ClusterConnection.Call

    /// Reads what the server says of a module's index.
    ///
    /// - Throws: `CollectionError` if there is no such index, or if it has items that searches do not find.
    func description(of layout: IndexLayout) async throws -> IndexDescription {
        let alias = layout.names.alias
        let response: JSONValue
        do {
            response = try await connection.send(
                Call(.get, "/\(alias)/_mapping", intent: .read, action: "read the mapping of \(alias)"))
        } catch let error as OpenSearchError where [401, 403].contains(error.status) {
            return .unknown
        }
        guard let members = response.members, members.allSatisfy({ $0.value["mappings"] != nil }) else {
            throw OpenSearchError(
                .unreadable, "read the mapping of \(alias)",
                reason: "an index has no mappings in the response")
        }
        guard !members.isEmpty else {
            throw CollectionError(.missing, collection: alias)
        }
        let indices = members.map { ($0.name, $0.value["mappings"]?["properties"] ?? .empty) }
        let fields = Set(indices.flatMap { Self.paths(in: $0.1) })
        guard !fields.contains(LayoutField.id) else {
            try await checkItems(of: layout)
            return IndexDescription(indices: indices.map(\.0), state: .prepared, fields: fields)
        }
        var index = ExistingIndex(alias, layout.module, properties: Self.common(indices.map(\.1)))
        try await index.refuseLongTexts(exceeding: self)
        return IndexDescription(indices: indices.map(\.0), state: .existing(index), fields: fields)
    }

    /// The paths of the fields, and of the fields of objects that are kept apart.
    private static func paths(in properties: JSONValue) -> [String] {
        (properties.members ?? []).flatMap { property -> [String] in
            guard property.value["type"]?.string == "nested", let inner = property.value["properties"] else {
                return [property.name]
            }
            return [property.name] + paths(in: inner).map { "\(property.name).\($0)" }
        }
    }

    /// The properties that have the same mapping in all indices.
    private static func common(_ mappings: [JSONValue]) -> JSONValue {
        guard let first = mappings.first?.members else { return .empty }
        return .object(
            first.filter { property in mappings.allSatisfy { $0[property.name] == property.value } })
    }

    /// Throws an error if an index has items without the fields that Quire derives, which no search finds.
    private func checkItems(of layout: IndexLayout) async throws {
        let count = try await count(of: layout.names.alias, where: .not(.exists(LayoutField.id)))
        guard count == 0 else {
            throw CollectionError(
                .foreignItems, collection: layout.names.alias,
                facts: [count == 1 ? "1 item" : "\(count) items"])
        }
    }

    /// The number of documents that meet a condition.
    func count(of index: String, where condition: Clause) async throws -> Int {
        let body = JSONValue.of(["query": condition.distinct.json()])
        let action = "count the documents of \(index)"
        let response = try await connection.send(
            Call(.post, "/\(index)/_count", body: .json(body), intent: .read, action: action))
        guard let count = response["count"]?.int else {
            throw OpenSearchError(.unreadable, action, reason: "the response has no count")
        }
        return count
    }
}

extension ExistingIndex {
    /// Marks the fields whose longest texts the index leaves out, so that filters would miss items.
    fileprivate mutating func refuseLongTexts(exceeding administration: IndexAdministration) async throws {
        let limited = keywords.filter { $0.field.longest != nil }
        // Usually nothing is left out, which one call tells of all fields.
        guard limited.count > 1 else { return try await refuse(limited, administration) }
        for start in stride(from: 0, to: limited.count, by: Self.fieldsAtOnce) {
            let some = limited[start..<min(start + Self.fieldsAtOnce, limited.count)]
            if try await administration.count(of: name, where: .any(some.map(\.field.isLeftOut))) > 0 {
                try await refuse(Array(some), administration)
            }
        }
    }

    /// Two conditions for each field are far fewer than a query may have.
    private static let fieldsAtOnce = 400

    private mutating func refuse(
        _ limited: [(ordinal: Int, field: NaturalField)], _ administration: IndexAdministration
    ) async throws {
        for (ordinal, field) in limited {
            let count = try await administration.count(of: name, where: field.isLeftOut)
            if count > 0 {
                refuse(
                    ordinal,
                    "\(count) of its texts are longer than \(field.longest ?? 0) characters, which the index leaves out"
                )
            }
        }
    }
}

extension NaturalField {
    /// Whether the index left a long text out.
    fileprivate var isLeftOut: Clause {
        // A text beside the keyword has every value. Without one, the server notes what it left out.
        guard let textName else { return .term("_ignored", .string(name)) }
        let isWithout = Clause.all([.exists(textName), .not(.exists(name))])
        return nested.map { .nested($0, isWithout) } ?? isWithout
    }
}
