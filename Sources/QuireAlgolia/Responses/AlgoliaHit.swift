import QuireCore
import QuireText

/// A hit as the service returns it, with the matches that its own tokenizer found and its ranking.
public struct AlgoliaHit: Sendable, Hashable {
    /// The item's id.
    public var objectID: String
    /// The highlights of each text field, by the field's wire name (`_highlightResult`).
    public var highlights: [String: AlgoliaHighlight]
    /// The passages of texts around the matches (`_snippetResult`).
    public var snippets: [String: AlgoliaHighlight]
    /// The details of the hit's rank (`_rankingInfo`).
    public var ranking: AlgoliaRanking?
    /// The tags that mark the matches.
    public var markup: HighlightMarkup

    /// Parses a hit. Missing parts and parts of the wrong type are left out.
    public init(_ json: JSONValue, markup: HighlightMarkup = .em) {
        self.markup = markup
        objectID = json.text("objectID") ?? ""
        highlights = AlgoliaHighlight.members(of: json["_highlightResult"])
        snippets = AlgoliaHighlight.members(of: json["_snippetResult"])
        ranking = json["_rankingInfo"].map(AlgoliaRanking.init)
    }

    /// The text of a field with its matches marked; `nil` if there is none.
    ///
    /// ```swift
    /// hit.highlight(\Books.Fields.title)?.marked("«", "»")      // Franny and «Zooey»
    /// ```
    public func highlight<F: FieldReference>(_ field: KeyPath<F.Owner, F>) -> HighlightedText? {
        highlights[field.name]?.text(markup)
    }

    /// The passage of a text around its matches; `nil` if there is none.
    public func snippet<F: FieldReference>(_ field: KeyPath<F.Owner, F>) -> HighlightedText? {
        snippets[field.name]?.text(markup)
    }

    /// The text with this name, or with this path through objects such as `author.name`; `nil` if there is none.
    public func highlight(_ path: String) -> HighlightedText? {
        Self.place(path, in: highlights)?.text(markup)
    }

    /// The passage of a text around its matches, by a path as in `highlight(_:)`; `nil` if there is none.
    public func snippet(_ path: String) -> HighlightedText? { Self.place(path, in: snippets)?.text(markup) }

    private static func place(_ path: String, in members: [String: AlgoliaHighlight]) -> AlgoliaHighlight? {
        path.split(separator: ".", omittingEmptySubsequences: false)
            .reduce(Optional(AlgoliaHighlight.object(members))) { place, name in
                if case .object(let members)? = place { members[String(name)] } else { nil }
            }
    }
}

/// The highlights of a value, with the same structure as the value.
public indirect enum AlgoliaHighlight: Sendable, Hashable {
    case leaf(Leaf)
    case array([AlgoliaHighlight])
    case object([String: AlgoliaHighlight])

    /// The highlights of one text.
    public struct Leaf: Sendable, Hashable {
        /// The text with its tags. Nothing in it is escaped.
        public var value: String
        public var matchLevel: MatchLevel
        /// The matched words as they appear in the query.
        public var matchedWords: [String]
        /// Whether the whole text is marked.
        public var isFullyHighlighted: Bool

        /// The text and the ranges that the tags mark.
        public func text(_ markup: HighlightMarkup = .em) -> HighlightedText { markup.read(value) }
    }

    fileprivate func text(_ markup: HighlightMarkup) -> HighlightedText? {
        if case .leaf(let leaf) = self { leaf.text(markup) } else { nil }
    }

    /// Parses highlights; `nil` if the JSON has a different form.
    public init?(_ json: JSONValue) { self.init(json, depth: 0) }

    /// Limits the depth. Responses are nested like records, and no record is nested deeper.
    private init?(_ json: JSONValue, depth: Int) {
        guard depth < 100 else { return nil }
        switch json {
        case .array(let elements):
            self = .array(elements.compactMap { AlgoliaHighlight($0, depth: depth + 1) })
        case .object(let members):
            // A record may have a field called "value", whose highlights are an object rather than a text.
            if let value = json.text("value"), let level = json.text("matchLevel") {
                var words: [String] = []
                if case .array(let elements)? = json["matchedWords"] {
                    words = elements.compactMap { if case .string(let word) = $0 { word } else { nil } }
                }
                self = .leaf(
                    Leaf(
                        value: value, matchLevel: MatchLevel(rawValue: level) ?? .none, matchedWords: words,
                        isFullyHighlighted: json["fullyHighlighted"] == .boolean(true)))
            } else {
                self = .object(
                    Dictionary(
                        members.compactMap { member in
                            AlgoliaHighlight(member.value, depth: depth + 1).map { (member.name, $0) }
                        }, uniquingKeysWith: { first, _ in first }))
            }
        default: return nil
        }
    }

    static func members(of json: JSONValue?) -> [String: AlgoliaHighlight] {
        guard let json, case .object(let members)? = AlgoliaHighlight(json) else { return [:] }
        return members
    }

    /// All leaves, in no order of importance.
    public var leaves: [Leaf] {
        switch self {
        case .leaf(let leaf): [leaf]
        case .array(let elements): elements.flatMap(\.leaves)
        case .object(let members): members.sorted { $0.key < $1.key }.flatMap(\.value.leaves)
        }
    }

    /// The highlights at a path of names and array indices; `nil` if there are none.
    ///
    /// ```swift
    /// hit.highlights["authors"]?[path: "0", "name"]
    /// ```
    public subscript(path path: String...) -> AlgoliaHighlight? {
        path.reduce(Optional(self)) { place, step in
            switch place {
            case .object(let members)?: members[step]
            case .array(let elements)?:
                Int(step).flatMap { elements.indices.contains($0) ? elements[$0] : nil }
            default: nil
            }
        }
    }
}

/// The details of a hit's rank (`getRankingInfo`). Values that the service leaves out are 0.
public struct AlgoliaRanking: Sendable, Hashable {
    public var typos: Int
    public var firstMatchedWord: Int
    public var proximityDistance: Int
    public var userScore: Int
    public var geoDistance: Int
    public var geoPrecision: Int
    public var exactWords: Int
    public var words: Int
    public var filters: Int

    init(_ json: JSONValue) {
        func number(_ name: String) -> Int {
            switch json[name] {
            case .integer(let number)?: Int(number)
            case .number(let number)?: Int(exactly: number.rounded()) ?? 0
            default: 0
            }
        }
        typos = number("nbTypos")
        firstMatchedWord = number("firstMatchedWord")
        proximityDistance = number("proximityDistance")
        userScore = number("userScore")
        geoDistance = number("geoDistance")
        geoPrecision = number("geoPrecision")
        exactWords = number("nbExactWords")
        words = number("words")
        filters = number("filters")
    }
}

extension JSONValue {
    fileprivate func text(_ name: String) -> String? {
        if case .string(let text)? = self[name] { text } else { nil }
    }
}
