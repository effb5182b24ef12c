import QuireCluster
import QuireCore
import QuireEngine

/// Compiles a condition to an equivalent query, or throws an error if that is impossible.
struct LeafCompiler {
    let field: IndexedField
    /// The condition as the user wrote it, for errors. `nil` for the ids of a relation.
    let leaf: Filter.Leaf?

    typealias Written = ClauseWriter.Written

    private static let nothing = Written(kind: .nothing)

    /// Writes the condition.
    func write(_ test: EvaluatedTest, to clause: inout ClauseWriter) throws(UnsupportedError) -> Written {
        switch test {
        case .hasNoValue:
            let start = clause.start
            return clause.negate(clause.presence(of: field), from: start)
        case .isNear:
            throw refused("use within, a box, which is exact; or filter the items after they are fetched")
        case .isWithin(let box): return try within(box, &clause)
        default: break
        }
        switch field.comparison {
        case .text: return try text(test, &clause)
        case .number, .date: return field.isWhole ? try whole(test, &clause) : try double(test, &clause)
        case .boolean: return truth(test, &clause)
        case .place, .nothing: return Self.nothing
        }
    }

    private var node: String {
        leaf.map { "\($0.operation.rawValue) on \"\($0.property)\"" }
            ?? "related \"\(field.descriptor.name)\""
    }

    private func refused(_ hint: String) -> UnsupportedError {
        UnsupportedError(engine: ClusterConnection.engineName, node: node, hint: hint)
    }

    // MARK: - Texts

    private func text(_ test: EvaluatedTest, _ clause: inout ClauseWriter) throws(UnsupportedError) -> Written
    {
        switch test {
        case .isAny(let operands): return try isAny(operands, &clause)
        case .isOrdered(let standings, let operand):
            let text = try short(operand.text ?? "")
            let includesEqual = standings.contains(.equal)
            if standings.contains(.greater) {
                return includesEqual ? range(from: text, to: nil, &clause) : range(behind: text, &clause)
            }
            return includesEqual ? range(from: "", to: text, &clause) : range(before: text, &clause)
        case .isBetween(let lower, let upper):
            let (lower, upper) = (try short(lower.text ?? ""), try short(upper.text ?? ""))
            guard !upper.utf8.lexicographicallyPrecedes(lower.utf8) else { return Self.nothing }
            return range(from: lower, to: upper, &clause)
        case .isLike(let part): return try contains(part, in: [.lowerCase], &clause)
        case .contains(let part): return try contains(part, in: [.key, .parts], &clause)
        case .hasPrefix(let part): return prefix(try short(part), .key, &clause)
        case .hasSuffix(let part):
            _ = try short(part)
            return prefix(TextKey.reversed(part), .reversed, &clause)
        case .hasNoValue, .isNear, .isWithin: return Self.nothing
        }
    }

    private func isAny(_ operands: Operands, _ clause: inout ClauseWriter) throws(UnsupportedError) -> Written
    {
        if case .one(.text(let text)) = operands, !TextKey.isLong(text) {
            return clause.term(field, .key) { $0.append(quoted: TextKey.encoded(text)) }
        }
        let texts = operands.compactMap(\.text)
        guard texts.count <= IndexLimits.terms else { throw refused(IndexLimits.termsHint) }
        return clause.group(isAll: false) { clause, group in
            clause.add(to: &group) {
                $0.terms(field, .key, texts.filter { !TextKey.isLong($0) }) {
                    $1.append(quoted: TextKey.encoded($0))
                }
            }
            clause.add(to: &group) {
                $0.terms(field, .hash, texts.filter(TextKey.isLong)) {
                    $1.append(quoted: TextKey.hash(of: $0))
                }
            }
        }
    }

    // Some servers treat an empty bound as missing, so an empty operand gets its own query.

    private func range(from lower: String, to upper: String?, _ clause: inout ClauseWriter) -> Written {
        if let upper, upper.isEmpty { return clause.term(field, .key) { $0.append(fixed: #""""#) } }
        if lower.isEmpty, upper == nil { return clause.presence(of: field) }
        return clause.range(field, .key, from: lower.isEmpty ? nil : lower, to: upper) {
            $1.append(quoted: $0)
        }
    }

    private func range(behind text: String, _ clause: inout ClauseWriter) -> Written {
        text.isEmpty
            ? clause.range(field, .key, from: "\u{1}") { $1.append(quoted: $0) }
            : clause.range(field, .key, from: text, isExclusive: true) { $1.append(quoted: $0) }
    }

    private func range(before text: String, _ clause: inout ClauseWriter) -> Written {
        text.isEmpty
            ? Self.nothing
            : clause.range(field, .key, to: text, isExclusive: true) { $1.append(quoted: $0) }
    }

    private func short(_ text: String) throws(UnsupportedError) -> String {
        guard !TextKey.isLong(text) else {
            throw refused("compare with a text of at most \(TextKey.limit) bytes")
        }
        return TextKey.encoded(text)
    }

    private func prefix(_ text: String, _ shadow: Shadow, _ clause: inout ClauseWriter) -> Written {
        text.isEmpty ? clause.presence(of: field) : clause.prefix(field, shadow, text)
    }

    private func contains(
        _ part: String, in shadows: [Shadow], _ clause: inout ClauseWriter
    ) throws(UnsupportedError) -> Written {
        if part.isEmpty { return clause.presence(of: field) }
        guard part.unicodeScalars.count <= TextKey.maximumPart else {
            throw refused("look for a part of at most \(TextKey.maximumPart) characters")
        }
        let pattern = "*\(TextKey.pattern(part))*"
        return clause.group(isAll: false) { clause, group in
            for shadow in shadows { clause.add(to: &group) { $0.wildcard(field, shadow, pattern) } }
        }
    }

    // MARK: - Numbers

    private func whole(_ test: EvaluatedTest, _ clause: inout ClauseWriter) throws(UnsupportedError)
        -> Written
    {
        if case .isAny(let operands) = test {
            if case .one(let operand) = operands, let number = operand.exactInteger, Self.isSmall(number) {
                return clause.term(field, .number) { $0.append(digitsOf: number) }
            }
            let numbers = operands.compactMap(\.exactInteger)
            guard numbers.count <= IndexLimits.terms else { throw refused(IndexLimits.termsHint) }
            let isSmall = numbers.allSatisfy(Self.isSmall)
            return clause.terms(
                field, isSmall ? .number : .order, numbers, isSmall ? Self.digits : Self.order)
        }
        guard let range = NumberRange.integers(test) else { return Self.nothing }
        let lower = range.lowerBound == .min ? nil : range.lowerBound
        let upper = range.upperBound == .max ? nil : range.upperBound
        if lower == nil, upper == nil { return clause.presence(of: field) }
        let isSmall = (lower.map(Self.isSmall) ?? true) && (upper.map(Self.isSmall) ?? true)
        return clause.range(
            field, isSmall ? .number : .order, from: lower, to: upper, isSmall ? Self.digits : Self.order)
    }

    /// Whether a server that converts all numbers to doubles can compare the number exactly.
    private static func isSmall(_ number: Int64) -> Bool { number.magnitude < 1 << 53 }

    private static func digits(of number: Int64, to bytes: inout [UInt8]) { bytes.append(digitsOf: number) }

    private static func order(of number: Int64, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "\""))
        OrderKey.append(hexadecimalOf: number, to: &bytes)
        bytes.append(UInt8(ascii: "\""))
    }

    private func double(_ test: EvaluatedTest, _ clause: inout ClauseWriter) throws(UnsupportedError)
        -> Written
    {
        if case .isAny(let operands) = test {
            let numbers = operands.compactMap(\.exactDouble)
            guard numbers.count <= IndexLimits.terms else { throw refused(IndexLimits.termsHint) }
            return clause.terms(field, .number, numbers, Self.number)
        }
        guard let range = NumberRange.doubles(test) else { return Self.nothing }
        let lower = range.lowerBound == -.infinity ? nil : range.lowerBound
        let upper = range.upperBound == .infinity ? nil : range.upperBound
        if lower == nil, upper == nil { return clause.presence(of: field) }
        return clause.range(field, .number, from: lower, to: upper, Self.number)
    }

    /// 0 for -0, which Lucene treats as a different number.
    private static func number(_ number: Double, to bytes: inout [UInt8]) {
        bytes.append(number: number == 0 ? 0 : number)
    }

    // MARK: - Others

    private func truth(_ test: EvaluatedTest, _ clause: inout ClauseWriter) -> Written {
        guard case .isAny(let operands) = test else { return Self.nothing }
        if case .one(.boolean(let truth)) = operands {
            return clause.term(field, .truth) { $0.append(fixed: truth ? "true" : "false") }
        }
        let wanted = operands.compactMap(\.truth)
        return clause.terms(field, .truth, [true, false].filter(wanted.contains)) {
            $1.append(fixed: $0 ? "true" : "false")
        }
    }

    private func within(_ box: GeoBox, _ clause: inout ClauseWriter) throws(UnsupportedError) -> Written {
        guard !field.isList else {
            throw refused(
                "it is exact for a field of one place only; filter the items after they are fetched")
        }
        guard box.south <= box.north else { return Self.nothing }
        return clause.group(isAll: true) { clause, group in
            clause.add(to: &group) {
                $0.range(field, .latitude, from: box.south, to: box.north, Self.number)
            }
            clause.add(to: &group) { clause in
                guard box.west > box.east else {
                    return clause.range(field, .longitude, from: box.west, to: box.east, Self.number)
                }
                return clause.group(isAll: false) { clause, group in
                    clause.add(to: &group) { $0.range(field, .longitude, from: box.west, Self.number) }
                    clause.add(to: &group) { $0.range(field, .longitude, to: box.east, Self.number) }
                }
            }
        }
    }
}

extension EvaluatedValue {
    var text: String? {
        if case .text(let text) = self { text } else { nil }
    }

    var truth: Bool? {
        if case .boolean(let truth) = self { truth } else { nil }
    }
}
