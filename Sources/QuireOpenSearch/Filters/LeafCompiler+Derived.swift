import QuireCore
import QuireEngine
import QuireRemote

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
            return field.isWhole ? try whole(test) : try doubles(test, field.name(of: .number))
        case .boolean: return truths(test, field.name(of: .truth))
        case .place, .nothing: return .nothing
        }
    }

    // MARK: - Texts

    private func text(_ test: EvaluatedTest) throws(UnsupportedError) -> Clause {
        let key = field.name(of: .key)
        switch test {
        case .isAny(let operands):
            let texts = try texts(operands)
            return .any([
                .terms(key, texts.filter { !TextKey.isLong($0) }.map { .string(TextKey.encoded($0)) }),
                .terms(
                    field.name(of: .hash), texts.filter(TextKey.isLong).map { .string(TextKey.hash(of: $0)) }),
            ])
        case .isOrdered, .isBetween: return try ordered(test, key)
        case .isLike(let part): return try contains(part, in: [.lowerCase])
        case .contains(let part): return try contains(part, in: [.key, .parts])
        case .hasPrefix(let part):
            let text = try short(part)
            return text.isEmpty ? form.presence : .prefix(key, text)
        case .hasSuffix(let part):
            _ = try short(part)
            return part.isEmpty ? form.presence : .prefix(field.name(of: .reversed), TextKey.reversed(part))
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
        return .any(shadows.map { .wildcard(field.name(of: $0), pattern) })
    }

    // MARK: - Numbers and places

    private func whole(_ test: EvaluatedTest) throws(UnsupportedError) -> Clause {
        func values(_ numbers: [Int64]) -> (name: String, values: [JSONValue]) {
            // A server that converts all numbers to doubles cannot compare large ones exactly.
            guard numbers.allSatisfy({ $0.magnitude < 1 << 53 }) else {
                return (field.name(of: .order), numbers.map { .string(OrderKey.hexadecimal(of: $0)) })
            }
            return (field.name(of: .number), numbers.map(JSONValue.integer))
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
        let longitude = field.name(of: .longitude)
        let (west, east) = (Self.number(box.west), Self.number(box.east))
        return .all([
            .range(
                field.name(of: .latitude), from: Self.number(box.south), to: Self.number(box.north)),
            box.west > box.east
                ? .any([.range(longitude, from: west), .range(longitude, to: east)])
                : .range(longitude, from: west, to: east),
        ])
    }
}
