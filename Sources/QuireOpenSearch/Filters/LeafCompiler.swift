import QuireCore
import QuireEngine
import QuireRemote

/// Compiles a test of one field to equivalent queries, or throws an error if that is impossible.
struct LeafCompiler {
    let field: IndexedField
    var form: FieldForm
    /// The condition as the user wrote it, for errors. `nil` for the ids of a relation.
    let leaf: Filter.Leaf?
    var meaning = Meaning.exact
    var use = MeaningUse()
    /// Whether the server's wildcards may ignore case.
    var ignoresCase = false
    /// The path of the objects of which one is tested; `nil` for the item.
    var scope: String?

    func clause(_ test: EvaluatedTest) throws(UnsupportedError) -> Clause {
        switch form {
        case .derived: return try derived(test)
        case .natural(var natural):
            guard let path = natural.nested else { return try self.natural(test, natural) }
            natural.nested = nil
            var inner = self
            inner.form = .natural(natural)
            let clause = try inner.natural(test, natural)
            if path == scope { return clause }
            // A complement is about all objects.
            if case .not(let part) = clause { return .not(.nested(path, part)) }
            return .nested(path, clause)
        }
    }

    private var node: String {
        leaf.map { "\($0.operation.rawValue) on \"\($0.property)\"" }
            ?? "related \"\(field.descriptor.name)\""
    }

    func refused(_ hint: String) -> UnsupportedError {
        UnsupportedError(node: node, hint: hint)
    }

    // MARK: - What both forms share

    func texts(_ operands: Operands) throws(UnsupportedError) -> [String] {
        let texts = operands.compactMap(\.text)
        guard texts.count <= IndexLimits.terms else { throw refused(IndexLimits.termsHint) }
        return texts
    }

    /// The texts that an ordering or `between` accepts.
    ///
    /// Some servers treat an empty bound as missing, so an empty operand gets its own query.
    func ordered(_ test: EvaluatedTest, _ name: String) throws(UnsupportedError) -> Clause {
        switch test {
        case .isOrdered(let standings, let operand):
            let text = try bound(operand)
            let isExclusive = !standings.contains(.equal)
            if standings.contains(.greater) {
                if !text.isEmpty { return .range(name, from: .string(text), isExclusive: isExclusive) }
                return isExclusive ? .range(name, from: .string("\u{1}")) : form.presence
            }
            if !text.isEmpty { return .range(name, to: .string(text), isExclusive: isExclusive) }
            return isExclusive ? .nothing : .term(name, .string(""))
        case .isBetween(let lower, let upper):
            let (lower, upper) = (try bound(lower), try bound(upper))
            guard !upper.utf8.lexicographicallyPrecedes(lower.utf8) else { return .nothing }
            if upper.isEmpty { return .term(name, .string("")) }
            return .range(name, from: lower.isEmpty ? nil : .string(lower), to: .string(upper))
        default: return .nothing
        }
    }

    private func bound(_ operand: EvaluatedValue) throws(UnsupportedError) -> String {
        let text = operand.text ?? ""
        guard case .derived = form else { return text }
        return try short(text)
    }

    /// A pattern that finds a part of a text.
    func pattern(of part: String) throws(UnsupportedError) -> String {
        guard part.unicodeScalars.count <= TextKey.maximumPart else {
            throw refused("look for a part of at most \(TextKey.maximumPart) characters")
        }
        return TextKey.pattern(part, encoded: isDerived)
    }

    func truths(_ test: EvaluatedTest, _ name: String) -> Clause {
        guard case .isAny(let operands) = test else { return .nothing }
        let truthValues = operands.compactMap(\.truth)
        return .terms(name, [true, false].filter(truthValues.contains).map(JSONValue.boolean))
    }

    func doubles(_ test: EvaluatedTest, _ name: String) throws(UnsupportedError) -> Clause {
        if case .isAny(let operands) = test {
            let numbers = operands.compactMap(\.exactDouble)
            guard numbers.count <= IndexLimits.terms else { throw refused(IndexLimits.termsHint) }
            // Lucene takes -0 for another number than 0. Quire writes 0 for it.
            let values = numbers.map(Self.number)
            return .terms(name, numbers.contains(0) && !isDerived ? values + [.number(-0.0)] : values)
        }
        guard let range = NumberRange.doubles(test) else { return .nothing }
        let lower = range.lowerBound == -.infinity ? nil : range.lowerBound
        let upper = range.upperBound == .infinity ? nil : range.upperBound
        if lower == nil, upper == nil { return form.presence }
        let condition = Clause.range(name, from: lower.map(Self.number), to: upper.map(Self.number))
        // For Lucene, -0 is below 0.
        guard lower == 0, !isDerived else { return condition }
        return .any([condition, .term(name, .number(-0.0))])
    }

    private func name(of shadow: Shadow) -> String { form.name(of: shadow, field) }

    private var isDerived: Bool { if case .derived = form { true } else { false } }

    static func number(_ number: Double) -> JSONValue { .number(number == 0 ? 0 : number) }
}

extension LeafCompiler {
    /// A test in the server's meaning; `nil` if it has none for it.
    func own(_ test: EvaluatedTest, _ natural: NaturalField) throws(UnsupportedError) -> Clause? {
        if case .keyword = natural.kind {
            guard case .isLike(let part) = test, !part.isEmpty, ignoresCase else { return nil }
            let pattern = JSONValue.string("*\(try pattern(of: part))*")
            return .query(
                "wildcard", natural.name, value: .of(["value": pattern, "case_insensitive": .boolean(true)]))
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
            return .query(
                "geo_bounding_box", natural.name,
                value: .of([
                    "top_left": Self.place(box.north, box.west),
                    "bottom_right": Self.place(box.south, box.east),
                ]))
        default: return nil
        }
    }

    private static func words(_ text: String, _ name: String) -> Clause {
        .query("match_phrase", name, value: .of(["query": .string(text)]))
    }

    private static func place(_ latitude: Double, _ longitude: Double) -> JSONValue {
        .of(["lat": .number(latitude), "lon": .number(longitude)])
    }
}

/// Tests of the fields that Quire derives, which are exact for every value.
extension LeafCompiler {
    func derived(_ test: EvaluatedTest) throws(UnsupportedError) -> Clause {
        switch test {
        case .hasNoValue: return .not(form.presence)
        case .isNear:
            throw refused("use within, a box, which is exact; or filter the items after they are fetched")
        case .isWithin(let box): return try within(box)
        default: break
        }
        switch field.comparison {
        case .text: return try text(test)
        case .number, .date:
            return field.isWhole ? try whole(test) : try doubles(test, name(of: .number))
        case .boolean: return truths(test, name(of: .truth))
        case .place, .nothing: return .nothing
        }
    }

    // MARK: - Texts

    private func text(_ test: EvaluatedTest) throws(UnsupportedError) -> Clause {
        let key = name(of: .key)
        switch test {
        case .isAny(let operands):
            let texts = try texts(operands)
            return .any([
                .terms(key, texts.filter { !TextKey.isLong($0) }.map { .string(TextKey.encoded($0)) }),
                .terms(
                    name(of: .hash), texts.filter(TextKey.isLong).map { .string(TextKey.hash(of: $0)) }),
            ])
        case .isOrdered, .isBetween: return try ordered(test, key)
        case .isLike(let part): return try contains(part, in: [.lowerCase])
        case .contains(let part): return try contains(part, in: [.key, .parts])
        case .hasPrefix(let part):
            let text = try short(part)
            return text.isEmpty ? form.presence : .prefix(key, text)
        case .hasSuffix(let part):
            _ = try short(part)
            return part.isEmpty ? form.presence : .prefix(name(of: .reversed), TextKey.reversed(part))
        case .hasNoValue, .isNear, .isWithin: return .nothing
        }
    }

    func short(_ text: String) throws(UnsupportedError) -> String {
        guard !TextKey.isLong(text) else {
            throw refused("compare with a text of at most \(TextKey.limit) bytes")
        }
        return TextKey.encoded(text)
    }

    private func contains(_ part: String, in shadows: [Shadow]) throws(UnsupportedError) -> Clause {
        if part.isEmpty { return form.presence }
        let pattern = "*\(try pattern(of: part))*"
        return .any(shadows.map { .wildcard(name(of: $0), pattern) })
    }

    // MARK: - Numbers and places

    private func whole(_ test: EvaluatedTest) throws(UnsupportedError) -> Clause {
        func values(_ numbers: [Int64]) -> (name: String, values: [JSONValue]) {
            // A server that converts all numbers to doubles cannot compare large ones exactly.
            guard numbers.allSatisfy({ $0.magnitude < 1 << 53 }) else {
                return (self.name(of: .order), numbers.map { .string(OrderKey.hexadecimal(of: $0)) })
            }
            return (self.name(of: .number), numbers.map(JSONValue.integer))
        }
        if case .isAny(let operands) = test {
            let numbers = operands.compactMap(\.exactInteger)
            guard numbers.count <= IndexLimits.terms else { throw refused(IndexLimits.termsHint) }
            let (name, values) = values(numbers)
            return .terms(name, values)
        }
        guard let range = NumberRange.integers(test) else { return .nothing }
        let lower = range.lowerBound == .min ? nil : range.lowerBound
        let upper = range.upperBound == .max ? nil : range.upperBound
        if lower == nil, upper == nil { return form.presence }
        let (name, ends) = values([lower, upper].compactMap(\.self))
        return .range(name, from: lower == nil ? nil : ends.first, to: upper == nil ? nil : ends.last)
    }

    private func within(_ box: GeoBox) throws(UnsupportedError) -> Clause {
        guard !field.isList else {
            throw refused(
                "it is exact for a field of one place only; filter the items after they are fetched")
        }
        guard box.south <= box.north else { return .nothing }
        let longitude = name(of: .longitude)
        let (west, east) = (Self.number(box.west), Self.number(box.east))
        return .all([
            .range(
                name(of: .latitude), from: Self.number(box.south), to: Self.number(box.north)),
            box.west > box.east
                ? .any([.range(longitude, from: west), .range(longitude, to: east)])
                : .range(longitude, from: west, to: east),
        ])
    }
}
