import QuireCore
import QuireEngine
import QuireRemote
import QuireText

extension LeafCompiler {
    func text(_ test: EvaluatedTest) throws(UnsupportedError) -> Condition {
        switch test {
        case .isAny(let operands):
            return try Self.any(operands) { (operand) throws(UnsupportedError) -> Condition? in
                guard let text = operand.text else { return nil }
                return try equal(text)
            }
        case .isOrdered(let standings, let operand):
            let text = try comparable(operand.text ?? "")
            let includesEqual = standings.contains(.equal)
            let test = own(.order(standings), .text(text))
            if standings.contains(.greater) {
                return !text.isEmpty ? test : includesEqual ? present : own(.notEqual, .empty)
            }
            return try !text.isEmpty ? withValue(test) : includesEqual ? equal("") : .nothing
        case .isBetween(let lower, let upper):
            let (lower, upper) = (try comparable(lower.text ?? ""), try comparable(upper.text ?? ""))
            guard !upper.utf8.lexicographicallyPrecedes(lower.utf8) else { return .nothing }
            if upper.isEmpty { return try equal("") }
            let test = own(.lessOrEqual, .text(upper))
            return lower.isEmpty ? withValue(test) : .all([own(.greaterOrEqual, .text(lower)), test])
        case .isLike(let part): return try part.isEmpty ? present : like(part)
        case .contains(let part):
            return try part.isEmpty ? present : exactPart(.pattern(SearchedText.exact(part)))
        case .hasPrefix(let part):
            if part.isEmpty { return present }
            return .beginning(with: try comparable(part), in: column)
        case .hasSuffix(let part):
            if part.isEmpty { return present }
            return try exactPart(.pattern(SearchedText.exact(part) + String(SearchedText.separator)))
        default: return .nothing
        }
    }

    private func equal(_ text: String) throws(UnsupportedError) -> Condition {
        if text.isEmpty { return .all([own(.equal, .empty), field.isMarked]) }
        // PocketBase refuses filters with a NUL.
        guard text.utf8.contains(0) else { return own(.equal, .text(text)) }
        guard field.shadows.contains(.exact) else {
            throw refused("PocketBase cannot look for a NUL character")
        }
        return beside(.exact, .equal, to: .text(SearchedText.joined([SearchedText.exact(text)])))
    }

    private func comparable(_ text: String) throws(UnsupportedError) -> String {
        if text.utf8.contains(0) { throw refused("PocketBase cannot look for a NUL character") }
        return text
    }

    /// - Parameter part: In lower case.
    private func like(_ part: String) throws(UnsupportedError) -> Condition {
        if field.storage == .relation || field.storage == .relations {
            // Ids are ASCII, of which PocketBase ignores the case.
            return part.utf8.allSatisfy(Self.isOfID) ? own(.matches, .pattern(part)) : .nothing
        }
        guard field.shadows.contains(.lower) else {
            throw refused(
                "PocketBase ignores the case of ASCII letters only; use a managed collection, sync into a store, or let "
                    + "the client compare with .fallback(.clientSide(maxScanned: 1_000))")
        }
        return beside(.lower, .matches, to: .pattern(SearchedText.lower(part)))
    }

    private static func isOfID(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"),
            UInt8(ascii: "-"):
            true
        default: false
        }
    }

    private func exactPart(_ pattern: Literal) throws(UnsupportedError) -> Condition {
        guard field.shadows.contains(.exact) else {
            throw refused(
                "PocketBase ignores the case of letters here; use a managed collection, sync into a store, or let the "
                    + "client compare with .fallback(.clientSide(maxScanned: 1_000))")
        }
        return beside(.exact, .matches, to: pattern)
    }

    // MARK: - Lists

    func list(_ test: EvaluatedTest) throws(UnsupportedError) -> Condition {
        if !field.isManaged { return try existingList(test) }
        switch test {
        case .isAny(let operands):
            return .any(
                operands.compactMap { ColumnText.exact($0, of: field) }.map { key in
                    beside(.exact, .matches, to: .pattern(SearchedText.joined([key])))
                })
        case .isOrdered(let standings, let operand):
            return try listOrdered(standings, by: operand, test)
        case .isBetween:
            throw refused(
                "one element must be between both, which PocketBase cannot tell; use two comparisons")
        case .isLike(let part): return try part.isEmpty ? present : like(part)
        case .contains(let part):
            return try part.isEmpty ? present : exactPart(.pattern(SearchedText.exact(part)))
        case .hasPrefix(let part):
            return try part.isEmpty
                ? present
                : exactPart(.pattern(String(SearchedText.separator) + SearchedText.exact(part)))
        case .hasSuffix(let part):
            return try part.isEmpty
                ? present
                : exactPart(.pattern(SearchedText.exact(part) + String(SearchedText.separator)))
        default: return .nothing
        }
    }

    /// Compares the largest or the smallest element.
    private func listOrdered(
        _ standings: Standings, by operand: EvaluatedValue, _ test: EvaluatedTest
    ) throws(UnsupportedError) -> Condition {
        let isGreater = standings.contains(.greater)
        var symbol = ColumnTest.Operator.order(standings)
        let key: String
        if field.indexed.comparison == .text {
            key = "=" + (try comparable(operand.text ?? ""))
        } else {
            symbol = isGreater ? .greaterOrEqual : .lessOrEqual
            if field.isDouble {
                guard let range = NumberRange.doubles(test) else { return .nothing }
                let bound = isGreater ? range.lowerBound : range.upperBound
                key = OrderKey.hexadecimal(of: OrderKey.integer(of: bound))
            } else {
                guard let range = NumberRange.integers(test) else { return .nothing }
                key = OrderKey.hexadecimal(of: isGreater ? range.lowerBound : range.upperBound)
            }
        }
        if isGreater { return beside(.highest, symbol, to: .text(key)) }
        return .all([beside(.lowest, symbol, to: .text(key)), beside(.lowest, .notEqual, to: .empty)])
    }

    /// Ids of an existing collection are searched for in the list's JSON. That ignores the case of ASCII letters, so ids with
    /// capital letters are compared with each element, as choices are.
    private func existingList(_ test: EvaluatedTest) throws(UnsupportedError) -> Condition {
        guard case .isAny(let operands) = test, field.storage == .choices || field.storage == .relations
        else {
            throw refused(
                "PocketBase cannot compare the elements of a list; use a managed collection, or a store")
        }
        let texts = operands.compactMap(\.text).filter { !$0.isEmpty }
        guard field.storage == .relations, texts.allSatisfy({ $0.utf8.allSatisfy(Self.isOfID) }) else {
            if texts.contains(where: { $0.utf8.contains(0) }) {
                throw refused("PocketBase cannot look for a NUL character")
            }
            return .any(texts.map { .compare(column + ":each", .someEqual, to: .text($0)) })
        }
        return .any(texts.map { own(.matches, .pattern("\"\($0)\"")) })
    }
}

extension Condition {
    /// The texts of a column that begin with a text that is not empty.
    static func beginning(with text: String, in column: String) -> Condition {
        let lower = Condition.compare(column, .greaterOrEqual, to: .text(text))
        guard let end = text.endOfPrefixRange else { return lower }
        return .all([lower, .compare(column, .less, to: .text(end))])
    }
}
