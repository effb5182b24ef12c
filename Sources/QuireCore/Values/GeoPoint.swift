/// A place on the earth, in degrees (WGS 84).
///
/// Reads `{"latitude": 52.37, "longitude": 4.89}`, the same with `lat` and `lng` or `lon`, and GeoJSON's order in
/// `[4.89, 52.37]`: longitude first. Writes the first form. Latitudes outside ±90 and longitudes outside ±180 are
/// decoding errors.
@frozen
public struct GeoPoint: Sendable, Hashable {
    public var latitude: Double
    public var longitude: Double

    @inlinable
    public init(latitude: Double, longitude: Double) {
        self.latitude = latitude
        self.longitude = longitude
    }
}

extension GeoPoint: FieldValue {
    public static func read(from json: inout JSONCursor, _ format: DateFormat) throws(ValueDecodingError)
        -> GeoPoint
    {
        let start = json.nextPlace()
        let point = json.peek() == UInt8(ascii: "[") ? try json.position() : try json.place()
        guard point.isOnEarth else {
            throw ValueDecodingError(.outOfRange, at: start, expected: "degrees within ±90 and ±180")
        }
        return point
    }

    public static func read(
        from row: RowSource, column: Int, _ format: DateFormat
    ) throws(ValueDecodingError) -> GeoPoint {
        try readJSON(from: row, column: column, format)
    }

    public func write(to json: inout JSONWriter, _ format: DateFormat) {
        guard isOnEarth else {
            return json.unwritable("(\(latitude), \(longitude))", expected: "degrees within ±90 and ±180")
        }
        json.beginObject()
        json.key("latitude")
        json.number(latitude)
        json.key("longitude")
        json.number(longitude)
        json.endObject()
    }

    public init(from decoder: any Decoder) throws {
        if var container = try? decoder.unkeyedContainer() {
            longitude = try container.decode(Double.self)
            latitude = try container.decode(Double.self)
            return
        }
        let container = try decoder.container(keyedBy: WireKey.self)
        func number(_ names: String...) throws -> Double {
            let name = names.first { container.contains(WireKey($0)) } ?? names[0]
            return try container.decode(Double.self, forKey: WireKey(name))
        }
        latitude = try number("latitude", "lat")
        longitude = try number("longitude", "lng", "lon")
    }

    /// - Throws: `EncodingError` for coordinates out of range.
    public func encode(to encoder: any Encoder) throws {
        guard isOnEarth else {
            throw EncodingError.invalidValue(
                self,
                .init(
                    codingPath: encoder.codingPath,
                    debugDescription:
                        "Expected degrees within ±90 and ±180, found (\(latitude), \(longitude))."))
        }
        var container = encoder.container(keyedBy: WireKey.self)
        try container.encode(latitude, forKey: WireKey("latitude"))
        try container.encode(longitude, forKey: WireKey("longitude"))
    }
}

extension GeoPoint {
    /// Whether the degrees are within ±90 and ±180. `false` if one is NaN.
    fileprivate var isOnEarth: Bool { abs(latitude) <= 90 && abs(longitude) <= 180 }
}

extension JSONCursor {
    /// Reads a point as an object.
    fileprivate mutating func place() throws(ValueDecodingError) -> GeoPoint {
        guard peek() == UInt8(ascii: "{") else { throw mismatch("a point with latitude and longitude") }
        let start = offset
        var latitude: Double?
        var longitude: Double?
        offset += 1
        try enter()
        if !consume(UInt8(ascii: "}")) {
            repeat {
                switch try key() {
                case "lat" where latitude == nil, "latitude" where latitude == nil: latitude = try number()
                case "lng" where longitude == nil, "lon" where longitude == nil,
                    "longitude" where longitude == nil:
                    longitude = try number()
                default: try skipValue()
                }
            } while consume(UInt8(ascii: ","))
            try expect(UInt8(ascii: "}"), "a comma or the end of the object")
        }
        leave()
        guard let latitude else {
            throw ValueDecodingError(.missing, at: start, expected: "a number", path: ".latitude")
        }
        guard let longitude else {
            throw ValueDecodingError(.missing, at: start, expected: "a number", path: ".longitude")
        }
        return GeoPoint(latitude: latitude, longitude: longitude)
    }

    /// Reads a point as a GeoJSON position. A third number, the height, is ignored.
    fileprivate mutating func position() throws(ValueDecodingError) -> GeoPoint {
        let start = offset
        let numbers = try [Double].read(from: &self, .epochMilliseconds)
        guard numbers.count == 2 || numbers.count == 3 else {
            throw ValueDecodingError(.wrongType, at: start, expected: "a longitude and a latitude")
        }
        return GeoPoint(latitude: numbers[1], longitude: numbers[0])
    }
}
