import QuireCore
import QuireTerminal

/// The values of a facet with their counts.
enum FacetTable {
    static func table(of facet: FacetResult) -> Table {
        var table = Table([.left(facet.field), .right("items")])
        for count in facet.counts { table.add([text(count.value), Text.count(count.count)]) }
        if let missing = facet.missing { table.add(["(no value)", Text.count(missing)]) }
        return table
    }

    /// `year: 1954 to 2017, 1983.5 on average`, or `nil` without values.
    static func statistics(of facet: FacetResult) -> String? {
        var parts: [String] = []
        if let numbers = facet.statistics {
            let isDate = facet.counts.contains { if case .date = $0.value { true } else { false } }
            let shown = [numbers.minimum, numbers.maximum, numbers.average].map { number in
                isDate
                    ? Int64(exactly: number.rounded()).map(ValueText.date) ?? ""
                    : "\(JSONValue.number(number))"
            }
            parts.append("\(shown[0]) to \(shown[1]), \(shown[2]) on average")
        }
        if !facet.isExhaustive {
            parts.append("there are more values than are shown, or their counts are estimates")
        }
        return parts.isEmpty ? nil : "\(facet.field): \(parts.joined(separator: "; "))"
    }

    private static func text(_ value: FilterValue) -> String {
        switch value {
        case .null: ""
        case .string(let text): text
        case .integer(let number): String(number)
        case .number(let number): "\(JSONValue.number(number))"
        case .boolean(let truth): truth ? "yes" : "no"
        case .date(let milliseconds): ValueText.date(milliseconds)
        case .list(let values): values.map(text).joined(separator: ", ")
        case .field(let name): name
        }
    }
}
