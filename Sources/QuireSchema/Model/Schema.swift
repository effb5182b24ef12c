/// A schema that has been read, resolved and checked: what the generator works from.
///
/// ```json
/// { "quire": 1, "access": "public",
///   "modules": [{ "name": "books", "item": "Book", "fields": [
///       { "name": "title", "type": "text", "required": true, "sortable": true },
///       { "name": "tags", "type": "list", "of": "text" },
///       { "name": "author", "type": "relation", "module": "authors" } ] }] }
/// ```
/// Everything stands in the author's order; where a schema is a folder, in the order of the files' paths.
public struct Schema: Hashable, Sendable {
    /// How visible the generated declarations are.
    public var access: AccessLevel
    public var locales: [Locale]
    /// The locale of content that says none: the one marked `"default": true`, else the first.
    public var defaultLocale: String?
    /// The named lists of choices that several fields share.
    public var enumerations: [Enumeration]
    public var scalars: [Scalar]
    /// The mixins as declared. Their fields are in the modules already.
    public var mixins: [Mixin]
    public var modules: [Module]
    /// The paths of the documents that the schema was read from, in reading order.
    public var sources: [String]

    public init(
        access: AccessLevel = .internal, locales: [Locale] = [], defaultLocale: String? = nil,
        enumerations: [Enumeration] = [], scalars: [Scalar] = [], mixins: [Mixin] = [],
        modules: [Module] = [],
        sources: [String] = []
    ) {
        self.access = access
        self.locales = locales
        self.defaultLocale = defaultLocale
        self.enumerations = enumerations
        self.scalars = scalars
        self.mixins = mixins
        self.modules = modules
        self.sources = sources
    }
}

/// The access level of what is generated.
public enum AccessLevel: String, CaseIterable, Sendable {
    case `internal`, package, `public`
}

/// A language of the content, with where to look when a text is missing in it.
public struct Locale: Hashable, Sendable {
    public var name: String
    /// The locales to try instead, best first.
    public var fallbacks: [String]
    public var location: SourceLocation

    public init(name: String, fallbacks: [String] = [], location: SourceLocation) {
        self.name = name
        self.fallbacks = fallbacks
        self.location = location
    }
}

/// A mark that something is on its way out.
public struct Deprecation: Hashable, Sendable {
    /// What to use instead, if the author says so.
    public var message: String?

    public init(message: String? = nil) { self.message = message }
}
