/// A place and a radius in kilometres, in the form `53.35,-6.26,50`.
struct PlaceOption: Equatable, Sendable {
    /// The latitude in degrees.
    var latitude: Double
    /// The longitude in degrees.
    var longitude: Double
    var kilometres: Double

    var metres: Double { kilometres * 1000 }

    /// Returns `nil` if the text has another form, or the coordinates are out of range.
    init?(_ text: String) {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
            .map { Double($0.filter { $0 != " " }) }
        guard parts.count == 3, let latitude = parts[0], let longitude = parts[1], let kilometres = parts[2]
        else {
            return nil
        }
        guard abs(latitude) <= 90, abs(longitude) <= 180, kilometres > 0, kilometres <= 20_100 else {
            return nil
        }
        self.latitude = latitude
        self.longitude = longitude
        self.kilometres = kilometres
    }
}
