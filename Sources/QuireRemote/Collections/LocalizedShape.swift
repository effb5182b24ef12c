import Foundation
import QuireCore

/// Reduces localized texts to one language, like a content server does for a request with a locale.
package struct LocalizedShape: Sendable {
    /// The languages to try, best first.
    private let languages: [String]

    /// `nil` if the request has no locale.
    package init?(_ request: SearchRequest, locales: [LocaleDescriptor]) {
        guard let name = request.locale else { return nil }
        languages = [name] + (locales.first { $0.name == name }?.fallbacks ?? [])
    }

    /// The text of a localized text in the language. What is not an object stays.
    package func applied(to value: JSONValue) -> JSONValue {
        guard case .object = value else { return value }
        return languages.lazy.compactMap { value.member($0) }.first { $0 != .null } ?? .null
    }

    /// Replaces the localized text that starts at a position by its text in the language.
    package func apply(to bytes: inout JoinedBytes, from start: Int) {
        let text = Data(buffer: bytes.slice(start..<bytes.count))
        guard let value = try? JSONValue(parsing: text), case .object = value else { return }
        bytes.truncate(to: start)
        bytes.append(Array(applied(to: value).description.utf8))
    }
}
