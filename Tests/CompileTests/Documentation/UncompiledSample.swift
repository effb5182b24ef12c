import Testing

/// A sample that does not compile on every system, with the reason.
struct UncompiledSample: Sendable, Equatable, CustomTestStringConvertible {
    let file: String
    /// A part of the sample's first line.
    let start: String
    let reason: String

    var testDescription: String { "\(file): \(reason)" }

    private init(_ file: String, _ start: String, _ reason: String) {
        self.file = file
        self.start = start
        self.reason = reason
    }

    static func of(_ sample: DocumentationSample) -> UncompiledSample? {
        all.first { sample.file == $0.file && (sample.code.first ?? "").contains($0.start) }
    }

    private static let views = "needs SwiftUI"

    static let all = [
        Self("QuireSearch/Observation/SearchModel.swift", "struct BookSearch: View", views),
        Self("QuireSearch/Observation/SearchModel.swift", "Button(\"Newest first\")", views),
        Self("QuireSearch/Observation/SearchModel.swift", "Button(\"English\")", views),
        Self("QuireSearch/Observation/SearchModel.swift", "Toggle(", views),
        Self("QuireSearch/Observation/SearchModel.swift", "Picker(", views),
        Self("QuireSearch/Paging/PageMap.swift", "ForEach(", views),
        Self("QuireViews/Models/ListModel.swift", "struct Shelf: View", views),
        Self("QuireViews/Models/ItemModel.swift", "struct BookView: View", views),
        Self("QuireViews/SwiftUI/ContentQuery.swift", "struct Shelf: View", views),
        Self("QuireViews/SwiftUI/ContentItem.swift", "struct BookView: View", views),
        Self("QuireViews/SwiftUI/ContentEnvironment.swift", "Shelf()", views),
        Self("QuireText/Highlighting/HighlightedText.swift", "AttributeContainer", views),
        Self("QuireIndexing/Spotlight/SpotlightIndexer.swift", "SpotlightIndex(", "needs CoreSpotlight"),
        Self("QuireSync/Outbox/Outbox.swift", "monitor.pathUpdateHandler", "needs Apple's Network"),
        Self("QuireHTTP/Tokens/KeychainTokenStore.swift", "KeychainTokenStore", "needs a keychain"),
        Self(
            "QuireHTTP/Tokens/FileTokenStore.swift", "applicationSupportDirectory",
            "names a folder that only Apple's systems have"),
        Self(
            "QuireTestingTraits/Content/ContentTrait.swift", "@Suite(",
            "needs the macros of Swift Testing outside of a function"),
    ]
}
