/// The wire format of a field's dates.
public enum DateFormat: String, Sendable, Hashable, Codable {
    case epochMilliseconds, epochSeconds, rfc3339, dateOnly
}

extension DateFormat {
    /// What decoding errors say was expected.
    var expectation: StaticString {
        switch self {
        case .epochMilliseconds: "a date as milliseconds since 1970"
        case .epochSeconds: "a date as seconds since 1970"
        case .rfc3339: "a date like 2024-05-01T12:00:00Z"
        case .dateOnly: "a date like 2024-05-01"
        }
    }
}
