import Foundation
import QuireCore

/// Shows localized texts in one language, as a content server does where a request names one.
package struct LocalizedShape: Sendable {
    /// The languages to try, best first.
    private let languages: [String]

    /// `nil` where the request names no language.
    package init?(_ request: SearchRequest, locales: [LocaleDescriptor]) {
        guard let name = request.locale else { return nil }
        languages = [name] + (locales.first { $0.name == name }?.fallbacks ?? [])
    }

    /// Puts the shown text in the place of the localized one that stands from a place on; what is no object stays.
    func apply(to bytes: inout JoinedBytes, from start: Int) {
        let text = Data(buffer: bytes.slice(start..<bytes.count))
        guard let value = try? JSONValue(parsing: text), case .object = value else { return }
        let shown = languages.lazy.compactMap { value.member($0) }.first { $0 != .null } ?? .null
        bytes.truncate(to: start)
        bytes.append(Array(shown.description.utf8))
    }
}
