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
        UnsupportedError(engine: ClusterConnection.engineName, node: node, hint: hint)
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
        let wanted = operands.compactMap(\.truth)
        return .terms(name, [true, false].filter(wanted.contains).map(JSONValue.boolean))
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

    private var isDerived: Bool { if case .derived = form { true } else { false } }

    static func number(_ number: Double) -> JSONValue { .number(number == 0 ? 0 : number) }
}

extension EvaluatedValue {
    var text: String? {
        if case .text(let text) = self { text } else { nil }
    }

    var truth: Bool? {
        if case .boolean(let truth) = self { truth } else { nil }
    }
}
