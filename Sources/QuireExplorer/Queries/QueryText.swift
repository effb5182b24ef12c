import QuireCore
import QuireSchema

/// Writes the text form of a query. Parsing it gives the same query.
struct QueryText {
    /// The paths of members, which are names with dots that need no backticks.
    var members: Set<String> = []

    static func text(_ query: ExplorerQuery) -> String { QueryText().text(query) }

    /// A filter alone.
    static func filter(_ filter: QueryNode) -> String { QueryText().filter(filter) }

    func text(_ query: ExplorerQuery) -> String {
        var parts = [Self.name(query.module)]
        if let filter = query.filter { parts.append("where \(self.filter(filter))") }
        if let text = query.text { parts.append("search \(Self.quoted(text))") }
        if !query.sort.isEmpty { parts.append("sort \(query.sort.map(Self.order).joined(separator: ", "))") }
        if !query.fields.isEmpty { parts.append("select \(Self.names(query.fields))") }
        if !query.include.isEmpty { parts.append("include \(Self.names(query.include))") }
        if !query.facets.isEmpty { parts.append("facets \(Self.names(query.facets))") }
        if let locale = query.locale {
            parts.append("locale \(QueryWord.isPlain(locale) ? locale : Self.quoted(locale))")
        }
        if let ids = query.ids { parts.append("ids (\(ids.map(Self.quoted).joined(separator: ", ")))") }
        if let limit = query.limit { parts.append("limit \(limit)") }
        return parts.joined(separator: " ")
    }

    private func filter(_ filter: QueryNode) -> String { node(filter, inside: .alternatives) }

    /// What surrounds a node, from the loosest to the tightest.
    private enum Surrounding: Int { case alternatives, conjunction, factor }

    private func node(_ node: QueryNode, inside surrounding: Surrounding) -> String {
        switch node {
        case .any(let nodes):
            let text = nodes.map { self.node($0, inside: .conjunction) }.joined(separator: " or ")
            return surrounding == .alternatives ? text : "(\(text))"
        case .all(let nodes):
            let text = nodes.map { self.node($0, inside: .factor) }.joined(separator: " and ")
            return surrounding == .factor ? "(\(text))" : text
        case .not(.test(let test)) where test.operation == .isNull: return "\(field(test)) is not null"
        case .not(let inner): return "not \(self.node(inner, inside: .factor))"
        case .test(let test): return self.test(test)
        case .relation(let relation):
            let path =
                switch relation.path {
                case .forward(let field): name(field)
                case .reverse(let module, let field): "\(name(module)).\(name(field))"
                }
            let inner = relation.filter.map { self.node($0, inside: .alternatives) } ?? ""
            return "\(relation.quantifier.rawValue) \(path) (\(inner))"
        }
    }

    private func test(_ test: QueryTest) -> String {
        let field = field(test)
        guard let value = test.value else { return "\(field) is null" }
        switch (test.operation, value) {
        case (.notIn, _): return "\(field) not in \(self.value(value))"
        case (.between, .list(let bounds)):
            return "\(field) between \(bounds.map(self.value).joined(separator: " and "))"
        default: return "\(field) \(test.operation.rawValue) \(self.value(value))"
        }
    }

    private func field(_ test: QueryTest) -> String { (test.isMetadata ? "@" : "") + name(test.field) }

    private func value(_ value: QueryValue) -> String {
        switch value {
        case .text(let text): Self.quoted(text)
        case .integer(let number): String(number)
        case .number(let number): "\(number)"
        case .boolean(let truth): truth ? "true" : "false"
        case .list(let values): "(\(values.map(self.value).joined(separator: ", ")))"
        case .field(let field): name(field)
        }
    }

    private static func order(_ order: QueryOrder) -> String {
        var text = (order.isMetadata ? "@" : "") + path(order.path)
        if order.isDescending { text += " desc" }
        if let nulls = order.nulls { text += " nulls \(nulls == .first ? "first" : "last")" }
        return text
    }

    private static func names(_ names: [QueryName]) -> String {
        names.map { ($0.isMetadata ? "@" : "") + path($0.path) }.joined(separator: ", ")
    }

    private static func path(_ names: [String]) -> String { names.map(name).joined(separator: ".") }

    private func name(_ name: String) -> String {
        members.contains(name) ? Self.path(name.split(separator: ".").map(String.init)) : Self.name(name)
    }

    /// The name, in backticks where needed.
    static func name(_ name: String) -> String {
        QueryWord.isPlain(name) ? name : "`\(name.replacing("`", with: "``"))`"
    }

    private static func quoted(_ text: String) -> String { JSONValue.string(text).description }
}
