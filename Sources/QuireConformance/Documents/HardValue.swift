/// A value as JSON; `nil` is a missing key.
struct HardValue: Sendable, Hashable, ExpressibleByNilLiteral, ExpressibleByStringLiteral,
    ExpressibleByStringInterpolation
{
    var json: String?
    /// What is left when the parts of the wrong type are taken away, for engines that refuse to hold them.
    var tidy: String?

    init(nilLiteral: ()) {}

    init(stringLiteral json: String) {
        self.json = json
        tidy = json
    }

    /// A value that is, in part or whole, of the wrong type.
    static func wrong(_ json: String, tidy: String? = nil) -> HardValue {
        var value = HardValue(stringLiteral: json)
        value.tidy = tidy
        return value
    }
}
