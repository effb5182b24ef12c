import Foundation
import QuireCore
import QuireEngine
import QuireTerminal
import QuireText

/// Items in columns: the id, then the fields.
struct ItemTable {
    private let fields: [FieldDescriptor]
    /// Whether the user chose the fields. Then none is omitted.
    private let isChosen: Bool
    private let text: TextSearchInfo?

    /// The maximum length of texts in a table. Longer ones are cut.
    static let longest = 160

    init(_ settings: QuerySettings, _ text: TextSearchInfo?) {
        fields = settings.fields ?? settings.request.module.fields.fields
        isChosen = settings.fields != nil
        self.text = text
    }

    func table(of items: [JSONValue]) -> Table {
        var table = Table([.whole("id")] + fields.map(column))
        for item in items {
            let values = item.member("values")
            table.add(
                [Cell(item.instanceID)]
                    + fields.map { field in cell(ValueText.of(field.json(in: values), field.kind)) })
        }
        return isChosen ? table : table.withoutEmptyColumns()
    }

    private func column(_ field: FieldDescriptor) -> Table.Column {
        switch field.kind {
        case .integer, .number, .scalar(.integer), .scalar(.number):
            .right(field.name, isOptional: !isChosen)
        default: .left(field.name, least: 10, isOptional: !isChosen)
        }
    }

    private func cell(_ text: String) -> Cell {
        let excerpt = DisplayWidth.truncated(text, to: Self.longest)
        return self.text.map { Cell($0.highlighter.highlight(excerpt)) } ?? Cell(excerpt)
    }
}

/// Formats values for people to read.
enum ValueText {
    static func of(_ value: JSONValue?, _ kind: FieldKind) -> String {
        switch value {
        case nil, .null?: return ""
        case .string(let text)?: return text
        case .boolean(let truth)?: return truth ? "yes" : "no"
        case .integer(let number)?:
            if case .date(.epochMilliseconds) = kind { return date(number) }
            if case .dateTime(.epochMilliseconds) = kind { return date(number) }
            return String(number)
        case .array(let elements)?:
            let element = kind.listElement ?? .json
            return elements.map { of($0, element) }.joined(separator: ", ")
        case .number?: return "\(value ?? .null)"
        case .object?:
            if case .relation = kind, let id = value?.member("id") { return of(id, .text) }
            return "\(value ?? .null)"
        }
    }

    /// `1954-07-29`, with the time unless it is midnight.
    static func date(_ milliseconds: Int64) -> String {
        let date = Date(timeIntervalSince1970: Double(milliseconds) / 1000)
        let rest = ((milliseconds % 86_400_000) + 86_400_000) % 86_400_000
        guard rest != 0 else { return Text.day(date) }
        let parts = [rest / 3_600_000, rest / 60_000 % 60, rest / 1000 % 60].map {
            $0 < 10 ? "0\($0)" : "\($0)"
        }
        return "\(Text.day(date)) \(parts.joined(separator: ":"))"
    }
}
