import QuireSchema
import QuireShared

/// Converts the limits of JSON Schema to constraints.
struct SchemaConstraints {
    /// A limit that the schema cannot hold, with the reason.
    struct Dropped {
        var keyword: String
        var value: JSONValue
        var reason: String
    }

    private(set) var constraints: [ImportedConstraint] = []
    private(set) var dropped: [Dropped] = []
    private let parts: SchemaParts
    /// The greatest length and number of elements of a schema's constraint.
    private static let greatestCount: Int64 = 1_000_000_000

    init(_ parts: SchemaParts, _ type: ImportedType) {
        self.parts = parts
        switch type {
        case .named("text"), .named("longText"):
            addCounts("minLength", "maxLength")
            addPatterns()
        case .named("integer"), .named("number"): addBounds()
        case .list, .dates, .objects, .choices, .relations: addCounts("minItems", "maxItems")
        default: break
        }
    }

    /// The keywords that became constraints, or were dropped with a reason.
    var keywords: Set<String> { Set(constraints.map(\.key) + dropped.map(\.keyword)) }

    private mutating func addCounts(_ lower: String, _ upper: String) {
        func count(_ value: JSONValue) -> NumberBound? {
            value.integer.flatMap { (0...Self.greatestCount).contains($0) ? .integer($0) : nil }
        }
        addRange(
            lower, upper, expected: "a schema holds whole numbers from 0 to \(Self.greatestCount)",
            bound: count)
    }

    private mutating func addBounds() {
        addRange("minimum", "maximum", expected: "a schema holds 64-bit numbers") { value in
            if let integer = value.integer { return .integer(integer) }
            guard let number = value.numberText.flatMap(Double.init), number.isFinite else { return nil }
            return .number(number)
        }
    }

    /// Adds the tightest of the bounds in all parts.
    private mutating func addRange(
        _ lower: String, _ upper: String, expected: String, bound: (JSONValue) -> NumberBound?
    ) {
        func tightest(_ keyword: String, _ isTighter: (NumberBound, NumberBound) -> Bool) -> (
            bound: NumberBound, value: JSONValue
        )? {
            var best: (bound: NumberBound, value: JSONValue)?
            for value in parts.all(keyword) {
                guard let own = bound(value) else {
                    dropped.append(Dropped(keyword: keyword, value: value, reason: expected))
                    continue
                }
                if best.map({ isTighter(own, $0.bound) }) ?? true { best = (own, value) }
            }
            return best
        }
        let least = tightest(lower) { $1.isBelow($0) }
        let most = tightest(upper) { $0.isBelow($1) }
        if let least, let most, most.bound.isBelow(least.bound) {
            let reason = "\(quoted(lower)) is above \(quoted(upper)), so no value fits"
            dropped.append(Dropped(keyword: lower, value: least.value, reason: reason))
            dropped.append(Dropped(keyword: upper, value: most.value, reason: reason))
            return
        }
        for (keyword, limit) in [(lower, least), (upper, most)] {
            guard let limit else { continue }
            var text = limit.value.numberText ?? limit.bound.description
            if case .integer(let integer) = limit.bound { text = String(integer) }
            constraints.append(.init(keyword, .number(text)))
        }
    }

    /// Adds the first pattern that Quire supports.
    private mutating func addPatterns() {
        var pattern: String?
        for value in parts.all("pattern") {
            guard let source = value.string, source != pattern else { continue }
            var reason = "a field has one pattern"
            if pattern == nil {
                do throws(PatternError) {
                    _ = try TextPattern(source)
                    pattern = source
                    constraints.append(.init("pattern", .text(source)))
                    continue
                } catch {
                    reason = "Quire does not support it at character \(error.offset + 1): \(error.message)"
                }
            }
            dropped.append(Dropped(keyword: "pattern", value: value, reason: reason))
        }
    }
}

/// The types of texts, by `format` and `contentMediaType`.
enum SchemaTexts {
    static func type(_ parts: SchemaParts) -> ImportedType {
        if parts.first("contentMediaType")?.string == "text/html" { return .named("html") }
        switch parts.first("format")?.string {
        case "date": return .date("date", format: "dateOnly")
        case "date-time": return .date("dateTime", format: "rfc3339")
        case "uri", "url", "iri": return .named("url")
        case "html": return .named("html")
        case "markdown": return .named("longText")
        case "color": return .named("color")
        default: break
        }
        if let most = parts.first("maxLength")?.integer, most > 1_000 { return .named("longText") }
        return .named("text")
    }
}

/// Objects with a latitude and a longitude.
enum GeoPointShape {
    private static let latitudes: Set<String> = ["lat", "latitude"]
    private static let longitudes: Set<String> = ["lng", "lon", "longitude"]

    static func fits(_ names: [String]) -> Bool {
        names.count == 2 && names.contains(where: latitudes.contains)
            && names.contains(where: longitudes.contains)
    }
}
