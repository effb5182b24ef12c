import QuireCore
import QuireRemote

/// Prints conditions in PocketBase's language, within its limits.
///
/// Groups are written without a tree: nested groups of one kind become one, and constants disappear.
struct FilterPrinter: Sendable {
    /// The largest filter, in bytes, and the largest number of comparisons.
    static let maximumBytes = 3_500
    static let maximumTests = 200

    /// What was written last. Nothing is written for a constant.
    enum Written: Sendable {
        case everything, nothing, test, all, any
    }

    private var bytes: [UInt8] = []
    private var count = 0
    /// The columns of which one of many values must be equal, for each such test.
    private var searched: [String] = []
    /// The position in `searched` of a column of which two values are required at once: PocketBase would look for both
    /// in one value.
    private var requiredTwice: Int?

    init() { bytes.reserveCapacity(480) }

    /// The filter; `nil` if every record meets it.
    ///
    /// - Parameters:
    ///   - written: What was written.
    ///   - module: The module's name, for the error.
    /// - Throws: `UnsupportedError` if the filter is larger than PocketBase accepts.
    func text(_ written: Written, module: String) throws(UnsupportedError) -> String? {
        switch written {
        case .everything: return nil
        case .nothing: return "id = ''"
        case .test, .all, .any: break
        }
        if let requiredTwice {
            let column = searched[requiredTwice]
            throw UnsupportedError(
                engine: PocketBaseConnection.engineName,
                node: "two values of \"\(column.prefix { $0 != ":" })\" at once",
                hint: "use a managed collection, sync into a store, or let the client compare with "
                    + ".fallback(.clientSide(maxScanned: 1_000))")
        }
        guard count <= Self.maximumTests else {
            throw UnsupportedError(
                engine: PocketBaseConnection.engineName,
                node: "a filter of \(count) comparisons on \"\(module)\"",
                hint: "it takes \(Self.maximumTests); ask in several searches, or sync into a store")
        }
        guard bytes.count <= Self.maximumBytes else {
            throw UnsupportedError(
                engine: PocketBaseConnection.engineName,
                node: "a filter of \(bytes.count) bytes on \"\(module)\"",
                hint: "it takes \(Self.maximumBytes) bytes; ask in several searches, or sync into a store")
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    // MARK: - Conditions

    /// Writes a condition, or its exact complement.
    mutating func write(_ condition: Condition, isNegated: Bool = false) -> Written {
        switch condition {
        case .everything: return isNegated ? .nothing : .everything
        case .nothing: return isNegated ? .everything : .nothing
        case .test(let test):
            let symbol = isNegated ? test.symbol.complement : test.symbol
            write(test, symbol)
            guard isNegated, test.isMember, symbol.isOrder else { return .test }
            // A missing member meets neither an ordering nor its opposite.
            bytes.append(fixed: " || ")
            write(test.column, .equal, .null)
            return .any
        case .all(let parts): return write(parts, isAll: !isNegated, isNegated)
        case .any(let parts): return write(parts, isAll: isNegated, isNegated)
        case .notAll(let parts): return write(parts, isAll: isNegated, !isNegated)
        case .printed(let condition, let isComplement):
            let form = isComplement == isNegated ? condition.positive : condition.negative
            bytes += form.bytes
            count += form.count
            return form.written
        }
    }

    /// What was written so far, for other filters. `nil` if it looks for one of many values.
    func form(_ written: Written) -> PrintedCondition.Form? {
        searched.isEmpty ? PrintedCondition.Form(bytes: bytes, count: count, written: written) : nil
    }

    private mutating func write(_ parts: [Condition], isAll: Bool, _ isNegated: Bool) -> Written {
        var group = begin(isAll: isAll)
        for part in parts {
            let place = beginPart(of: group)
            endPart(of: &group, place, write(part, isNegated: isNegated))
        }
        return end(group)
    }

    private mutating func write(_ test: Condition.Test, _ symbol: Condition.Test.Operator) {
        if symbol == .someEqual { searched.append(test.column) }
        write(test.column, symbol, test.literal)
    }

    private mutating func write(
        _ column: String, _ symbol: Condition.Test.Operator, _ literal: Literal
    ) {
        count += 1
        bytes.append(text: column)
        bytes.append(fixed: symbol.text)
        literal.write(to: &bytes)
    }

    // MARK: - Groups

    /// An open group.
    struct Group {
        let isAll: Bool
        fileprivate let start: Place
        fileprivate var first = Written.everything
        fileprivate var parts = 0
        fileprivate var isFirstInParentheses = false
        /// Whether a constant decides the group.
        fileprivate var isDecided = false
    }

    /// A position in the filter, to which it can be cut.
    struct Place {
        fileprivate let bytes: Int
        fileprivate let count: Int
        fileprivate let searched: Int
        fileprivate let requiredTwice: Int?
    }

    private var place: Place {
        Place(bytes: bytes.count, count: count, searched: searched.count, requiredTwice: requiredTwice)
    }

    private mutating func cut(to place: Place) {
        bytes.removeSubrange(place.bytes...)
        count = place.count
        searched.removeSubrange(place.searched...)
        requiredTwice = place.requiredTwice
    }

    /// Opens a group.
    mutating func begin(isAll: Bool) -> Group { Group(isAll: isAll, start: place) }

    /// Opens a group whose first part is all that was written so far.
    mutating func begin(isAll: Bool, with written: Written) -> Group {
        let start = Place(bytes: 0, count: 0, searched: 0, requiredTwice: nil)
        var group = Group(isAll: isAll, start: start)
        endPart(of: &group, start, written)
        return group
    }

    /// Starts the next part of a group. Write it, and end it.
    mutating func beginPart(of group: Group) -> Place {
        let place = place
        if group.parts > 0 { bytes.append(fixed: group.isAll ? " && " : " || ") }
        return place
    }

    /// Ends a part of a group. A group of the other kind gets parentheses.
    ///
    /// A parenthesis comes first, or after an operator or another parenthesis: PocketBase drops a word before one.
    mutating func endPart(of group: inout Group, _ place: Place, _ written: Written) {
        switch written {
        case .everything, .nothing:
            cut(to: place)
            if (written == .nothing) == group.isAll { group.isDecided = true }
            return
        case .test, .all, .any: break
        }
        let needsParentheses = written == (group.isAll ? .any : .all)
        if needsParentheses {
            bytes.insert(UInt8(ascii: "("), at: place.bytes + (group.parts > 0 ? 4 : 0))
            bytes.append(UInt8(ascii: ")"))
        }
        if group.isAll, requiredTwice == nil, searched.count > place.searched {
            let others = searched[group.start.searched..<place.searched]
            requiredTwice = searched[place.searched...].firstIndex(where: others.contains)
        }
        if group.parts == 0 {
            group.first = written
            group.isFirstInParentheses = needsParentheses
        }
        group.parts += 1
    }

    /// Closes a group.
    mutating func end(_ group: Group) -> Written {
        if group.isDecided {
            cut(to: group.start)
            return group.isAll ? .nothing : .everything
        }
        if group.parts == 0 { return group.isAll ? .everything : .nothing }
        if group.parts > 1 { return group.isAll ? .all : .any }
        if group.isFirstInParentheses {
            bytes.removeLast()
            bytes.remove(at: group.start.bytes)
        }
        return group.first
    }
}
