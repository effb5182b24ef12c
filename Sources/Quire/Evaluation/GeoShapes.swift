import Foundation

/// The places at most so far from a centre, on a sphere of the Earth's mean radius.
struct GeoCircle: Sendable {
    /// Metres; the mean radius R1 of the International Union of Geodesy and Geophysics.
    static let earthRadius = 6_371_008.8

    var latitude: Double
    var longitude: Double
    /// Metres.
    var radius: Double

    func contains(_ latitude: Double, _ longitude: Double) -> Bool {
        Self.distance(self.latitude, self.longitude, latitude, longitude) <= radius
    }

    /// Metres along the great circle between two places in degrees, by the haversine formula.
    static func distance(_ latitude1: Double, _ longitude1: Double, _ latitude2: Double, _ longitude2: Double)
        -> Double
    {
        let radians = Double.pi / 180
        let northward = sin((latitude2 - latitude1) * radians / 2)
        let eastward = sin((longitude2 - longitude1) * radians / 2)
        let haversine =
            northward * northward + cos(latitude1 * radians) * cos(latitude2 * radians) * eastward * eastward
        return 2 * earthRadius * asin(min(1, haversine.squareRoot()))
    }
}

/// The places between two parallels and two meridians, all four included.
struct GeoBox: Sendable {
    var south: Double
    var west: Double
    var north: Double
    /// Less than `west` where the box crosses the 180th meridian.
    var east: Double

    func contains(_ latitude: Double, _ longitude: Double) -> Bool {
        guard south <= latitude, latitude <= north else { return false }
        return west <= east ? west <= longitude && longitude <= east : longitude >= west || longitude <= east
    }
}
