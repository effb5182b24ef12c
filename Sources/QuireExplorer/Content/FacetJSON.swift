import QuireCore

/// Writes facets for the page.
enum FacetJSON {
    static func json(_ facet: FacetResult) -> JSONValue {
        let counts: [JSONValue] = facet.counts.map { count in
            .record(["value": JSONValue(count.value), "count": count.count.json])
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
}
