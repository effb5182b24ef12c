import Foundation

/// Shows localized texts in one language, as a content server does where a request names one.
package struct LocalizedShape: Sendable {
    /// The languages to try, best first.
    private let languages: [String]

    /// `nil` where the request names no language.
    package init?(_ request: SearchRequest, locales: [LocaleDescriptor]) {
        guard let name = request.locale else { return nil }
        languages = [name] + (locales.first { $0.name == name }?.fallbacks ?? [])
    }

    /// A stored instance with its localized texts in the language alone.
    package func applied(to stored: StoredInstance, of module: IndexedModule) -> StoredInstance {
        var stored = stored
        for field in module.values where field.descriptor.kind == .localizedText {
            guard let text = stored.values[field.physicalName],
                let value = try? JSONValue(parsing: Data(text.utf8)), case .object = value
            else { continue }
            let shown = languages.lazy.compactMap { value.member($0) }.first { $0 != .null } ?? .null
            stored.values[field.physicalName] = shown.description
        }
        return stored
    }
}
