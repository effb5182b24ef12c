import QuireText

/// Objects of one type that Spotlight asks for.
struct SpotlightRequest: Sendable, Hashable {
    var type: String
    var ids: [String]

    /// The objects of identifiers, type by type in the order in which they come; those of others are left out.
    static func grouped(_ identifiers: [String], by formatter: IdentifierFormatter) -> [SpotlightRequest] {
        var requests: [SpotlightRequest] = []
        for identifier in identifiers {
            guard let object = try? formatter.object(of: identifier) else { continue }
            if let place = requests.firstIndex(where: { $0.type.isSpelled(as: object.type) }) {
                requests[place].ids.append(object.id)
            } else {
                requests.append(SpotlightRequest(type: object.type, ids: [object.id]))
            }
        }
        return requests
    }
}
