import QuireCore
import QuireEngine
import QuireRemote

/// Compiles filters to `filter_by`, either exactly or not at all.
struct FilterCompiler {
    static let fallbackHint = "or let the rest be filtered here with .fallback(.clientSide(maxScanned:))"

    var writer = FilterWriter()

    /// - Throws: `UnsupportedError`, `QueryError`.
    static func text(_ filter: IndexedFilter) throws -> FilterText {
        switch filter {
        case .filter(let filter, let fields):
            var compiler = FilterCompiler()
            let written = try compiler.write(filter, fields)
            return compiler.writer.text(written)
        case .paths(let field, let paths, let isNegated):
            return .keys(field.pathKeys, paths.map(ExactKey.text), isNegated: isNegated)
        }
    }

    private mutating func write(_ filter: Filter, _ fields: IndexedFields) throws -> FilterWriter.Written {
        switch filter {
        case .and(let operands): return try write(operands, isAll: true, fields)
        case .or(let operands): return try write(operands, isAll: false, fields)
        case .any(let step, _), .none(let step, _): throw fields.notOwn(step)
        case .leaf(let leaf): return try write(try fields.test(leaf), leaf)
        }
    }

    private mutating func write(
        _ operands: [Filter], isAll: Bool, _ fields: IndexedFields
    ) throws -> FilterWriter.Written {
        if operands.count == 1 { return try write(operands[0], fields) }
        var group = writer.begin(isAll: isAll)
        for operand in operands {
            let place = writer.beginPart(of: group)
            writer.endPart(of: &group, place, try write(operand, fields))
        }
        return writer.end(group)
    }

    private mutating func write(
        _ indexed: IndexedTest, _ leaf: Filter.Leaf
    ) throws(UnsupportedError) -> FilterWriter.Written {
        let (field, isNegated) = (indexed.field, indexed.isNegated)
        switch indexed.test {
        case .hasNoValue: return writer.presence(of: field, isNegated)
        case .isAny(let operands): return writer.keys(operands, of: field, isNegated: isNegated)
        case .isOrdered, .isBetween:
            return try ranged(
                try Self.range(indexed.test, of: field, leaf), field, isNegated: isNegated, leaf)
        case .isLike(let part) where part.isEmpty: return writer.presence(of: field, !isNegated)
        case .contains(let part) where part.isEmpty, .hasSuffix(let part) where part.isEmpty:
            return writer.presence(of: field, !isNegated)
        case .hasPrefix(let prefix):
            guard let range = TextOrderKey.range(ofPrefix: prefix) else {
                throw Self.unsupported(
                    leaf,
                    "its beginnings of texts are short; look for fewer characters, \(Self.fallbackHint)")
            }
            let whole: ClosedRange<Int64>? = prefix.isEmpty ? .min ... .max : range
            return try ranged(whole, field, isNegated: isNegated, leaf)
        case .isLike, .contains, .hasSuffix:
            throw Self.unsupported(
                leaf, "it looks for no parts of texts; search the words with .search, \(Self.fallbackHint)")
        case .isNear:
            throw Self.unsupported(
                leaf, "its circles are not exact; use .within a box, \(Self.fallbackHint)")
        case .isWithin(let box):
            guard !field.isList else {
                throw Self.unsupported(leaf, "it knows no lists of places; \(Self.fallbackHint)")
            }
            return writer.within(box, field, isNegated: isNegated)
        }
    }

    // MARK: - Orderings

    /// The ordered integers that satisfy a comparison.
    private static func range(
        _ test: EvaluatedTest, of field: IndexedField, _ leaf: Filter.Leaf
    ) throws(UnsupportedError) -> ClosedRange<Int64>? {
        if field.comparison == .text { return try textRange(test, leaf) }
        guard field.isDouble else { return NumberRange.integers(test) }
        return NumberRange.doubles(test).map { range in
            let lower = range.lowerBound == -.infinity ? .min : OrderKey.integer(of: range.lowerBound)
            let upper = range.upperBound == .infinity ? .max : OrderKey.integer(of: range.upperBound)
            return lower...upper
        }
    }

    private static func textRange(
        _ test: EvaluatedTest, _ leaf: Filter.Leaf
    ) throws(UnsupportedError) -> ClosedRange<Int64>? {
        func key(_ value: EvaluatedValue) throws(UnsupportedError) -> Int64 {
            if case .text(let text) = value, case let key = TextOrderKey(text), key.isExact {
                return key.value
            }
            throw unsupported(
                leaf,
                "it orders texts by their first characters; compare with a shorter text, \(fallbackHint)")
        }
        switch test {
        case .isOrdered(let standings, let operand):
            let bound = try key(operand)
            let isIncluded = standings.contains(.equal)
            if standings.contains(.greater) { return (isIncluded ? bound : bound + 1) ... .max }
            let upper = isIncluded ? bound : bound - 1
            return .min...upper
        case .isBetween(let lower, let upper):
            let (lower, upper) = (try key(lower), try key(upper))
            return lower <= upper ? lower...upper : nil
        default: return nil
        }
    }

    /// Tests whether any value of the field lies in a range, or none does.
    private mutating func ranged(
        _ range: ClosedRange<Int64>?, _ field: IndexedField, isNegated: Bool, _ leaf: Filter.Leaf
    ) throws(UnsupportedError) -> FilterWriter.Written {
        guard let range else { return isNegated ? .everything : .nothing }
        let (isFromStart, isToEnd) = (range.lowerBound == .min, range.upperBound == .max)
        if isFromStart, isToEnd { return writer.presence(of: field, !isNegated) }
        guard field.isList else {
            return isNegated ? writer.notInside("q_o_", field, range) : writer.inside("q_o_", field, range)
        }
        if !isNegated, !isFromStart, !isToEnd {
            // On a list, a range by itself counts an item once for each matching element.
            return writer.group(isAll: true) { writer, group in
                writer.add(to: &group) { $0.presence(of: field, true) }
                writer.add(to: &group) { $0.inside("q_o_", field, range) }
            }
        }
        guard isFromStart || isToEnd else {
            throw Self.unsupported(
                leaf, "it cannot tell that no element of a list lies in between; \(Self.fallbackHint)")
        }
        let prefix: StaticString = isToEnd ? "q_h_" : "q_l_"
        return isNegated ? writer.notInside(prefix, field, range) : writer.inside(prefix, field, range)
    }

    static func unsupported(_ leaf: Filter.Leaf, _ hint: String) -> UnsupportedError {
        UnsupportedError(
            engine: TypesenseConnection.engineName,
            node: "\(leaf.operation.rawValue) on \"\(leaf.property)\"", hint: hint)
    }
}
