import QuireRemote

/// Writes a `filter_by` expression as bytes. It contains no text from a user.
///
/// Groups are written without a tree: nested groups of one kind become one, constants and repeated parts disappear.
struct FilterWriter {
    /// What was written last. Nothing is written for a constant.
    enum Written: Sendable {
        case everything, nothing, test, all, any
    }

    private(set) var bytes: [UInt8] = []
    /// The parts of the groups that are open. A group that was just closed leaves its own behind them.
    private var parts: [Part] = []

    private struct Part {
        var start: Int
        var end: Int
        /// The operands, operators and parentheses, including those around the part.
        var tokens: Int
    }

    init() { bytes.reserveCapacity(384) }

    /// The expression that was written.
    func text(_ written: Written) -> FilterText {
        switch written {
        case .everything: .everything
        case .nothing: .nothing
        case .test: .test(String(decoding: bytes, as: UTF8.self))
        case .all, .any:
            .written(WrittenFilter(bytes: bytes, tokens: Self.tokens(of: parts[...]), isAll: written == .all))
        }
    }

    private static func tokens(of parts: ArraySlice<Part>) -> Int {
        parts.reduce(parts.count - 1) { $0 + $1.tokens }
    }

    // MARK: - Tests

    /// Writes a test: a name, which has a prefix for its purpose, and the rest.
    mutating func test(
        _ prefix: StaticString, _ name: String, _ rest: (inout [UInt8]) -> Void
    ) -> Written {
        bytes.append(fixed: prefix)
        bytes.append(text: name)
        rest(&bytes)
        return .test
    }

    // MARK: - Groups

    /// An open group.
    struct Group {
        let isAll: Bool
        fileprivate let start: Place
        fileprivate var first = Written.everything
        /// Whether a constant decides the group.
        fileprivate var isDecided = false
    }

    /// A position in the expression, to which it can be cut.
    struct Place {
        fileprivate let bytes: Int
        fileprivate let parts: Int
    }

    var place: Place { Place(bytes: bytes.count, parts: parts.count) }

    mutating func cut(to place: Place) {
        bytes.removeSubrange(place.bytes...)
        parts.removeSubrange(place.parts...)
    }

    /// Writes a group.
    mutating func group(isAll: Bool, _ write: (inout FilterWriter, inout Group) -> Void) -> Written {
        var group = begin(isAll: isAll)
        write(&self, &group)
        return end(group)
    }

    /// Writes a part of a group.
    mutating func add(to group: inout Group, _ write: (inout FilterWriter) -> Written) {
        let place = beginPart(of: group)
        endPart(of: &group, place, write(&self))
    }

    mutating func begin(isAll: Bool) -> Group { Group(isAll: isAll, start: place) }

    /// Starts the next part of a group. Write it, and end it.
    mutating func beginPart(of group: Group) -> Place {
        let place = place
        if place.parts > group.start.parts { bytes.append(fixed: group.isAll ? " && " : " || ") }
        return place
    }

    /// Ends a part of a group.
    ///
    /// The server gives && and || the same precedence, so a group of the other kind gets parentheses.
    mutating func endPart(of group: inout Group, _ place: Place, _ written: Written) {
        let isFirst = place.parts == group.start.parts
        let start = isFirst ? place.bytes : place.bytes + 4
        switch written {
        case .everything, .nothing:
            cut(to: place)
            if (written == .nothing) == group.isAll { group.isDecided = true }
            return
        case .test: add(Part(start: start, end: bytes.count, tokens: 1), to: group, place)
        case .all, .any:
            if (written == .all) == group.isAll {
                if !isFirst { removeRepeated(of: group, place) }
                break
            }
            let tokens = Self.tokens(of: parts[place.parts...]) + 2
            parts.removeSubrange(place.parts...)
            bytes.insert(UInt8(ascii: "("), at: start)
            bytes.append(UInt8(ascii: ")"))
            add(Part(start: start, end: bytes.count, tokens: tokens), to: group, place)
        }
        if isFirst { group.first = written }
    }

    /// Closes a group.
    mutating func end(_ group: Group) -> Written {
        if group.isDecided {
            cut(to: group.start)
            return group.isAll ? .nothing : .everything
        }
        switch parts.count - group.start.parts {
        case 0: return group.isAll ? .everything : .nothing
        case 1:
            let part = parts.removeLast()
            if group.first != .test { open(part, isAll: group.first == .all) }
            return group.first
        default: return group.isAll ? .all : .any
        }
    }

    // MARK: - Parts

    /// Adds the part that was written last, unless the group already has it.
    private mutating func add(_ part: Part, to group: Group, _ place: Place) {
        if isRepeated(part, in: group.start.parts..<place.parts) {
            cut(to: place)
        } else {
            parts.append(part)
        }
    }

    private func isRepeated(_ part: Part, in others: Range<Int>) -> Bool {
        for other in parts[others] where other.end - other.start == part.end - part.start {
            if bytes[other.start..<other.end] == bytes[part.start..<part.end] { return true }
        }
        return false
    }

    /// Removes the parts of a group of the same kind, written last, that the group already has.
    private mutating func removeRepeated(of group: Group, _ place: Place) {
        let others = group.start.parts..<place.parts
        let added = parts[place.parts...]
        guard added.contains(where: { isRepeated($0, in: others) }) else { return }
        let kept = added.filter { !isRepeated($0, in: others) }.map { (Array(bytes[$0.start..<$0.end]), $0) }
        cut(to: place)
        for (text, part) in kept {
            bytes.append(fixed: group.isAll ? " && " : " || ")
            let start = bytes.count
            bytes += text
            parts.append(Part(start: start, end: bytes.count, tokens: part.tokens))
        }
    }

    /// Removes the parentheses of a group that is the only part of another one, and finds its parts again.
    private mutating func open(_ part: Part, isAll: Bool) {
        bytes.removeLast()
        bytes.remove(at: part.start)
        let sign = isAll ? UInt8(ascii: "&") : UInt8(ascii: "|")
        var (start, depth, tokens) = (part.start, 0, 1)
        for position in part.start..<bytes.count {
            switch bytes[position] {
            case UInt8(ascii: "("): depth += 1
            case UInt8(ascii: ")"):
                depth -= 1
                tokens += 2
            case UInt8(ascii: "&"), UInt8(ascii: "|"):
                // The second of the two characters of an operator.
                guard bytes[position - 1] == bytes[position] else { continue }
                guard depth == 0, bytes[position] == sign else {
                    tokens += 2
                    continue
                }
                parts.append(Part(start: start, end: position - 2, tokens: tokens))
                (start, tokens) = (position + 2, 1)
            default: break
            }
        }
        parts.append(Part(start: start, end: bytes.count, tokens: tokens))
    }
}

/// A group that was written as bytes.
struct WrittenFilter: Sendable, Hashable {
    let bytes: [UInt8]
    /// The operands, operators and parentheses.
    let tokens: Int
    let isAll: Bool
}
