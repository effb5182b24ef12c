import QuireCluster
import QuireCore
import QuireEngine

/// Compiles checked filters to `filter_by`, either exactly or not at all.
enum FilterCompiler {
    static let fallbackHint = "or let the rest be filtered here with .fallback(.clientSide(maxScanned:))"

    static func text(_ filter: IndexedFilter) throws(UnsupportedError) -> FilterText {
        switch filter {
        case .all(let parts): return .and(try texts(parts))
        case .any(let parts): return .or(try texts(parts))
        case .test(let field, let test, let isNegated, let leaf):
            return try text(test, of: field, isNegated: isNegated, leaf)
        case .paths(let field, let paths, let isNegated):
            return keys(field.pathKeys, paths.map(ExactKey.text), isNegated: isNegated)
        }
    }

    private static func texts(_ filters: [IndexedFilter]) throws(UnsupportedError) -> [FilterText] {
        var texts: [FilterText] = []
        for filter in filters { texts.append(try text(filter)) }
        return texts
    }

    static func hasValue(_ field: IndexedField) -> FilterText {
        .operand(DocumentField.presences, ":=[", field.presence, "]")
    }

    static func hasNoValue(_ field: IndexedField) -> FilterText {
        .operand(DocumentField.presences, ":!=[", field.presence, "]")
    }

    /// Tests whether any of the field's keys is one of these, or none is.
    static func keys(_ name: String, _ keys: [String], isNegated: Bool = false) -> FilterText {
        guard keys.count > 1 else {
            guard let key = keys.first else { return isNegated ? .everything : .nothing }
            return .operand(name, isNegated ? ":!=[" : ":=[", key, "]")
        }
        var seen: Set<String> = []
        let distinct = keys.filter { seen.insert($0).inserted }
        return .operand(name, isNegated ? ":!=[" : ":=[", distinct.joined(separator: ","), "]")
    }

    private static func text(
        _ test: EvaluatedTest, of field: IndexedField, isNegated: Bool, _ leaf: Filter.Leaf
    ) throws(UnsupportedError) -> FilterText {
        switch test {
        case .hasNoValue: return isNegated ? hasValue(field) : hasNoValue(field)
        case .isAny(let operands):
            return keys(
                field.keys, operands.compactMap { ExactKey.key(of: $0, in: field) }, isNegated: isNegated)
        case .isOrdered, .isBetween:
            return try ranged(try range(test, of: field, leaf), field, isNegated: isNegated, leaf)
        case .isLike(let part) where part.isEmpty: return isNegated ? hasNoValue(field) : hasValue(field)
        case .contains(let part) where part.isEmpty, .hasSuffix(let part) where part.isEmpty:
            return isNegated ? hasNoValue(field) : hasValue(field)
        case .hasPrefix(let prefix):
            guard let range = TextOrderKey.range(ofPrefix: prefix) else {
                throw unsupported(
                    leaf, "its beginnings of texts are short; look for fewer characters, \(fallbackHint)")
            }
            let whole: ClosedRange<Int64>? = prefix.isEmpty ? .min ... .max : range
            return try ranged(whole, field, isNegated: isNegated, leaf)
        case .isLike, .contains, .hasSuffix:
            throw unsupported(
                leaf, "it looks for no parts of texts; search the words with .search, \(fallbackHint)")
        case .isNear:
            throw unsupported(
                leaf, "its circles are not exact; use .within a box, \(fallbackHint)")
        case .isWithin(let box): return try within(box, field, isNegated: isNegated, leaf)
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
    private static func ranged(
        _ range: ClosedRange<Int64>?, _ field: IndexedField, isNegated: Bool, _ leaf: Filter.Leaf
    ) throws(UnsupportedError) -> FilterText {
        guard let range else { return isNegated ? .everything : .nothing }
        let (lower, upper) = (range.lowerBound, range.upperBound)
        if lower == .min, upper == .max { return isNegated ? hasNoValue(field) : hasValue(field) }
        guard isNegated else {
            guard field.isList else { return inside(range, field.orders) }
            if upper == .max { return .test("\(field.highest):>=\(lower)") }
            if lower == .min { return .test("\(field.lowest):<=\(upper)") }
            // On a list, a range by itself counts an item once for each matching element.
            return .and([hasValue(field), inside(range, field.orders)])
        }
        guard field.isList else {
            return .or([outside(range, field.orders), hasNoValue(field)])
        }
        if upper == .max { return .or([.test("\(field.highest):<\(lower)"), hasNoValue(field)]) }
        if lower == .min { return .or([.test("\(field.lowest):>\(upper)"), hasNoValue(field)]) }
        throw unsupported(leaf, "it cannot tell that no element of a list lies in between; \(fallbackHint)")
    }

    static func inside(_ range: ClosedRange<Int64>, _ name: String) -> FilterText {
        if range.lowerBound == .min, range.upperBound == .max { return .everything }
        if range.lowerBound == .min { return .operand(name, ":<=", String(range.upperBound)) }
        if range.upperBound == .max { return .operand(name, ":>=", String(range.lowerBound)) }
        return .operand(name, ":[", "\(range.lowerBound)..\(range.upperBound)", "]")
    }

    private static func outside(_ range: ClosedRange<Int64>, _ name: String) -> FilterText {
        .or([
            range.lowerBound == .min ? .nothing : .operand(name, ":<", String(range.lowerBound)),
            range.upperBound == .max ? .nothing : .operand(name, ":>", String(range.upperBound)),
        ])
    }

    // MARK: - Places

    private static func within(
        _ box: GeoBox, _ field: IndexedField, isNegated: Bool, _ leaf: Filter.Leaf
    ) throws(UnsupportedError) -> FilterText {
        guard !field.isList else {
            throw unsupported(leaf, "it knows no lists of places; \(fallbackHint)")
        }
        func key(_ degrees: Double) -> Int64 { OrderKey.integer(of: degrees) }
        let isEmpty = box.south > box.north
        if isEmpty { return isNegated ? .everything : .nothing }
        let latitudes = key(box.south)...key(box.north)
        if box.west <= box.east {
            let longitudes = key(box.west)...key(box.east)
            return isNegated
                ? .or([
                    outside(latitudes, field.latitude), outside(longitudes, field.longitude),
                    hasNoValue(field),
                ])
                : .and([inside(latitudes, field.latitude), inside(longitudes, field.longitude)])
        }
        // The box crosses the 180th meridian, so the longitudes between the two are outside.
        guard !isNegated else {
            let between: FilterText = .and([
                .test("\(field.longitude):<\(key(box.west))"), .test("\(field.longitude):>\(key(box.east))"),
            ])
            return .or([outside(latitudes, field.latitude), between, hasNoValue(field)])
        }
        return .and([
            inside(latitudes, field.latitude),
            .or([
                .test("\(field.longitude):>=\(key(box.west))"),
                .test("\(field.longitude):<=\(key(box.east))"),
            ]),
        ])
    }

    static func unsupported(_ leaf: Filter.Leaf, _ hint: String) -> UnsupportedError {
        UnsupportedError(
            engine: TypesenseConnection.engineName,
            node: "\(leaf.operation.rawValue) on \"\(leaf.property)\"", hint: hint)
    }
}
