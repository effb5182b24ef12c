import Foundation

/// The points within a distance of a centre, on a sphere with the Earth's mean radius.
package struct GeoCircle: Sendable {
    /// The mean radius R1 of the International Union of Geodesy and Geophysics, in metres.
    package static let earthRadius = 6_371_008.8

    package var latitude: Double
    package var longitude: Double
    /// The radius in metres.
    package var radius: Double

    package func contains(_ latitude: Double, _ longitude: Double) -> Bool {
        Self.distance(
            latitude: self.latitude, longitude: self.longitude, toLatitude: latitude, toLongitude: longitude)
            <= radius
    }

    /// The great-circle distance between two points in degrees, in metres, by the haversine formula.
    package static func distance(
        latitude latitude1: Double, longitude longitude1: Double, toLatitude latitude2: Double,
        toLongitude longitude2: Double
    )
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

/// The points between two parallels and two meridians, inclusive.
package struct GeoBox: Sendable {
    package var south: Double
    package var west: Double
    package var north: Double
    /// Less than `west` if the box crosses the 180th meridian.
    package var east: Double

    func contains(_ latitude: Double, _ longitude: Double) -> Bool {
        guard south <= latitude, latitude <= north else { return false }
        return west <= east ? west <= longitude && longitude <= east : longitude >= west || longitude <= east
    }
}
