import QuireText

/// Objects of one type that Spotlight requests.
struct SpotlightRequest: Sendable, Hashable {
    var type: String
    var ids: [String]

    /// Groups identifiers by type, in order of appearance. Foreign identifiers are skipped.
    static func grouped(_ identifiers: [String], by formatter: IdentifierFormatter) -> [SpotlightRequest] {
        var requests: [SpotlightRequest] = []
        for identifier in identifiers {
            guard let object = try? formatter.object(of: identifier) else { continue }
            if let place = requests.firstIndex(where: { $0.type.isByteEqual(to: object.type) }) {
                requests[place].ids.append(object.id)
            } else {
                requests.append(SpotlightRequest(type: object.type, ids: [object.id]))
            }
        }
        return requests
    }
}
