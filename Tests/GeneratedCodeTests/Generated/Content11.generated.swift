// Generated from the schema by Quire. Do not edit.
// swift-format-ignore-file

import Quire

/// Languages of texts.
nonisolated struct Language: OpenChoice {
    let rawValue: String
    init(rawValue: String) { self.rawValue = rawValue }

    /// English.
    static var english: Self { Self(rawValue: "eng") }
    static var dutch: Self { Self(rawValue: "nl-NL") }
    @available(*, deprecated, message: "Nobody speaks it.")
    static var latin: Self { Self(rawValue: "lat") }

    static let allKnown: [Self] = [english, dutch, Self(rawValue: "lat")]
}
