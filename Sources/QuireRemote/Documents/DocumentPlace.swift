import QuireCore

/// The forms in which documents hold places: objects, which items have too, pairs of numbers and texts such as `52.37,4.89`.
enum DocumentPlace {
    /// A place, or a list of places, as items have it. Anything else stays as it is.
    ///
    /// - Parameter longitudeFirst: Whether a pair of numbers begins with the longitude, as in items.
    static func value(of value: JSONValue, longitudeFirst: Bool) -> JSONValue {
        if let place = place(of: value, longitudeFirst) { return place }
        guard case .array(let elements) = value else { return value }
        return .array(elements.map { place(of: $0, longitudeFirst) ?? $0 })
    }

    /// A value with objects instead of pairs, which may mean the reverse in a document.
    static func withoutPairs(_ value: JSONValue) -> JSONValue {
        if let (first, second) = pair(value) { return place(second, first) }
        guard case .array(let elements) = value else { return value }
        return .array(elements.map { element in pair(element).map { place($1, $0) } ?? element })
    }

    private static func place(of value: JSONValue, _ longitudeFirst: Bool) -> JSONValue? {
        switch value {
        case .array where !longitudeFirst: return pair(value).map(place)
        case .string(let text):
            let parts = text.split(separator: ",").map { $0.drop { $0 == " " } }
            guard parts.count == 2, let latitude = Double(parts[0]), let longitude = Double(parts[1]),
                latitude.isFinite, longitude.isFinite
            else { return nil }
            return place(.number(latitude), .number(longitude))
        default: return nil
        }
    }

    private static func pair(_ value: JSONValue) -> (JSONValue, JSONValue)? {
        guard case .array(let pair) = value, pair.count == 2, pair.allSatisfy(isNumber) else { return nil }
        return (pair[0], pair[1])
    }

    private static func place(_ latitude: JSONValue, _ longitude: JSONValue) -> JSONValue {
        .object([.init("latitude", latitude), .init("longitude", longitude)])
    }

    private static func isNumber(_ value: JSONValue) -> Bool {
        switch value {
        case .integer, .number: true
        default: false
        }
    }
}
