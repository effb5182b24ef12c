import QuireCore

/// Writes facets for the page.
enum FacetJSON {
    static func json(_ facet: FacetResult) -> JSONValue {
        let counts: [JSONValue] = facet.counts.map { count in
            .record(["value": value(count.value), "count": count.count.json])
        }
        let statistics: JSONValue? = facet.statistics.map { numbers in
            .record([
                "minimum": numbers.minimum.json, "maximum": numbers.maximum.json,
                "average": numbers.average.json,
            ])
        }
        return .record([
            "field": facet.field.json, "exhaustive": facet.isExhaustive.json, "counts": counts.json,
            "statistics": statistics,
        ])
    }

    private static func value(_ value: FilterValue) -> JSONValue {
        switch value {
        case .null, .field: .null
        case .string(let text): .string(text)
        case .integer(let number), .date(milliseconds: let number): .integer(number)
        case .number(let number): number.json
        case .boolean(let truth): .boolean(truth)
        case .list(let values): .array(values.map(self.value))
        }
    }
}
