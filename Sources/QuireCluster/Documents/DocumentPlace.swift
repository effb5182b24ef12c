import QuireCore

/// The forms in which documents hold places: HALO's, OpenSearch's objects and texts, Typesense's and GeoJSON's pairs.
package enum DocumentPlace {
    /// A place, or a list of places, in HALO's form. Anything else stays as it is.
    ///
    /// - Parameter longitudeFirst: Whether a pair of numbers begins with the longitude.
    package static func value(of value: JSONValue, longitudeFirst: Bool) -> JSONValue {
        if let place = place(of: value, longitudeFirst) { return place }
        guard case .array(let elements) = value else { return value }
        return .array(elements.map { place(of: $0, longitudeFirst) ?? $0 })
    }

    private static func place(of value: JSONValue, _ longitudeFirst: Bool) -> JSONValue? {
        switch value {
        case .object:
            guard value.member("latitude") == nil, let latitude = value.member("lat").flatMap(number),
                let longitude = (value.member("lon") ?? value.member("lng")).flatMap(number)
            else { return nil }
            return place(latitude, longitude)
        case .array(let pair):
            guard pair.count == 2, let first = number(pair[0]), let second = number(pair[1]) else {
                return nil
            }
            return longitudeFirst ? place(second, first) : place(first, second)
        case .string(let text):
            let parts = text.split(separator: ",").map { $0.drop { $0 == " " } }
            guard parts.count == 2, let latitude = Double(parts[0]), let longitude = Double(parts[1]) else {
                return nil
            }
            return place(.number(latitude), .number(longitude))
        default: return nil
        }
    }

    private static func place(_ latitude: JSONValue, _ longitude: JSONValue) -> JSONValue {
        .object([.init("latitude", latitude), .init("longitude", longitude)])
    }

    private static func number(_ value: JSONValue) -> JSONValue? {
        switch value {
        case .integer, .number: value
        default: nil
        }
    }
}
