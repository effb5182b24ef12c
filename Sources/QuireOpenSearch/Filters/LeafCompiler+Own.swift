import QuireCore
import QuireEngine
import QuireRemote

extension LeafCompiler {
    /// A test in the server's meaning; `nil` if it has none for it.
    func own(_ test: EvaluatedTest, _ natural: NaturalField) throws(UnsupportedError) -> Clause? {
        if case .keyword = natural.kind {
            guard case .isLike(let part) = test, !part.isEmpty, ignoresCase else { return nil }
            let pattern = JSONValue.string("*\(try pattern(of: part))*")
            return .other(
                .of([
                    "wildcard": .of([
                        natural.name: .of(["value": pattern, "case_insensitive": .boolean(true)])
                    ])
                ]))
        }
        guard let meaning = natural.ownMeaning else { return nil }
        if case .hasNoValue = test { return .not(.exists(natural.name)) }
        switch (meaning, test) {
        case (.words, .isAny(let operands)):
            return .any(try texts(operands).map { Self.words($0, natural.name) })
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
