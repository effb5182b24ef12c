import QuireCore
import QuireEngine
import QuireRemote

/// A sort order in the form that the server uses.
///
/// The server accepts three keys and cannot sort by the id. Two integers represent the id if there is room.
struct SearchOrder: Sendable {
    /// A key that the server sorts by.
    enum Key: Sendable, Hashable {
        case relevance
        /// The integer of a field.
        case integer(IndexedField)
        /// Whether the integer of a field is at one of the ends of Int64.
        case extreme(IndexedField)
        case text(IndexedField)
        case firstID, secondID
        /// A field of a collection that another program made.
        case own(ServerField)
    }

    struct DirectedKey: Sendable, Hashable {
        var key: Key
        var isDescending = false
        var putsNoValueFirst = false
    }

    /// The keys of the query, or relevance. Empty for the server's own order, or that of the ids.
    let keys: [DirectedKey]
    /// Whether integers at the ends of Int64 are distinguished from missing values, which takes an additional key for
    /// each.
    let tellsExtremes: Bool
    /// Whether the collection has integers that represent the ids.
    private let hasIDs: Bool

    static let mostKeys = 3

    /// - Throws: `UnsupportedError` for more keys than the server accepts, or for texts that are not sortable.
    init(_ search: IndexedSearch, isWeighed: Bool, isNewestFirst: Bool) throws(UnsupportedError) {
        (tellsExtremes, hasIDs) = (false, true)
        guard !search.sort.isEmpty else {
            if isWeighed {
                keys = [DirectedKey(key: .relevance, isDescending: true)]
            } else if isNewestFirst, let created = search.module.metadata("createdAt") {
                keys = [DirectedKey(key: .integer(created), isDescending: true)]
            } else {
                keys = []
            }
            return
        }
        var keys: [DirectedKey] = []
        for sort in search.sort {
            // Ids are unique, so any keys after the id have no effect.
            if sort.field.isMetadata, sort.field.descriptor.name == "id" {
                keys.append(
                    DirectedKey(key: .firstID, isDescending: sort.isDescending))
                keys.append(DirectedKey(key: .secondID, isDescending: sort.isDescending))
                break
            }
            if sort.field.comparison == .text, !sort.field.isSortableText {
                throw UnsupportedError(
                    node: "sort by \"\(sort.field.descriptor.name)\"",
                    hint: "the text is not kept sorted there; mark the field \"sortable\" in the schema")
            }
            keys.append(
                DirectedKey(
                    key: sort.field.comparison == .text ? .text(sort.field) : .integer(sort.field),
                    isDescending: sort.isDescending, putsNoValueFirst: sort.putsNoValueFirst))
        }
        guard keys.contains(where: { $0.key == .firstID }) || keys.count < Self.mostKeys else {
            throw Self.tooManyKeys(search.sort.count)
        }
        guard keys.count <= Self.mostKeys else { throw Self.tooManyKeys(search.sort.count) }
        self.keys = keys
    }

    /// The order of a collection that another program made.
    init(_ search: IndexedSearch, in layout: ExistingLayout) throws(UnsupportedError) {
        guard search.sort.count <= Self.mostKeys else {
            throw ExistingFilter.unsupported("a sort by \(search.sort.count) keys", "it sorts by three")
        }
        var keys: [DirectedKey] = []
        for key in search.sort {
            let name = key.field.descriptor.name
            let isID = key.field.isMetadata && name == "id"
            guard !isID, let server = layout[key.field], server.sorts, !server.isList,
                server.type != "geopoint"
            else {
                throw ExistingFilter.unsupported(
                    "sort by \"\(name)\"", "the field is not kept sorted there (\"sort\": true)")
            }
            keys.append(
                DirectedKey(
                    key: .own(server), isDescending: key.isDescending, putsNoValueFirst: key.putsNoValueFirst)
            )
        }
        self.keys = keys
        (tellsExtremes, hasIDs) = (false, false)
    }

    private init(keys: [DirectedKey], tellsExtremes: Bool) {
        self.keys = keys
        (self.tellsExtremes, hasIDs) = (tellsExtremes, true)
    }

    private static func tooManyKeys(_ count: Int) -> UnsupportedError {
        UnsupportedError(
            node: "a sort by \(count) keys", hint: "it sorts by two, and then by the id; leave out the others"
        )
    }

    /// The same order, with integers at the ends of Int64 distinguished from missing values.
    var tellingExtremes: SearchOrder { SearchOrder(keys: keys, tellsExtremes: true) }

    /// The fields whose values at the ends of Int64 would be sorted incorrectly.
    var endangered: [IndexedField] {
        guard !tellsExtremes else { return [] }
        return keys.compactMap { key in
            if case .integer(let field) = key.key, field.isInteger { field } else { nil }
        }
    }

    /// The keys followed by the id, as many as the server accepts.
    var allKeys: [DirectedKey] {
        var all: [DirectedKey] = []
        for key in keys {
            if tellsExtremes, case .integer(let field) = key.key, field.isInteger {
                all.append(
                    DirectedKey(
                        key: .extreme(field), isDescending: key.isDescending,
                        putsNoValueFirst: key.putsNoValueFirst))
            }
            all.append(key)
        }
        if hasIDs, !keys.contains(where: { $0.key == .firstID }) {
            all += [DirectedKey(key: .firstID), DirectedKey(key: .secondID)]
        }
        return Array(all.prefix(Self.mostKeys))
    }

    /// Whether there is room for the keys of the query.
    var isExpressible: Bool {
        guard tellsExtremes else { return true }
        return keys.count
            + keys.count(where: { if case .integer(let field) = $0.key { field.isInteger } else { false } })
            <= Self.mostKeys
    }

    /// The value of `sort_by`; empty for the server's own order.
    var text: String {
        allKeys.map { key in
            let direction = key.isDescending ? "desc" : "asc"
            let missing = "(missing_values: \(key.putsNoValueFirst ? "first" : "last"))"
            return switch key.key {
            case .relevance: "_text_match:\(direction)"
            case .integer(let field): "\(field.sortInteger)\(missing):\(direction)"
            case .extreme(let field): "\(field.extremes)\(missing):\(direction)"
            case .text(let field): "\(field.sortText)\(missing):\(direction)"
            case .firstID: "\(DocumentField.firstOrder):\(direction)"
            case .secondID: "\(DocumentField.secondOrder):\(direction)"
            case .own(let field): "\(field.name)\(field.isOptional ? missing : ""):\(direction)"
            }
        }.joined(separator: ",")
    }

    /// The document fields with the sort keys.
    var includedFields: [String] {
        guard hasIDs else { return [] }
        var names = [DocumentField.firstOrder, DocumentField.secondOrder]
        for key in keys {
            switch key.key {
            case .integer(let field): names.append(field.sortInteger)
            case .text(let field): names += [field.sortText, field.sortInteger]
            case .relevance, .extreme, .firstID, .secondID, .own: break
            }
        }
        return names
    }
}
