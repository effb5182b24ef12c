import QuireCore
import QuireSchema

/// Parses the text form of a query.
///
/// ```text
/// books where year >= 1950 and (language = "english" or author is null)
///   search "salinger" sort year desc nulls last select title, year limit 50
/// ```
struct QueryParser {
    private let tokens: [QueryToken]
    private var position = 0
    private var depth = 0

    /// - Throws: `ExplorerError` with the place in the text.
    static func query(_ text: String) throws(ExplorerError) -> ExplorerQuery {
        var parser = QueryParser(tokens: try QueryLexer.tokens(of: text))
        return try parser.query()
    }

    /// A filter alone.
    static func filter(_ text: String) throws(ExplorerError) -> QueryNode? {
        try whole(text) { parser throws(ExplorerError) in try parser.alternatives() }.normalized
    }

    /// Sort keys alone.
    static func orders(_ text: String) throws(ExplorerError) -> [QueryOrder] {
        try whole(text) { parser throws(ExplorerError) in
            try parser.list { parser throws(ExplorerError) in try parser.order() }
        }
    }

    /// Names of fields alone.
    static func names(_ text: String) throws(ExplorerError) -> [QueryName] {
        try whole(text) { parser throws(ExplorerError) in try parser.names("a field") }
    }

    private static func whole<Part>(
        _ text: String, _ part: (inout QueryParser) throws(ExplorerError) -> Part
    ) throws(ExplorerError) -> Part {
        var parser = QueryParser(tokens: try QueryLexer.tokens(of: text))
        let part = try part(&parser)
        guard parser.token.kind == .end else { throw parser.failure(expected: ["the end"]) }
        return part
    }

    private init(tokens: [QueryToken]) { self.tokens = tokens }

    // MARK: - Clauses

    private mutating func query() throws(ExplorerError) -> ExplorerQuery {
        let place = QueryPlace(range: token.range)
        var query = ExplorerQuery(module: try name("a module"))
        query.modulePlace = place
        var seen: Set<String> = []
        while token.kind != .end {
            let start = token
            guard case .word(let clause) = token.kind, QueryWord.clauses.contains(clause) else {
                throw failure(expected: QueryWord.clauses.filter { !seen.contains($0) })
            }
            guard seen.insert(clause).inserted else {
                throw QueryPlace(range: start.range).error("A query has \(clause) once.", code: .text)
            }
            advance()
            switch clause {
            case "where": query.filter = try alternatives().normalized
            case "search": query.text = try text("a text to search for")
            case "sort": query.sort = try list { parser throws(ExplorerError) in try parser.order() }
            case "select": query.fields = try names("a field, or metadata")
            case "include": query.include = try names("a relation")
            case "facets": query.facets = try names("a field with facets")
            case "locale": query.locale = try nameOrText("a locale")
            case "ids": query.ids = try ids()
            default: query.limit = try limit()
            }
        }
        return query
    }

    private mutating func order() throws(ExplorerError) -> QueryOrder {
        let start = token.range.lowerBound
        let isReversed = take("-")
        let key = try pathOrMetadata("a field")
        var order = QueryOrder(path: key.path, isMetadata: key.isMetadata)
        // `-year` is short for `year desc`.
        order.isDescending = isReversed || takeWord("desc")
        if !order.isDescending { _ = takeWord("asc") }
        if takeWord("nulls") {
            if takeWord("first") {
                order.nulls = .first
            } else if takeWord("last") {
                order.nulls = .last
            } else {
                throw failure(expected: ["first", "last"])
            }
        }
        order.place = QueryPlace(range: start..<end)
        return order
    }

    private mutating func ids() throws(ExplorerError) -> [String] {
        try expect("(")
        if take(")") { return [] }
        let ids = try list { parser throws(ExplorerError) in try parser.text("an id in double quotes") }
        try expect(")")
        return ids
    }

    private mutating func limit() throws(ExplorerError) -> Int {
        guard case .integer(let number) = token.kind, (1...10_000).contains(number) else {
            throw failure(expected: ["a number from 1 to 10000"])
        }
        advance()
        return Int(number)
    }

    // MARK: - Filters

    private mutating func alternatives() throws(ExplorerError) -> QueryNode {
        depth += 1
        defer { depth -= 1 }
        try checkDepth()
        var nodes = [try conjunction()]
        while takeWord("or") { nodes.append(try conjunction()) }
        return nodes.count == 1 ? nodes[0] : .any(nodes)
    }

    private func checkDepth() throws(ExplorerError) {
        guard depth <= ExplorerQuery.maximumDepth else {
            throw QueryPlace(range: token.range).error(
                "A filter has at most \(ExplorerQuery.maximumDepth) levels.", code: .text)
        }
    }

    private mutating func conjunction() throws(ExplorerError) -> QueryNode {
        var nodes = [try factor()]
        while takeWord("and") { nodes.append(try factor()) }
        return nodes.count == 1 ? nodes[0] : .all(nodes)
    }

    private mutating func factor() throws(ExplorerError) -> QueryNode {
        if takeWord("not") {
            depth += 1
            defer { depth -= 1 }
            try checkDepth()
            return .not(try factor())
        }
        if take("(") {
            let node = try alternatives()
            try expect(")")
            return node
        }
        if case .word(let word) = token.kind, let quantifier = QueryRelation.Quantifier(rawValue: word) {
            return .relation(try relation(quantifier))
        }
        return try test()
    }

    private mutating func relation(
        _ quantifier: QueryRelation.Quantifier
    ) throws(ExplorerError) -> QueryRelation {
        let start = token.range.lowerBound
        advance()
        let first = try name("a relation")
        var path = QueryRelation.Path.forward(first)
        if take(".") {
            let names = try self.path("a relation of \(first)")
            path = .reverse(module: first, field: names.joined(separator: "."))
        }
        let place = QueryPlace(range: start..<end)
        try expect("(")
        var filter: QueryNode?
        if !take(")") {
            filter = try alternatives().normalized
            try expect(")")
        }
        return QueryRelation(path: path, quantifier: quantifier, filter: filter, place: place)
    }

    private mutating func test() throws(ExplorerError) -> QueryNode {
        let start = token.range.lowerBound
        let isMetadata = take("@")
        var relations = isMetadata ? [try name("metadata")] : try path("a field")
        let field = relations.removeLast()
        let place = QueryPlace(range: start..<end)
        depth += relations.count
        defer { depth -= relations.count }
        try checkDepth()
        func made(_ operation: Operator, value: QueryValue?, end: Int) -> QueryNode {
            QueryNode.test(
                QueryTest(
                    field: field, isMetadata: isMetadata, operation: operation, value: value?.normalized,
                    place: QueryPlace(range: start..<end))
            )
            .behind(relations, at: place)
        }
        if takeWord("is") {
            let isNegative = takeWord("not")
            guard takeWord("null") else {
                throw failure(expected: isNegative ? ["null"] : ["null", "not null"])
            }
            let test = made(.isNull, value: nil, end: end)
            return isNegative ? test.complement : test
        }
        if takeWord("not") {
            guard takeWord("in") else { throw failure(expected: ["in"]) }
            let value = try values()
            return made(.notIn, value: value, end: end)
        }
        let operation = try self.operation()
        let value: QueryValue
        switch operation {
        case .in, .near, .within: value = try values()
        case .between:
            let low = try self.value()
            guard takeWord("and") else { throw failure(expected: ["and"]) }
            value = .list([low, try self.value()])
        default: value = try self.value()
        }
        return made(operation, value: value, end: end)
    }

    private static let symbols: [String: Operator] = [
        "=": .equal, "!=": .notEqual, "<": .less, "<=": .lessOrEqual, ">": .greater, ">=": .greaterOrEqual,
    ]

    private mutating func operation() throws(ExplorerError) -> Operator {
        var operation: Operator?
        switch token.kind {
        case .symbol(let symbol): operation = Self.symbols[symbol]
        case .word(let word) where QueryWord.operators.contains(word): operation = Operator(rawValue: word)
        default: break
        }
        guard let operation else {
            throw failure(
                expected: ["=", "!=", "<", "<=", ">", ">=", "not in", "is null", "is not null"]
                    + QueryWord.operators.filter { $0 != "is" })
        }
        advance()
        return operation
    }

    private mutating func value() throws(ExplorerError) -> QueryValue {
        switch token.kind {
        case .text(let text):
            advance()
            return .text(text)
        case .integer(let number):
            advance()
            return .integer(number)
        case .number(let number):
            advance()
            return .number(number)
        case .word("true"), .word("false"):
            defer { advance() }
            return .boolean(token.kind == .word("true"))
        case .word("null"):
            throw QueryPlace(range: token.range).error(
                "null has no order and equals nothing. Write \"is null\" or \"is not null\".", code: .text)
        case .word(let word) where !QueryWord.all.contains(word):
            advance()
            return .field(word)
        case .name(let name):
            advance()
            return .field(name)
        default: throw failure(expected: ["a text in double quotes", "a number", "true", "false", "a field"])
        }
    }

    private mutating func values() throws(ExplorerError) -> QueryValue {
        try expect("(")
        if take(")") { return .list([]) }
        let values = try list { parser throws(ExplorerError) in try parser.value() }
        try expect(")")
        return .list(values)
    }

    // MARK: - Tokens

    private var token: QueryToken { tokens[position] }

    /// Where the last token ended.
    private var end: Int { position == 0 ? 0 : tokens[position - 1].range.upperBound }

    /// The last token is the end, which is never passed.
    private mutating func advance() { position = min(position + 1, tokens.count - 1) }

    private mutating func take(_ symbol: String) -> Bool {
        guard token.kind == .symbol(symbol) else { return false }
        advance()
        return true
    }

    private mutating func takeWord(_ word: String) -> Bool {
        guard token.kind == .word(word) else { return false }
        advance()
        return true
    }

    private mutating func expect(_ symbol: String) throws(ExplorerError) {
        guard take(symbol) else { throw failure(expected: [symbol]) }
    }

    private mutating func name(_ what: String) throws(ExplorerError) -> String {
        switch token.kind {
        case .word(let word) where !QueryWord.all.contains(word):
            advance()
            return word
        case .name(let name):
            advance()
            return name
        case .word(let word):
            var error = failure(expected: [what])
            error.message += " A name that is a word of the language stands in backticks: `\(word)`."
            throw error
        default: throw failure(expected: [what])
        }
    }

    private mutating func path(_ what: String) throws(ExplorerError) -> [String] {
        var names = [try name(what)]
        while names.count < 8, take(".") { names.append(try name("a field")) }
        return names
    }

    private mutating func names(_ what: String) throws(ExplorerError) -> [QueryName] {
        try list { parser throws(ExplorerError) in try parser.pathOrMetadata(what) }
    }

    private mutating func pathOrMetadata(_ what: String) throws(ExplorerError) -> QueryName {
        let start = token.range.lowerBound
        let isMetadata = take("@")
        let path = isMetadata ? [try name("metadata")] : try path(what)
        return QueryName(path, isMetadata: isMetadata, place: QueryPlace(range: start..<end))
    }

    private mutating func text(_ what: String) throws(ExplorerError) -> String {
        guard case .text(let text) = token.kind else { throw failure(expected: [what]) }
        advance()
        return text
    }

    private mutating func nameOrText(_ what: String) throws(ExplorerError) -> String {
        if case .text = token.kind { return try text(what) }
        return try name(what)
    }

    private mutating func list<Element>(
        _ element: (inout QueryParser) throws(ExplorerError) -> Element
    ) throws(ExplorerError) -> [Element] {
        var elements = [try element(&self)]
        while take(",") {
            guard elements.count < 10_000 else {
                throw QueryPlace(range: token.range).error("A list has at most 10000 elements.", code: .text)
            }
            elements.append(try element(&self))
        }
        return elements
    }

    private func failure(expected: [String]) -> ExplorerError {
        let listed =
            expected.count < 2
            ? expected.joined() : expected.dropLast().joined(separator: ", ") + " or " + (expected.last ?? "")
        var error = QueryPlace(range: token.range).error(
            "Expected \(listed), found \(token.excerpt).", code: .text)
        error.expected = expected
        return error
    }
}
