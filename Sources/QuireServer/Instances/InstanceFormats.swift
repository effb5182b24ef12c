import QuireCore

/// The formats of instances, by locale.
struct InstanceFormats: Sendable {
    private let modules: [String: InstanceFormat.Module]
    private let locales: [LocaleDescriptor]

    init(_ catalog: ModuleCatalog, locales: [LocaleDescriptor]) {
        var modules: [String: InstanceFormat.Module] = [:]
        for module in catalog.modules { modules[module.name] = InstanceFormat.Module(module) }
        self.modules = modules
        self.locales = locales
    }

    /// The format of a request's response.
    ///
    /// - Parameter locale: Where texts are looked for: in the locale, its fallbacks, then the schema's first locale.
    ///   `nil` writes the texts of all locales.
    func format(locale: String?, includesItems: Bool = false) -> InstanceFormat {
        InstanceFormat(modules: modules, languages: languages(locale), includesItems: includesItems)
    }

    private func languages(_ locale: String?) -> [String] {
        guard let locale else { return [] }
        let fallbacks = locales.first { $0.name == locale }?.fallbacks ?? []
        return [locale] + fallbacks + locales.prefix(1).map(\.name)
    }
}
