import Foundation
import QuireCore
import QuireEngine

/// The attributes of an item in Spotlight.
///
/// ```swift
/// SpotlightItem(title: book.title, summary: book.blurb, text: book.text, keywords: book.tags)
/// ```
public struct SpotlightItem: Sendable, Hashable {
    public var title: String
    /// A line or two below the title.
    public var summary: String?
    /// Text that is searched but not displayed.
    public var text: String?
    public var keywords: [String]
    /// The URL of a file on this device.
    public var thumbnail: URL?
    /// The web page of the content.
    public var url: URL?
    public var createdAt: Date?
    public var updatedAt: Date?
    /// When Spotlight drops the item. `nil` means never.
    public var expiresAt: Date?

    public init(
        title: String, summary: String? = nil, text: String? = nil, keywords: [String] = [],
        thumbnail: URL? = nil, url: URL? = nil, createdAt: Date? = nil, updatedAt: Date? = nil,
        expiresAt: Date? = nil
    ) {
        self.title = title
        self.summary = summary
        self.text = text
        self.keywords = keywords
        self.thumbnail = thumbnail
        self.url = url
        self.createdAt = createdAt
        self.updatedAt = updatedAt
        self.expiresAt = expiresAt
    }
}

extension SpotlightItem {
    /// Creates the item from the searchable fields. The field with the highest weight is the title, or the item's
    /// name if there is none. All fields are its text, and tags are its keywords. `nil` if there is nothing to show.
    package init?(_ instance: JSONValue, of module: ModuleDescriptor) {
        let values = instance.member("values")
        var texts: [(weight: Double, text: String)] = []
        for field in module.searchableFields {
            guard let text = SearchableText.text(of: values?.member(field.name), kind: field.kind),
                !text.isEmpty
            else { continue }
            texts.append((field.searchWeight ?? 0, text))
        }
        var name: String?
        if case .string(let text)? = instance.member("name"), !text.isEmpty { name = text }
        // Ties are resolved by the schema's order.
        let heaviest = texts.map(\.weight).max()
        guard let title = texts.first(where: { $0.weight == heaviest })?.text ?? name else { return nil }
        self.init(
            title: title, text: texts.isEmpty ? nil : texts.map(\.text).joined(separator: "\n"))
        if case .array(let tags)? = instance.member("tags") {
            keywords = tags.compactMap {
                if case .string(let name)? = $0.member("name") { name } else { nil }
            }
        }
        createdAt = instance.member("createdAt")?.wholeNumber.map(Self.date)
        updatedAt = instance.member("updatedAt")?.wholeNumber.map(Self.date)
    }

    private static func date(_ milliseconds: Int64) -> Date {
        Date(timeIntervalSince1970: Double(milliseconds) / 1000)
    }
}
