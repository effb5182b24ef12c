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
        /// The name of the place: `location` for `lat` and `lng`, `pickup_location` for `pickup_lat` and `pickup_lng`.
        var place: String
        /// `nil` if an item has only the other one.
        var latitude: String?
        var longitude: String?

        var names: [String] { [latitude, longitude].compactMap { $0 } }
    }

    /// The latitudes and longitudes among the names of an item's fields, by their places. A place whose name is taken, or
    /// that has two latitudes, is not one of them.
    static func pairs(of names: [String]) -> [Pair] {
        var pairs: [Pair] = []
        var ambiguous: Set<String> = []
        for name in names {
            for (words, half) in [(latitudes, \Pair.latitude), (longitudes, \Pair.longitude)] {
                guard let place = place(name, words) else { continue }
                let index = pairs.firstIndex { $0.place == place } ?? pairs.count
                if index == pairs.count { pairs.append(Pair(place: place)) }
                if pairs[index][keyPath: half] != nil { ambiguous.insert(place) }
                pairs[index][keyPath: half] = name
            }
        }
        return pairs.filter { pair in
            !ambiguous.contains(pair.place) && !names.contains(pair.place)
        }
    }

    /// The place of a latitude or longitude, if the last word of the name is one of the given words.
    private static func place(_ name: String, _ words: Set<String>) -> String? {
        let ending = String(name.reversed().prefix { $0.isASCII && $0.isLetter }.reversed())
        // `pickupLat` has no space or dash before its last word.
        guard
            let word = words.first(where: {
                ending.lowercased() == $0 || ending.hasSuffix($0.prefix(1).uppercased() + $0.dropFirst())
            })
        else { return nil }
        let written = name.suffix(word.count)
        let place =
            written == written.uppercased()[...]
            ? "LOCATION" : written.first?.isUppercase == true ? "Location" : "location"
        return name.dropLast(word.count) + place
    }
}
