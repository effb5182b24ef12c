import QuireCore
import QuireEngine
import QuireRemote

/// Tests of the fields of an index that Quire did not prepare: exact where the server is, otherwise refused.
extension LeafCompiler {
    func natural(_ test: EvaluatedTest, _ natural: NaturalField) throws(UnsupportedError) -> Clause {
        if case .inexact(let reason) = natural.kind {
            if meaning == .engine, let clause = try own(test, natural) { return marked(clause) }
            throw inexact(reason + (try own(test, natural) == nil ? "" : Self.engineWay))
        }
        if case .hasNoValue = test { return .not(form.presence) }
        switch natural.kind {
        case .keyword: return try keyword(test, natural)
        case .id: return try id(test)
        case .integer(let milliseconds): return try integers(test, natural, unit: milliseconds)
        case .date: return try dates(test, natural.name)
        case .double: return try doubles(test, natural.name)
        case .boolean: return truths(test, natural.name)
        case .inexact: return .nothing
        }
    }

    private func marked(_ clause: Clause) -> Clause {
        use.isEngine = true
        return clause
    }

    /// The way out that helps where the server only means something else.
    private static let engineWay = "; take the server's own meaning with .meaning(.engine)"

    private func inexact(_ reason: String) -> UnsupportedError {
        refused(ExistingIndex.ways(reason))
    }

    private func keyword(_ test: EvaluatedTest, _ natural: NaturalField) throws(UnsupportedError) -> Clause {
        let name = natural.name
        switch test {
        case .isAny(let operands): return .terms(name, try texts(operands).map(JSONValue.string))
        case .isOrdered, .isBetween: return try ordered(test, name)
        case .isLike(let part):
            if part.isEmpty { return form.presence }
            if meaning == .engine, let clause = try own(test, natural) { return marked(clause) }
            throw inexact("the server ignores the case of ASCII letters only" + Self.engineWay)
        case .contains(let part): return try wildcard(part, name) { "*\($0)*" }
        case .hasPrefix(let part): return part.isEmpty ? form.presence : .prefix(name, part)
        case .hasSuffix(let part): return try wildcard(part, name) { "*\($0)" }
        case .hasNoValue, .isNear, .isWithin: return .nothing
        }
    }

    private func wildcard(
        _ part: String, _ name: String, pattern: (String) -> String
    ) throws(UnsupportedError) -> Clause {
        if part.isEmpty { return form.presence }
        return .wildcard(name, pattern(try self.pattern(of: part)))
    }

    private func id(_ test: EvaluatedTest) throws(UnsupportedError) -> Clause {
        guard case .isAny(let operands) = test else {
            throw inexact("the server compares ids for equality only")
        }
        return .ids(try texts(operands))
    }

    private func integers(
        _ test: EvaluatedTest, _ natural: NaturalField, unit: Int64
    ) throws(UnsupportedError) -> Clause {
        // The server takes no other operands.
        let limits = natural.integers
        if case .isAny(let operands) = test {
            let numbers = operands.compactMap(\.exactInteger).filter { $0 % unit == 0 }.map { $0 / unit }
                .filter(limits.contains)
            guard numbers.count <= IndexLimits.terms else { throw refused(IndexLimits.termsHint) }
            return .terms(natural.name, numbers.map(JSONValue.integer))
        }
        guard let range = NumberRange.integers(test) else { return .nothing }
        // Rounded inwards, because no value lies between two units.
        let lower =
            range.lowerBound == .min ? .min : Self.quotient(range.lowerBound, unit, isRoundedUp: true)
        let upper =
            range.upperBound == .max ? .max : Self.quotient(range.upperBound, unit, isRoundedUp: false)
        guard lower <= upper, lower <= limits.upperBound, upper >= limits.lowerBound else { return .nothing }
        let bounds = [
            lower <= limits.lowerBound ? nil : lower, upper >= limits.upperBound ? nil : upper,
        ].map { $0.map(JSONValue.integer) }
        if bounds == [nil, nil] { return form.presence }
        return .range(natural.name, from: bounds[0], to: bounds[1])
    }

    private static func quotient(_ number: Int64, _ unit: Int64, isRoundedUp: Bool) -> Int64 {
        let (quotient, rest) = number.quotientAndRemainder(dividingBy: unit)
        if rest > 0, isRoundedUp { return quotient + 1 }
        if rest < 0, !isRoundedUp { return quotient - 1 }
        return quotient
    }

    private func dates(_ test: EvaluatedTest, _ name: String) throws(UnsupportedError) -> Clause {
        func range(_ lower: Int64?, _ upper: Int64?) throws(UnsupportedError) -> Clause {
            for bound in [lower, upper].compactMap(\.self) where !Self.calendar.contains(bound) {
                throw refused("compare with a date of the years 1 to 9999")
            }
            return .range(
                name, from: lower.map(Self.text), to: upper.map(Self.text),
                format: "strict_date_optional_time")
        }
        if case .isAny(let operands) = test {
            var ranges: [Clause] = []
            for date in operands.compactMap(\.exactInteger) { ranges.append(try range(date, date)) }
            return .any(ranges)
        }
        guard let bounds = NumberRange.integers(test) else { return .nothing }
        let lower = bounds.lowerBound == .min ? nil : bounds.lowerBound
        let upper = bounds.upperBound == .max ? nil : bounds.upperBound
        return lower == nil && upper == nil ? form.presence : try range(lower, upper)
    }

    /// The dates whose years have four digits.
    private static let calendar: ClosedRange<Int64> = -62_135_596_800_000...253_402_300_799_999

    private static func text(of milliseconds: Int64) -> JSONValue {
        var json = JSONWriter()
        json.date(milliseconds: milliseconds, .rfc3339)
        let text = String(decoding: json.bytes.dropFirst().dropLast(), as: UTF8.self)
        // Servers round a bound up to the end of what it does not name.
        return .string(text.contains(".") ? text : "\(text.dropLast()).000Z")
    }
}

extension LogicalFilter<FieldQuery> {
    static func ids(_ ids: [String]) -> Clause {
        ids.isEmpty ? .nothing : .other(.of(["ids": .of(["values": .texts(ids)])]))
    }
}
