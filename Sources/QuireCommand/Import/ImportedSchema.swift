import QuireSchema
import QuireShared

/// An imported schema before it is written.
struct ImportedSchema {
    /// `nil` for public: a schema is a target of its own, so other targets need access.
    var access: AccessLevel?
    var comment: String
    var locales: [String] = []
    var modules: [ImportedModule] = []
}

/// A module of an imported schema.
struct ImportedModule {
    var name: String
    /// Set only if the name derived from `name` is already taken by another module.
    var swiftName: String?
    /// The Swift name of one item, if the module's name is a plural.
    var item: String?
    var id: String?
    var description: String?
    var isSingle = false
    /// The field that ranks items that match equally well.
    var popularity: String?
    /// `true`, or the reason.
    var deprecated: SchemaJSON?
    var synonyms: SchemaJSON?
    var embedding: SchemaJSON?
    var fields: [ImportedField] = []
    /// The location of its description in the source.
    var location: SourceLocation
}

/// A field of an imported schema.
struct ImportedField {
    var name: String
    var swiftName: String?
    var type: ImportedType
    var defaultValue: SchemaJSON?
    var isRequired = false
    var isSortable = false
    /// The weight in full-text search.
    var searchWeight: Double?
    var facet: String?
    /// The constraints by their keys.
    var constraints: [ImportedConstraint] = []
    /// The operators; `nil` for those of the type.
    var operators: [String]?
    /// The doc comment: the source's description, then additions by Quire.
    var description: [String] = []
    var isLocalized = false
    /// `true`, or the reason.
    var deprecated: SchemaJSON?
    /// A comment for readers of the schema only.
    var comment: String?
    var location: SourceLocation
}

/// A constraint of an imported field.
struct ImportedConstraint {
    /// The key in a schema.
    var key: String
    var value: Value

    enum Value {
        case text(String)
        case flag
        /// A number in its exact source form.
        case number(String)
    }

    init(_ key: String, _ value: Value) {
        self.key = key
        self.value = value
    }
}

/// The type of an imported field.
enum ImportedType {
    /// A type that only needs its name.
    case named(String)
    case list(of: String)
    /// `date` or `dateTime` with a format.
    case date(String, format: String)
    /// A list of them.
    case dates(String, format: String)
    case object([ImportedField])
    /// A list of objects.
    case objects([ImportedField])
    /// A text in each of the locales.
    case localized([String])
    case choice([ImportedValue])
    case choices([ImportedValue])
    /// Relations, with their module if it is already known.
    case relation(module: String?)
    case relations(module: String?)
}

/// A value of an imported choice.
struct ImportedValue {
    var raw: String
    var swiftName: String?
}

extension ImportedType {
    /// The list of this type; `nil` if there is none, as for lists of lists.
    var listOfIt: ImportedType? {
        switch self {
        case .named(let name): .list(of: name)
        case .date(let type, let format): .dates(type, format: format)
        case .object(let fields): .objects(fields)
        case .choice(let values): .choices(values)
        case .relation(let module): .relations(module: module)
        case .list, .dates, .objects, .localized, .choices, .relations: nil
        }
    }
}

extension ImportedType {
    /// The type in a report: `list of text`.
    var label: String {
        switch self {
        case .named(let name): name
        case .list(let element): "list of \(element)"
        case .date(let type, let format): "\(type) (\(format))"
        case .dates(let type, let format): "list of \(type) (\(format))"
        case .object: "object"
        case .objects: "list of object"
        case .localized: "localizedText"
        case .choice: "choice"
        case .choices: "choices"
        case .relation(let module): "relation to \(module ?? "?")"
        case .relations(let module): "relations to \(module ?? "?")"
        }
    }
}

/// The name of what a file describes.
enum DescribedName {
    /// `book` for `api/book.schema.json`.
    static func of(_ path: String) -> String {
        var name = path.split(separator: "/").last.map(String.init) ?? path
        for ending in [".json", ".schema"] where name.hasSuffix(ending) && name.utf8.count > ending.utf8.count
        {
            name = String(name.dropLast(ending.utf8.count))
        }
        return name
    }
}

/// Proposes what queries can do with a field of a description without items: sort, search and facets by type and name.
enum DeclaredSettings {
    static func apply(to field: inout ImportedField, format: String?) {
        let name = field.name.lowercased()
        switch field.type {
        case .named("integer"), .named("number"), .date: field.isSortable = true
        case .named("boolean"), .choice: field.facet = "disjunctive"
        case .choices: field.facet = "conjunctive"
        case .named("longText"), .named("html"): field.searchWeight = 2
        case .list(of: "text"): field.searchWeight = 4
        case .named("text"):
            let isTitle = ["title", "name", "headline", "label"].contains(name)
            if isTitle { field.isSortable = true }
            // An identifier has no words.
            if format == nil { field.searchWeight = isTitle ? 10 : 4 }
        default: break
        }
    }
}

/// Checks defaults.
enum ImportedDefault {
    /// The default, if the type can have it.
    static func fitting(_ value: JSONValue, _ type: ImportedType) -> SchemaJSON? {
        switch type {
        case .named("text"), .named("longText"), .named("html"): return value.string.map { .text($0) }
        case .named("url"): return value.string.flatMap { isURLText($0) ? .text($0) : nil }
        case .named("color"): return value.string.flatMap { isHexColor($0) ? .text($0) : nil }
        case .named("integer"): return value.integer.map { .number(String($0)) }
        case .named("number"):
            return value.numberText.flatMap { Double($0)?.isFinite == true ? .number($0) : nil }
        case .named("boolean"): return value.boolean.map { .boolean($0) }
        case .choice(let values):
            return value.string.flatMap { text in
                values.contains { $0.raw == text } ? .text(text) : nil
            }
        case .choices(let values):
            let choices = Set(values.map(\.raw))
            return list(value) { $0.string.flatMap { choices.contains($0) ? .text($0) : nil } }
        case .list(let element) where element != "json" && element != "geopoint":
            return list(value) { fitting($0, .named(element)) }
        default: return nil
        }
    }

    private static func list(_ value: JSONValue, _ element: (JSONValue) -> SchemaJSON?) -> SchemaJSON? {
        guard value.kind == .array else { return nil }
        let elements = value.elements.compactMap(element)
        return elements.count == value.elements.count ? .array(elements) : nil
    }
}

extension [ImportedConstraint] {
    /// Whether a field with these constraints can have a default.
    func allow(_ value: SchemaJSON) -> Bool {
        // A second item would repeat the default of a unique field.
        allSatisfy { $0.key != "unique" && $0.allows(value) }
    }
}

extension ImportedConstraint {
    fileprivate func allows(_ value: SchemaJSON) -> Bool {
        switch (key, self.value, value) {
        case ("pattern", .text(let source), .text(let text)):
            (try? TextPattern(source).matches(text)) ?? false
        case ("minLength", .number(let bound), .text(let text)),
            ("maxLength", .number(let bound), .text(let text)):
            isKept(by: Double(text.unicodeScalars.count), bound)
        case ("minimum", .number(let bound), .number(let number)),
            ("maximum", .number(let bound), .number(let number)):
            Double(number).map { isKept(by: $0, bound) } ?? false
        case ("minItems", .number(let bound), .array(let elements)),
            ("maxItems", .number(let bound), .array(let elements)):
            isKept(by: Double(elements.count), bound)
        default: true
        }
    }

    private func isKept(by number: Double, _ bound: String) -> Bool {
        guard let bound = Double(bound) else { return true }
        return key.hasPrefix("min") ? number >= bound : number <= bound
    }
}

/// The limits of an imported schema.
enum ImportLimits {
    /// The same as for schemas.
    static let fieldsOfModule = 2_000
    /// All fields, including those of objects.
    static let fields = 50_000
    static let objectDepth = 8
}
