import QuireText

/// The description of a module at run time. Engines and decoders work with it.
public final class ModuleDescriptor: Sendable, Hashable {
    /// The name on the wire.
    public let name: String
    /// The names on the wire before the module was renamed, the latest first. A store moves their content to the module.
    public let formerNames: [String]
    /// The server's id of the module, if the schema contains it.
    public let id: String?
    /// Whether the module holds at most one item.
    public let isSingle: Bool
    /// How full text orders the items that fit a query equally well.
    public let ranking: RankingDescriptor
    /// Texts for which full text also finds others.
    public let synonyms: [Synonym]
    /// The vectors of the items, for search by meaning; `nil` if the schema names none.
    public let embedding: EmbeddingDescriptor?
    public let fields: FieldTable

    public init(
        name: String, id: String? = nil, isSingle: Bool = false,
        ranking: RankingDescriptor = RankingDescriptor(), synonyms: [Synonym] = [],
        embedding: EmbeddingDescriptor? = nil, formerNames: [String] = [], fields: [FieldDescriptor]
    ) {
        self.name = name
        self.formerNames = formerNames
        self.id = id
        self.isSingle = isSingle
        self.ranking = ranking
        self.synonyms = synonyms
        self.embedding = embedding
        self.fields = FieldTable(fields)
    }

    public static func == (left: ModuleDescriptor, right: ModuleDescriptor) -> Bool {
        left === right
            || (left.name == right.name && left.id == right.id && left.isSingle == right.isSingle
                && left.ranking == right.ranking && left.synonyms == right.synonyms
                && left.embedding == right.embedding && left.formerNames == right.formerNames
                && left.fields == right.fields)
    }

    public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

/// The whole schema at run time. The generator declares one conforming type per target: `ContentSchema`.
public protocol SchemaDescription: Sendable {
    /// All modules, in the schema's order.
    static var modules: [ModuleDescriptor] { get }

    /// The locales, starting with the default.
    static var locales: [LocaleDescriptor] { get }
}

/// A locale of the schema with its fallback locales, nearest first.
public struct LocaleDescriptor: Sendable, Hashable, Codable {
    public var name: String
    public var fallbacks: [String]

    public init(_ name: String, fallbacks: [String] = []) {
        self.name = name
        self.fallbacks = fallbacks
    }
}

/// Reads descriptors from the JSON in generated code, which uses the schema's keys.
extension ModuleDescriptor {
    /// Reads the descriptor from generated code's JSON.
    ///
    /// ```swift
    /// ModuleDescriptor(#"{"name": "books", "fields": [{"name": "title", "type": "text", "required": true}]}"#)
    /// ```
    ///
    /// The text is a literal that the generator wrote. A mistake in it is a programming error and traps.
    public convenience init(_ json: StaticString) {
        let result = json.withUTF8Buffer { Self.read(UnsafeRawBufferPointer($0)) }
        switch result {
        case .success(let parts): self.init(parts)
        case .failure(let mistake): preconditionFailure("A module descriptor \(mistake.text)")
        }
    }

    /// Reads the descriptor from untrusted JSON.
    package convenience init(json: String) throws(DescriptorMistake) {
        var json = json
        self.init(try json.withUTF8 { Self.read(UnsafeRawBufferPointer($0)) }.get())
    }

    private convenience init(_ parts: Parts) {
        self.init(
            name: parts.name, id: parts.id, isSingle: parts.isSingle, ranking: parts.ranking,
            synonyms: parts.synonyms, embedding: parts.embedding, formerNames: parts.formerNames,
            fields: parts.fields)
    }

    private struct Parts {
        var name: String
        var id: String?
        var isSingle: Bool
        var ranking: RankingDescriptor
        var synonyms: [Synonym]
        var embedding: EmbeddingDescriptor?
        var formerNames: [String]
        var fields: [FieldDescriptor]
    }

    private static func read(_ buffer: UnsafeRawBufferPointer) -> Result<Parts, DescriptorMistake> {
        let json: JSONValue
        do throws(ValueDecodingError) {
            json = try JSONCursor.withCursor(over: buffer) { (cursor) throws(ValueDecodingError) in
                let json = try cursor.value()
                try cursor.expectEnd()
                return json
            }
        } catch {
            return .failure(DescriptorMistake("is not JSON at byte \(error.offset)"))
        }
        do throws(DescriptorMistake) {
            return .success(
                Parts(
                    name: try json.text("name"), id: json["id"]?.text,
                    isSingle: json["single"] == .boolean(true),
                    ranking: RankingDescriptor(popularity: json["ranking"]?["popularity"]?.text),
                    synonyms: try json.synonyms(), embedding: try json.embedding(),
                    formerNames: try json.formerNames(),
                    fields: try json.descriptors("fields")))
        } catch {
            return .failure(error)
        }
    }
}

/// An error in the JSON of a descriptor.
package struct DescriptorMistake: Error, Hashable {
    package var text: String
    init(_ text: String) { self.text = text }
}

extension JSONValue {
    fileprivate var text: String? {
        if case .string(let text) = self { text } else { nil }
    }

    fileprivate func text(_ key: String) throws(DescriptorMistake) -> String {
        guard let text = self[key]?.text else {
            throw DescriptorMistake("lacks the text \"\(key)\" in \(self)")
        }
        return text
    }

    fileprivate func descriptors(_ key: String) throws(DescriptorMistake) -> [FieldDescriptor] {
        guard case .array(let elements)? = self[key] else {
            throw DescriptorMistake("lacks \"\(key)\" in \(self)")
        }
        var fields: [FieldDescriptor] = []
        for element in elements { fields.append(try element.descriptor()) }
        return fields
    }

    fileprivate func synonyms() throws(DescriptorMistake) -> [Synonym] {
        guard let json = self["synonyms"] else { return [] }
        guard case .array(let elements) = json else { throw DescriptorMistake("has the synonyms \(json)") }
        var synonyms: [Synonym] = []
        for element in elements {
            if let texts = element.texts {
                synonyms.append(.twoWay(texts))
            } else if let search = element["search"]?.text, let finds = element["finds"]?.texts {
                synonyms.append(.oneWay(search, finds: finds))
            } else {
                throw DescriptorMistake("has the synonym \(element)")
            }
        }
        return synonyms
    }

    fileprivate func embedding() throws(DescriptorMistake) -> EmbeddingDescriptor? {
        guard let json = self["embedding"] else { return nil }
        guard let fields = json["of"]?.texts, case .integer(let dimensions)? = json["dimensions"],
            let model = json["model"]?.text
        else { throw DescriptorMistake("has the embedding \(json)") }
        return EmbeddingDescriptor(of: fields, dimensions: Int(dimensions), model: model)
    }

    /// The elements of an array of texts.
    private var texts: [String]? {
        guard case .array(let elements) = self else { return nil }
        let texts = elements.compactMap(\.text)
        return texts.count == elements.count ? texts : nil
    }

    private func descriptor() throws(DescriptorMistake) -> FieldDescriptor {
        let weight: Double? =
            switch self["searchable"] {
            case .boolean(true)?: 1
            case .integer(let weight)?: Double(weight)
            case .number(let weight)?: weight
            default: nil
            }
        var field = FieldDescriptor(
            name: try text("name"), kind: try kind(), isRequired: self["required"] == .boolean(true),
            isSortable: self["sortable"] == .boolean(true),
            facet: try self["facet"].map { facet throws(DescriptorMistake) in try facet.named("facet") },
            searchWeight: weight, isLocalized: self["localized"] == .boolean(true),
            constraints: try FieldConstraints(self), defaultValue: self["default"],
            closedValues: self["closed"]?.texts)
        field.formerNames = try formerNames()
        field.renamedChoices = try renamedChoices()
        field.isQueryable = self["query"] == .boolean(true)
        return field
    }

    fileprivate func formerNames() throws(DescriptorMistake) -> [String] {
        guard let json = self["was"] else { return [] }
        guard let names = json.texts else { throw DescriptorMistake("has the former names \(json)") }
        return names
    }

    private func renamedChoices() throws(DescriptorMistake) -> [String: String] {
        guard let json = self["renamed"] else { return [:] }
        guard case .object(let members) = json else {
            throw DescriptorMistake("has the renamed choices \(json)")
        }
        var choices: [String: String] = [:]
        for member in members {
            guard let current = member.value.text else {
                throw DescriptorMistake("has the renamed choice \(member.value)")
            }
            choices[member.name] = current
        }
        return choices
    }

    private func kind() throws(DescriptorMistake) -> FieldKind {
        switch try text("type") {
        case "text": return .text
        case "longText": return .longText
        case "html": return .html
        case "integer": return .integer
        case "number": return .number
        case "boolean": return .boolean
        case "date": return .date(try dateFormat())
        case "time": return .time(try dateFormat())
        case "dateTime": return .dateTime(try dateFormat())
        case "url": return .url
        case "image": return .image
        case "video": return .video
        case "audio": return .audio
        case "document": return .document
        case "color": return .color
        case "geopoint": return .geopoint
        case "json": return .json
        case "choice": return .choice
        case "choices": return .choices
        case "list":
            guard let element = self["of"] else { throw DescriptorMistake("lacks \"of\" in \(self)") }
            return .list(try element.kind())
        case "object": return .object(FieldTable(try descriptors("fields")))
        case "localizedText": return .localizedText
        case "relation": return .relation(module: try text("module"))
        case "relations": return .relations(module: try text("module"))
        case "scalar": return .scalar(try (self["base"] ?? .string("text")).named("base"))
        case let type: throw DescriptorMistake("has the unknown type \"\(type)\" in \(self)")
        }
    }

    private func dateFormat() throws(DescriptorMistake) -> DateFormat {
        try (self["format"] ?? .string(DateFormat.epochMilliseconds.rawValue)).named("format")
    }

    private func named<Value: RawRepresentable<String>>(_ key: String) throws(DescriptorMistake) -> Value {
        guard let value = text.flatMap(Value.init(rawValue:)) else {
            throw DescriptorMistake("has the unknown \(key) \(self)")
        }
        return value
    }
}

/// How full text orders the items of a module that fit a query equally well.
///
/// ```json
/// { "name": "books", "ranking": { "popularity": "ratingsCount" }, "fields": [] }
/// ```
public struct RankingDescriptor: Sendable, Hashable {
    /// The wire name of the number field with an item's popularity; `nil` if the module has none. The greatest
    /// value comes first, and an item without a value counts as 0.
    public var popularity: String?

    public init(popularity: String? = nil) { self.popularity = popularity }
}
