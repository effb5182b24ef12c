#if SQLite
/// A condition in a WHERE clause that may be known to be always true or false.
enum Predicate {
    case always
    case never
    case sql(SQLBuilder)

    /// The exact complement: true where the condition is false or NULL.
    var complement: Predicate {
        switch self {
        case .always: .never
        case .never: .always
        case .sql(let condition): .sql(compose("((", .part(condition), ") IS NOT TRUE)"))
        }
    }

    /// The same condition with other values of the leaves (`SQLBuilder.filled`).
    func filled(_ leaves: [SQLValue], _ starts: [Int]) -> Predicate {
        guard case .sql(let condition) = self else { return self }
        return .sql(condition.filled(leaves, starts))
    }

    /// All of the conditions. An empty list is true.
    static func all(_ conditions: [Predicate]) -> Predicate {
        join(conditions, " AND ", neutral: .always) { if case .never = $0 { true } else { false } }
    }

    /// Any of the conditions. An empty list is false.
    static func any(_ conditions: [Predicate]) -> Predicate {
        join(conditions, " OR ", neutral: .never) { if case .always = $0 { true } else { false } }
    }

    private static func join(
        _ conditions: [Predicate], _ word: String, neutral: Predicate, decides: (Predicate) -> Bool
    ) -> Predicate {
        if conditions.count == 1 { return conditions[0] }
        if let deciding = conditions.first(where: decides) { return deciding }
        let parts = conditions.compactMap { if case .sql(let part) = $0 { part } else { nil } }
        guard !parts.isEmpty else { return neutral }
        var whole = SQLBuilder()
        nest(parts[...], word, into: &whole)
        return .sql(whole)
    }

    /// Writes the parts as a balanced tree. SQLite rejects expressions deeper than 1,000 levels, and a chain of
    /// operators is as deep as it is long.
    private static func nest(_ parts: ArraySlice<SQLBuilder>, _ word: String, into whole: inout SQLBuilder) {
        guard parts.count > 1 else {
            if let only = parts.first { whole.append(only) }
            return
        }
        guard parts.count > 8 else {
            whole.append("(")
            for (index, part) in parts.enumerated() {
                if index > 0 { whole.append(word) }
                whole.append(part)
            }
            whole.append(")")
            return
        }
        let middle = parts.startIndex + parts.count / 2
        whole.append("(")
        nest(parts[..<middle], word, into: &whole)
        whole.append(word)
        nest(parts[middle...], word, into: &whole)
        whole.append(")")
    }
}
#endif
