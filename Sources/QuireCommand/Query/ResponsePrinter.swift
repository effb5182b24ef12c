import Foundation
import QuireCore
import QuireEngine
import QuireTerminal
import QuireText

/// Prints the response to a query, at once or page by page.
struct ResponsePrinter {
    let settings: QuerySettings
    let output: Output
    let errors: Output

    /// The collected data of pages, until the last one has arrived.
    struct Pages {
        fileprivate var meaning = Meaning.exact
        fileprivate var items: [JSONValue] = []
        fileprivate var facets: [FacetResult] = []
        fileprivate var text: TextSearchInfo?
        fileprivate var count = 0
        fileprivate var scanned: Int?
    }

    /// Prints one page.
    func print(_ response: SearchResponse<JSONValue>) throws {
        try note(response.text, of: response.pageInfo.totalItems)
        switch settings.format {
        case .json: try output.json(ResponseJSON.page(response))
        case .ndjson: for item in response.items { try output.json("\(item)") }
        case .table:
            try output.table(ItemTable(settings, response.text).table(of: response.items))
            for line in Self.summary(response) { try output.styled(output.style.dim(line)) }
            for facet in response.facets {
                try output.line()
                try output.table(FacetTable.table(of: facet))
                if let line = FacetTable.statistics(of: facet) { try output.styled(output.style.dim(line)) }
            }
        }
    }

    /// Adds one of several pages. With ndjson, its items are printed at once.
    func add(_ response: SearchResponse<JSONValue>, to pages: inout Pages) throws {
        if pages.count == 0 {
            try note(response.text, of: response.pageInfo.totalItems)
            pages.text = response.text
        }
        pages.facets += response.facets
        pages.count += response.items.count
        if response.pageInfo.meaning == .engine { pages.meaning = .engine }
        if let scanned = response.scanned { pages.scanned = (pages.scanned ?? 0) + scanned }
        if settings.format == .ndjson {
            for item in response.items { try output.json("\(item)") }
        } else {
            pages.items += response.items
        }
    }

    /// Prints the rest after all pages have arrived.
    func end(_ pages: Pages) throws {
        if settings.format == .ndjson { return }
        var response = SearchResponse(
            items: pages.items,
            pageInfo: PageInfo(page: 1, limit: pages.count, offset: 0, totalItems: pages.count))
        response.pageInfo.meaning = pages.meaning
        response.facets = pages.facets
        response.scanned = pages.scanned
        response.text = settings.format == .table ? pages.text?.withoutNotes : nil
        try print(response)
    }

    private func note(_ text: TextSearchInfo?, of total: Int?) throws {
        if text?.level == .fewerWords {
            try errors.line("No item has all words; the items share some of them.")
        } else if let count = text?.exactItems, let total, count < total {
            try errors.line("Items with all words: \(Text.count(count)). The others share some of them.")
        }
        if let similar = text?.meaning?.similarItems, similar > 0 {
            try errors.line(
                "After the items with a word of the search come similar ones: \(Text.count(similar)).")
        }
        if let missing = text?.meaning?.itemsWithoutVector, missing > 0 {
            try errors.line(
                "Only words find \(Text.count(missing, "item")) without a vector: quire load --embedder computes it."
            )
        }
        for (word, others) in (text?.corrections ?? [:]).sorted(by: { $0.key < $1.key }) {
            try errors.line(
                "No results for '\(word)'; showing \(others.map { "'\($0)'" }.joined(separator: ", ")).")
        }
        if text?.ranking == .skipped {
            try errors.line("Too many items to rank them all: the best come first, then the most popular.")
        }
    }

    /// `20 of 812 items, page 1 of 41`, the number of scanned items and, on a separate line, the cursor of the next
    /// page.
    static func summary(_ response: SearchResponse<JSONValue>) -> [String] {
        let info = response.pageInfo
        let count = response.items.count
        var text: String
        if let total = info.totalItems, total != count, count > 0 {
            text =
                "\(Text.count(count)) of \(Text.count(total, "item")), page \(info.page) of \(info.totalPages ?? 1)"
        } else if let total = info.totalItems, total > 0, count == 0 {
            text = "page \(info.page) is past the end: \(Text.count(total, "item"))"
        } else {
            text = Text.count(count, "item")
        }
        if let scanned = response.scanned {
            text += "; \(Text.count(scanned)) scanned in the client, total unknown"
        }
        if info.meaning == .engine { text += "; in the server's own meaning" }
        return [text] + (response.nextCursor.map { ["next page: --cursor \($0.token)"] } ?? [])
    }
}

extension TextSearchInfo {
    /// The search info only for highlights, if its notes were already printed.
    fileprivate var withoutNotes: TextSearchInfo {
        TextSearchInfo(ranking: .sorted, highlighter: highlighter)
    }
}

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
            let texts = [numbers.minimum, numbers.maximum, numbers.average].map { number in
                isDate
                    ? Int64(exactly: number.rounded()).map(ValueText.date) ?? ""
                    : "\(JSONValue.number(number))"
            }
            parts.append("\(texts[0]) to \(texts[1]), \(texts[2]) on average")
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

/// A response as JSON: the page in HALO's format, one item per line.
enum ResponseJSON {
    /// `{"pagination":{…},"cursor":"…","facets":[…],"items":[` … `]}`.
    static func page(_ response: SearchResponse<JSONValue>) -> String {
        var members = [JSONValue.Member("pagination", pagination(response.pageInfo))]
        if let cursor = response.nextCursor { members.append(.init("cursor", .string(cursor.token))) }
        if let scanned = response.scanned { members.append(.init("scanned", .integer(Int64(scanned)))) }
        if !response.facets.isEmpty {
            members.append(.init("facets", .array(response.facets.map(facet))))
        }
        let head = "\(JSONValue.object(members))".dropLast()
        let items = response.items.map { "\($0)" }.joined(separator: ",\n")
        return "\(head),\"items\":[\n\(items)\(items.isEmpty ? "" : "\n")]}"
    }

    private static func pagination(_ info: PageInfo) -> JSONValue {
        var members: [JSONValue.Member] = [
            .init("page", .integer(Int64(info.page))), .init("limit", .integer(Int64(info.limit))),
            .init("offset", .integer(Int64(info.offset))),
        ]
        if let total = info.totalItems {
            members.append(.init("totalItems", .integer(Int64(total))))
            members.append(.init("totalPages", .integer(Int64(info.totalPages ?? 1))))
        }
        if info.meaning == .engine { members.append(.init("meaning", .string(info.meaning.rawValue))) }
        return .object(members)
    }

    private static func facet(_ facet: FacetResult) -> JSONValue {
        let counts = facet.counts.map { count in
            JSONValue.object([
                .init("value", JSONValue(count.value)), .init("count", .integer(Int64(count.count))),
            ])
        }
        var members: [JSONValue.Member] = [
            .init("field", .string(facet.field)), .init("counts", .array(counts)),
            .init("exhaustive", .boolean(facet.isExhaustive)),
        ]
        if let missing = facet.missing { members.append(.init("missing", .integer(Int64(missing)))) }
        if let statistics = facet.statistics {
            members.append(
                .init(
                    "statistics",
                    .object([
                        .init("count", .integer(Int64(statistics.count))),
                        .init("minimum", .number(statistics.minimum)),
                        .init("maximum", .number(statistics.maximum)),
                        .init("sum", .number(statistics.sum)),
                        .init("average", .number(statistics.average)),
                    ])))
        }
        return .object(members)
    }
}

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
                [TableCell(item.instanceID)]
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

    private func cell(_ text: String) -> TableCell {
        let excerpt = DisplayWidth.truncated(text, to: Self.longest)
        return self.text.map { TableCell($0.highlighter.highlight(excerpt)) } ?? TableCell(excerpt)
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
