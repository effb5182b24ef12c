import QuireSchema

/// Two keys that look alike, because they differ only in their Unicode normalization.
enum KeyTwins {
    /// Both keys with the code points that tell them apart.
    static func text(_ name: String, _ other: String) -> String { "\(points(other)) and \(points(name))" }

    private static func points(_ name: String) -> String {
        let points = name.unicodeScalars.filter { !$0.isASCII }.prefix(4)
            .map { "U+" + String($0.value, radix: 16, uppercase: true) }
        return "\(quoted(name)) (\(points.joined(separator: " ")))"
    }
}
