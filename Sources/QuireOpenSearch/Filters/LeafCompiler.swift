import QuireCluster
import QuireCore
import QuireEngine

/// Compiles a condition to an equivalent clause, or throws an error if that is impossible.
struct LeafCompiler {
    let field: IndexedField
    /// The condition as the user wrote it, for errors. `nil` for the ids of a relation.
    let leaf: Filter.Leaf?

    func clause(_ test: EvaluatedTest) throws(UnsupportedError) -> Clause {
        switch test {
        case .hasNoValue: .not(hasValue)
        case .isNear:
            throw refused("use within, a box, which is exact; or filter the items after they are fetched")
        case .isWithin(let box): try within(box)
        default:
            switch field.comparison {
            case .text: try text(test)
            case .number, .date: field.isWhole ? try whole(test) : try double(test)
            case .boolean: truth(test)
            case .place, .nothing: .nothing
            }
        }
    }

    private var hasValue: Clause { .term(LayoutField.present, .string(field.physicalName)) }

    private func name(_ shadow: Shadow) -> String { field.name(of: shadow) }

    private var node: String {
        leaf.map { "\($0.operation.rawValue) on \"\($0.property)\"" }
            ?? "related \"\(field.descriptor.name)\""
    }

    private func refused(_ hint: String) -> UnsupportedError {
        UnsupportedError(engine: ClusterConnection.engineName, node: node, hint: hint)
    }

    // MARK: - Texts

    private func text(_ test: EvaluatedTest) throws(UnsupportedError) -> Clause {
        switch test {
        case .isAny(let operands):
            if operands.count == 1, let text = operands[0].text, !TextKey.isLong(text) {
                return .term(name(.key), .string(TextKey.encoded(text)))
            }
            let texts = operands.compactMap(\.text)
            guard texts.count <= IndexLimits.terms else { throw refused(IndexLimits.termsHint) }
            return .any([
                .terms(name(.key), texts.filter { !TextKey.isLong($0) }.map { .string(TextKey.encoded($0)) }),
                .terms(
                    name(.hash),
                    texts.filter(TextKey.isLong).map { .string(TextKey.hash(of: $0)) }),
            ])
        case .isOrdered(let standings, let operand):
            let text = try short(operand.text ?? "")
            let includesEqual = standings.contains(.equal)
            if standings.contains(.greater) {
                return includesEqual ? range(from: text, to: nil) : range(behind: text)
            }
            return includesEqual ? range(from: "", to: text) : range(before: text)
        case .isBetween(let lower, let upper):
            let (lower, upper) = (try short(lower.text ?? ""), try short(upper.text ?? ""))
            guard !upper.utf8.lexicographicallyPrecedes(lower.utf8) else { return .nothing }
            return range(from: lower, to: upper)
        case .isLike(let part):
            if part.isEmpty { return hasValue }
            return try contains(part, in: [.lowerCase])
        case .contains(let part):
            if part.isEmpty { return hasValue }
            return try contains(part, in: [.key, .parts])
        case .hasPrefix(let part): return prefix(try short(part), .key)
        case .hasSuffix(let part):
            _ = try short(part)
            return prefix(TextKey.reversed(part), .reversed)
        default: return .nothing
        }
    }

    // Some servers treat an empty bound as missing, so an empty operand gets its own clause.

    private func range(from lower: String, to upper: String?) -> Clause {
        switch (lower.isEmpty, upper) {
        case (true, nil): hasValue
        case (_, let upper?) where upper.isEmpty: .term(name(.key), .string(""))
        case (true, let upper?): .range(name(.key), to: .string(upper))
        case (false, nil): .range(name(.key), from: .string(lower))
        case (false, let upper?): .range(name(.key), from: .string(lower), to: .string(upper))
        }
    }

    private func range(behind text: String) -> Clause {
        text.isEmpty
            ? .range(name(.key), from: .string("\u{1}"))
            : .range(name(.key), from: .string(text), isExclusive: true)
    }

    private func range(before text: String) -> Clause {
        text.isEmpty ? .nothing : .range(name(.key), to: .string(text), isExclusive: true)
    }

    private func short(_ text: String) throws(UnsupportedError) -> String {
        guard !TextKey.isLong(text) else {
            throw refused("compare with a text of at most \(TextKey.limit) bytes")
        }
        return TextKey.encoded(text)
    }

    private func prefix(_ text: String, _ shadow: Shadow) -> Clause {
        if text.isEmpty { return hasValue }
        return .other(.of(["prefix": .of([name(shadow): .of(["value": .string(text)])])]))
    }

    private func contains(_ part: String, in shadows: [Shadow]) throws(UnsupportedError) -> Clause {
        guard part.unicodeScalars.count <= TextKey.maximumPart else {
            throw refused("look for a part of at most \(TextKey.maximumPart) characters")
        }
        let pattern = JSONValue.string("*\(TextKey.pattern(part))*")
        return .any(
            shadows.map { .other(.of(["wildcard": .of([name($0): .of(["value": pattern])])])) })
    }

    // MARK: - Numbers

    private func whole(_ test: EvaluatedTest) throws(UnsupportedError) -> Clause {
        if case .isAny(let operands) = test {
            if operands.count == 1, let number = operands[0].exactInteger, Self.isSmall(number) {
                return .term(name(.number), .integer(number))
            }
            let numbers = operands.compactMap(\.exactInteger)
            guard numbers.count <= IndexLimits.terms else { throw refused(IndexLimits.termsHint) }
            return numbers.allSatisfy(Self.isSmall)
                ? .terms(name(.number), numbers.map(JSONValue.integer))
                : .terms(name(.order), numbers.map { .string(OrderKey.hexadecimal(of: $0)) })
        }
        guard let range = NumberRange.integers(test) else { return .nothing }
        let lower = range.lowerBound == .min ? nil : range.lowerBound
        let upper = range.upperBound == .max ? nil : range.upperBound
        let isSmall = (lower.map(Self.isSmall) ?? true) && (upper.map(Self.isSmall) ?? true)
        return bounds(
            isSmall ? .number : .order,
            lower: lower.map { isSmall ? .integer($0) : .string(OrderKey.hexadecimal(of: $0)) },
            upper: upper.map { isSmall ? .integer($0) : .string(OrderKey.hexadecimal(of: $0)) })
    }

    /// Whether a server that converts all numbers to doubles can compare the number exactly.
    private static func isSmall(_ number: Int64) -> Bool { number.magnitude < 1 << 53 }

    private func double(_ test: EvaluatedTest) throws(UnsupportedError) -> Clause {
        if case .isAny(let operands) = test {
            let numbers = operands.compactMap(\.exactDouble)
            guard numbers.count <= IndexLimits.terms else { throw refused(IndexLimits.termsHint) }
            return .terms(name(.number), numbers.map(Self.number))
        }
        guard let range = NumberRange.doubles(test) else { return .nothing }
        return bounds(
            .number, lower: range.lowerBound == -.infinity ? nil : Self.number(range.lowerBound),
            upper: range.upperBound == .infinity ? nil : Self.number(range.upperBound))
    }

    /// 0 for -0, which Lucene treats as a different number.
    private static func number(_ number: Double) -> JSONValue { .number(number == 0 ? 0 : number) }

    private func bounds(_ shadow: Shadow, lower: JSONValue?, upper: JSONValue?) -> Clause {
        lower == nil && upper == nil ? hasValue : .range(name(shadow), from: lower, to: upper)
    }

    // MARK: - Others

    private func truth(_ test: EvaluatedTest) -> Clause {
        guard case .isAny(let operands) = test else { return .nothing }
        let wanted = operands.compactMap(\.truth)
        return .terms(name(.truth), [true, false].filter(wanted.contains).map(JSONValue.boolean))
    }

    private func within(_ box: GeoBox) throws(UnsupportedError) -> Clause {
        guard !field.isList else {
            throw refused(
                "it is exact for a field of one place only; filter the items after they are fetched")
        }
        guard box.south <= box.north else { return .nothing }
        let longitude = name(.longitude)
        let (west, east) = (Self.number(box.west), Self.number(box.east))
        return .all([
            bounds(.latitude, lower: Self.number(box.south), upper: Self.number(box.north)),
            box.west <= box.east
                ? .range(longitude, from: west, to: east)
                : .any([.range(longitude, from: west), .range(longitude, to: east)]),
        ])
    }
}

/// Limits of a cluster for one query, according to its documentation.
enum IndexLimits {
    /// `index.max_terms_count`.
    static let terms = 65_536
    static let termsHint = "list at most 65536 values; ask in several searches"
    /// `indices.query.bool.max_clause_count`.
    static let clauses = 1024
    static let depth = 20
    /// `index.max_result_window`.
    static let window = 10_000
    /// The maximum size of a document's id in bytes.
    static let id = 512
}

extension EvaluatedValue {
    var text: String? {
        if case .text(let text) = self { text } else { nil }
    }

    var truth: Bool? {
        if case .boolean(let truth) = self { truth } else { nil }
    }
}
