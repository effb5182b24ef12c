/// A value as JSON; `nil` is a missing key.
struct HardValue: Sendable, Hashable, ExpressibleByNilLiteral, ExpressibleByStringLiteral,
    ExpressibleByStringInterpolation
{
    var json: String?
    /// The value without its parts of the wrong type, for engines that reject them.
    var tidy: String?

    init(nilLiteral: ()) {}

    init(stringLiteral json: String) {
        self.json = json
        tidy = json
    }

    /// A value that is partly or completely of the wrong type.
    static func wrong(_ json: String, tidy: String? = nil) -> HardValue {
        var value = HardValue(stringLiteral: json)
        value.tidy = tidy
        return value
    }
}
