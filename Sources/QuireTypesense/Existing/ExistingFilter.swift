import QuireCore
import QuireEngine
import QuireRemote

/// Compiles filters for a collection of another program, whose fields are the values themselves: either exactly, or with
/// the server's meaning if the request allows it, or not at all.
struct ExistingFilter {
    let layout: ExistingLayout
    let meaning: Meaning
    /// Notes whether anything followed the server's meaning.
    let use = MeaningUse()
    let features: TypesenseFeatures

    /// - Throws: `UnsupportedError`, `QueryError`.
    func text(_ filter: IndexedFilter) throws -> FilterText {
        switch filter {
        case .filter(let filter, let fields): return try text(filter, fields)
        case .paths(let field, _, _):
            throw Self.unsupported("paths of \"\(field.descriptor.name)\"", "there are no paths in it")
        }
    }

    private func text(_ filter: Filter, _ fields: IndexedFields) throws -> FilterText {
        switch filter {
        case .and(let operands): return .and(try operands.map { try text($0, fields) })
        case .or(let operands): return .or(try operands.map { try text($0, fields) })
        case .any(let step, _), .none(let step, _): throw fields.notOwn(step)
        case .leaf(let leaf): return try text(try fields.test(leaf), leaf)
        }
    }

    private func text(_ test: IndexedTest, _ leaf: Filter.Leaf) throws(UnsupportedError) -> FilterText {
        let field = test.field
        func refuse(_ reason: String) -> UnsupportedError {
            Self.unsupported("\(leaf.operation.rawValue) on \"\(leaf.property)\"", reason)
        }
        if field.isMetadata, field.descriptor.name == "id" {
            switch test.test {
            case .hasNoValue: return test.isNegated ? .everything : .nothing
            case .isAny(let operands) where !test.isNegated:
                return try ids(operands.compactMap { if case .text(let text) = $0 { text } else { nil } })
            case .isAny(let operands) where features.excludesIDs:
                let texts = operands.compactMap { if case .text(let text) = $0 { text } else { nil } }
                return try Self.quoted("id", texts, isNegated: true)
            default: throw refuse("ids can only be looked up there")
            }
        }
        guard let server = layout[field] else { throw refuse("the field is not indexed there") }
        switch (server.type, field.comparison) {
        case ("bool", .boolean):
            guard let text = booleans(test, server) else {
                throw refuse("true and false have no order there")
            }
            return text
        case ("int32", .number), ("int64", .number), ("int32", .date), ("int64", .date):
            guard server.isList == field.isList else {
                throw refuse("the field is a list there, or only in the schema")
            }
            if features.negatesNumbers, meaning == .engine, let text = otherNumbers(test, server, field) {
                use.isEngine = true
                return text
            }
            switch IntegerTest(test, server, field) {
            case .text(let text): return text
            case .refused(let reason): throw refuse(reason)
            }
        case ("string", .text): return try texts(test, server, refuse)
        case ("float", .number) where server.isList == field.isList:
            return try inOwnMeaning(
                EngineMeaning(floats: test, server), "numbers have only 32 bits there", refuse)
        case ("geopoint", .place) where !server.isList && !field.isList:
            return try inOwnMeaning(EngineMeaning(places: test, server), "places are not exact there", refuse)
        default: throw refuse("the field has the type \(server.type) there")
        }
    }

    // MARK: - Values

    /// The documents with one of these ids. An id is quoted, and the server has no escape for the quote.
    func ids(_ ids: [String]) throws(UnsupportedError) -> FilterText {
        try Self.quoted("id", ids, isNegated: false)
    }

    private func booleans(_ test: IndexedTest, _ server: ServerField) -> FilterText? {
        let name = server.name
        switch test.test {
        case .hasNoValue:
            return test.isNegated
                ? .test("\(name):=[true,false]") : .and([.test("\(name):!=true"), .test("\(name):!=false")])
        case .isAny(let operands):
            let truths = [true, false].filter { truth in
                operands.contains { if case .boolean(let other) = $0 { other == truth } else { false } }
            }
            guard !truths.isEmpty else { return test.isNegated ? .everything : .nothing }
            return test.isNegated
                ? .and(truths.map { .test("\(name):!=\($0)") })
                : .test("\(name):=[\(truths.map(\.description).joined(separator: ","))]")
        default: return nil
        }
    }

    private func texts(
        _ test: IndexedTest, _ server: ServerField, _ refuse: (String) -> UnsupportedError
    ) throws(UnsupportedError) -> FilterText {
        switch test.test {
        case .hasNoValue where !server.isOptional && !server.isList:
            return test.isNegated ? .everything : .nothing
        case .isAny(let operands) where meaning == .engine:
            let texts = operands.compactMap { if case .text(let text) = $0 { text } else { nil } }
            guard texts.allSatisfy({ $0.contains { $0.isLetter || $0.isNumber } }) else {
                throw refuse("a text without words never matches there")
            }
            use.isEngine = true
            return try Self.quoted(server.name, texts, isNegated: test.isNegated)
        case .isAny:
            throw refuse("texts are compared without case, accents and punctuation there" + Self.engineWay)
        case .hasNoValue: throw refuse("a missing value cannot be tested there")
        default: throw refuse("texts have no exact order and no parts there")
        }
    }

    private static func quoted(
        _ name: String, _ texts: [String], isNegated: Bool
    ) throws(UnsupportedError) -> FilterText {
        guard !texts.isEmpty else { return isNegated ? .everything : .nothing }
        for text in texts where text.contains("`") || text.first == " " || text.last == " " || text.isEmpty {
            throw unsupported("\"\(text.prefix(40))\" in the filter", "it cannot be quoted there")
        }
        return .test(
            "\(name):\(isNegated ? "!=" : "=")[\(texts.map { "`\($0)`" }.joined(separator: ","))]")
    }

    static func unsupported(_ node: String, _ reason: String) -> UnsupportedError { .existing(node, reason) }
}
