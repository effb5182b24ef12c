import QuireCore
import QuireEngine
import QuireRemote

/// How the server itself compares the values of a field that it does not hold exactly.
enum OwnMeaning: Sendable, Hashable {
    /// An analyzed text: words in this order, anywhere in it.
    case words
    /// A keyword that the server changes: usually its case.
    case normalized
    /// Numbers of fewer bits.
    case rounded
    /// A place, on the server's own sphere.
    case place

    /// - Parameter type: The type in the mapping.
    init?(_ field: IndexedField, _ mapping: JSONValue, type: String) {
        let isSearched = !["false", "FALSE"].contains(mapping["index"]?.description.trimmingQuotes ?? "true")
        guard isSearched, mapping["null_value"] == nil else { return nil }
        switch field.comparison {
        case .text where type == "text" || type == "match_only_text": self = .words
        case .text where type == "keyword" && mapping["normalizer"] != nil: self = .normalized
        case .number where ["float", "half_float", "scaled_float"].contains(type): self = .rounded
        case .place where type == "geo_point": self = .place
        default: return nil
        }
    }
}

extension LeafCompiler {
    /// A test in the server's meaning; `nil` if it has none for it.
    func own(_ test: EvaluatedTest, _ natural: NaturalField) throws(UnsupportedError) -> Clause? {
        if case .keyword = natural.kind {
            guard case .isLike(let part) = test, !part.isEmpty, ignoresCase else { return nil }
            let pattern = JSONValue.string("*\(try pattern(of: part))*")
            return .other(
                .of([
                    "wildcard": .of([natural.name: .of(["value": pattern, "case_insensitive": .boolean(true)])])
                ]))
        }
        guard let meaning = natural.ownMeaning else { return nil }
        if case .hasNoValue = test { return .not(.exists(natural.name)) }
        switch (meaning, test) {
        case (.words, .isAny(let operands)): return .any(try texts(operands).map { Self.words($0, natural.name) })
        case (.words, .isLike(let part)), (.words, .contains(let part)):
            return part.isEmpty ? .exists(natural.name) : Self.words(part, natural.name)
        case (.normalized, .isAny(let operands)):
            return .terms(natural.name, try texts(operands).map(JSONValue.string))
        case (.rounded, .isAny), (.rounded, .isOrdered), (.rounded, .isBetween):
            return try doubles(test, natural.name)
        case (.place, .isNear(let circle)):
            return .other(
                .of([
                    "geo_distance": .of([
                        "distance": .string("\(circle.radius)m"),
                        natural.name: Self.place(circle.latitude, circle.longitude),
                    ])
                ]))
        case (.place, .isWithin(let box)):
            return .other(
                .of([
                    "geo_bounding_box": .of([
                        natural.name: .of([
                            "top_left": Self.place(box.north, box.west),
                            "bottom_right": Self.place(box.south, box.east),
                        ])
                    ])
                ]))
        default: return nil
        }
    }

    private static func words(_ text: String, _ name: String) -> Clause {
        .other(.of(["match_phrase": .of([name: .of(["query": .string(text)])])]))
    }

    private static func place(_ latitude: Double, _ longitude: Double) -> JSONValue {
        .of(["lat": .number(latitude), "lon": .number(longitude)])
    }
}

extension String {
    fileprivate var trimmingQuotes: String { hasPrefix("\"") ? String(dropFirst().dropLast()) : self }
}
