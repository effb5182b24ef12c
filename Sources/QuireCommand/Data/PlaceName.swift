/// Names from which people tell that a field holds a place on earth, or a part of it.
enum PlaceName {
    /// Which of two numbers comes first.
    enum Order: Sendable, Hashable {
        case latitudeFirst, longitudeFirst
    }

    private static let latitudes: Set<String> = ["lat", "latitude"]
    private static let longitudes: Set<String> = ["lng", "lon", "long", "longitude"]
    private static let pairs: [String: Order] = [
        "latlng": .latitudeFirst, "latlon": .latitudeFirst, "latlong": .latitudeFirst,
        "lnglat": .longitudeFirst, "lonlat": .longitudeFirst, "longlat": .longitudeFirst,
    ]
    private static let places: Set<String> = [
        "place", "location", "coordinates", "coordinate", "coords", "coord", "position", "geo", "gps",
        "point",
        "geopoint", "geolocation", "center", "centre", "centroid",
    ]

    /// The order of two numbers under a name. `nil` if the name does not speak of a place.
    static func order(_ name: String) -> Order? {
        let words = NameWords(name).words
        if let latitude = words.firstIndex(where: latitudes.contains),
            let longitude = words.firstIndex(where: longitudes.contains)
        {
            return latitude < longitude ? .latitudeFirst : .longitudeFirst
        }
        if let pair = words.lazy.compactMap({ pairs[$0] }).first { return pair }
        return words.contains(where: places.contains) ? .latitudeFirst : nil
    }

    /// A latitude and a longitude in fields of their own, which load as one place.
    struct Pair: Sendable, Hashable {
        var latitude: String
        var longitude: String
        /// The name of the place: `location` for `lat` and `lng`, `pickup_location` for `pickup_lat` and `pickup_lng`.
        var place: String
    }

    /// The pairs among the names of an item's fields. A place whose name is taken is not one of them.
    static func pairs(of names: [String]) -> [Pair] {
        var found: [Pair] = []
        for latitude in names {
            guard let (prefix, ending) = split(latitude, latitudes),
                !found.contains(where: { $0.latitude == latitude }),
                let longitude = names.first(where: { split($0, longitudes)?.prefix == prefix })
            else { continue }
            let first = ending.first?.isUppercase == true
            let word =
                ending.count > 1 && ending == ending.uppercased()
                ? "LOCATION" : first ? "Location" : "location"
            let place = prefix + word
            if !names.contains(where: { $0.isByteEqual(to: place) }) {
                found.append(Pair(latitude: latitude, longitude: longitude, place: place))
            }
        }
        return found
    }

    /// The part of a name before its last word, if that is one of the given words.
    private static func split(_ name: String, _ words: Set<String>) -> (prefix: String, ending: String)? {
        let ending = name.reversed().prefix { $0.isASCII && $0.isLetter }.reversed()
        // `pickupLat` has no space or dash before its last word.
        let text = String(ending)
        guard
            let word = words.first(where: {
                text.lowercased() == $0 || text.hasSuffix($0.prefix(1).uppercased() + $0.dropFirst())
            })
        else { return nil }
        return (String(name.dropLast(word.count)), String(name.suffix(word.count)))
    }
}
