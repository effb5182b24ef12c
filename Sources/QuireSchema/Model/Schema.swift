/// A schema that has been read, resolved and checked. The generator works with it.
///
/// ```json
/// { "quire": 1, "access": "public",
///   "modules": [{ "name": "books", "item": "Book", "fields": [
///       { "name": "title", "type": "text", "required": true, "sortable": true },
///       { "name": "tags", "type": "list", "of": "text" },
///       { "name": "author", "type": "relation", "module": "authors" } ] }] }
/// ```
/// Everything keeps the author's order. If a schema is a folder, files are ordered by path.
public struct Schema: Hashable, Sendable {
    /// The access level of the generated declarations.
    public var access: AccessLevel
    public var locales: [Locale]
    /// The default locale of content: the one marked `"default": true`, otherwise the first.
    public var defaultLocale: String?
    /// The named lists of choices that several fields share.
    public var enumerations: [Enumeration]
    public var scalars: [Scalar]
    /// The modules, with the fields of their mixins.
    public var modules: [Module]
    /// The paths of the schema's documents, in reading order.
    public var sources: [String]

    public init(
        access: AccessLevel = .internal, locales: [Locale] = [], defaultLocale: String? = nil,
        enumerations: [Enumeration] = [], scalars: [Scalar] = [],
        modules: [Module] = [],
        sources: [String] = []
    ) {
        self.access = access
        self.locales = locales
        self.defaultLocale = defaultLocale
        self.enumerations = enumerations
        self.scalars = scalars
        self.modules = modules
        self.sources = sources
    }
}

/// The access level of generated code.
public enum AccessLevel: String, CaseIterable, Sendable {
    case `internal`, package, `public`
}

/// A language of the content, and its fallbacks for missing texts.
public struct Locale: Hashable, Sendable {
    public var name: String
    /// The fallback locales, best first.
    public var fallbacks: [String]
    public var location: SourceLocation

    public init(name: String, fallbacks: [String] = [], location: SourceLocation) {
        self.name = name
        self.fallbacks = fallbacks
        self.location = location
    }
}

/// A deprecation.
public struct Deprecation: Hashable, Sendable {
    /// What to use instead, if given.
    public var message: String?

    public init(message: String? = nil) { self.message = message }
}
