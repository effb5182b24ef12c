import QuireCluster

/// Writes conditions as queries in bytes.
///
/// Groups are written without a tree: nested groups of one kind become one, and constants disappear. Of a group, the
/// complements stand apart, because a `bool` query has them under `must_not`.
struct ClauseWriter {
    enum Kind: Sendable {
        case everything, nothing, query
        /// The complement of the query that was written.
        case not
        /// The queries that were written, separated by commas, and those of `negative`.
        case all
        case any
    }

    /// What was written last. Nothing is written for a constant.
    struct Written: Sendable {
        var kind: Kind
        /// How deeply `bool` queries are nested in what was written.
        var depth = 0
        /// The number of queries, not counting those that only group others.
        var count = 1
    }

    var bytes: [UInt8] = []
    private var negative: [UInt8] = []

    init() { bytes.reserveCapacity(768) }

    /// The condition that was written.
    func clause(_ written: Written) -> Clause {
        switch written.kind {
        case .everything: return .everything
        case .nothing: return .nothing
        case .query, .not:
            let query: Clause =
                written.depth == 0
                ? .query(bytes)
                : .written(
                    WrittenClause(form: .query, queries: bytes, depth: written.depth, count: written.count))
            return written.kind == .not ? .not(query) : query
        case .all, .any:
            return .written(
                WrittenClause(
                    form: written.kind == .all ? .all : .any, queries: bytes, negative: negative,
                    depth: written.depth, count: written.count))
        }
    }

    // MARK: - Groups

    /// An open group.
    struct Group {
        let isAll: Bool
        fileprivate let start: Place
        fileprivate var parts = 0
        fileprivate var depth = 0
        fileprivate var count = 0
        fileprivate var first = Written(kind: .everything)
        /// The sizes of the first part's queries if it is a group of the other kind.
        fileprivate var firstSizes = (queries: 0, negative: 0)
        /// Whether a constant decides the group.
        fileprivate var isDecided = false
    }

    struct Place {
        fileprivate let bytes: Int
        fileprivate let negative: Int
    }

    private var place: Place { Place(bytes: bytes.count, negative: negative.count) }

    private mutating func cut(to place: Place) {
        bytes.removeSubrange(place.bytes...)
        negative.removeSubrange(place.negative...)
    }

    /// Writes a group.
    mutating func group(isAll: Bool, _ write: (inout ClauseWriter, inout Group) -> Void) -> Written {
        var group = begin(isAll: isAll)
        write(&self, &group)
        return end(group)
    }

    /// Writes a part of a group.
    mutating func add(to group: inout Group, _ write: (inout ClauseWriter) -> Written) {
        let place = beginPart(of: group)
        endPart(of: &group, place, write(&self))
    }

    mutating func begin(isAll: Bool) -> Group { Group(isAll: isAll, start: place) }

    /// Starts the next part of a group. Write it, and end it.
    mutating func beginPart(of group: Group) -> Place {
        let place = place
        if place.bytes > group.start.bytes { bytes.append(UInt8(ascii: ",")) }
        return place
    }

    mutating func endPart(of group: inout Group, _ place: Place, _ written: Written) {
        let start = place.bytes > group.start.bytes ? place.bytes + 1 : place.bytes
        var parts = 1
        var depth = written.depth
        switch written.kind {
        case .everything, .nothing:
            cut(to: place)
            if (written.kind == .nothing) == group.isAll { group.isDecided = true }
            return
        case .query: break
        case .not where group.isAll:
            if place.negative > group.start.negative { negative.append(UInt8(ascii: ",")) }
            negative += bytes[start...]
            bytes.removeSubrange(place.bytes...)
        case .not:
            bytes.insert(fixed: Self.negationStart, at: start)
            bytes.append(fixed: Self.groupEnd)
            depth += 1
        case .all where group.isAll:
            parts = 2
            if bytes.count == start { bytes.removeSubrange(place.bytes...) }
            if negative.count > place.negative, place.negative > group.start.negative {
                negative.insert(UInt8(ascii: ","), at: place.negative)
            }
        case .any where !group.isAll: parts = 2
        case .all, .any:
            if group.parts == 0 {
                group.firstSizes = (bytes.count - start, negative.count - place.negative)
            }
            wrap(written.kind, from: start, place.negative)
            depth += 1
        }
        if group.parts == 0 { group.first = written }
        group.parts += parts
        group.count += written.count
        group.depth = max(group.depth, depth)
    }

    mutating func end(_ group: Group) -> Written {
        if group.isDecided {
            cut(to: group.start)
            return Written(kind: group.isAll ? .nothing : .everything)
        }
        switch group.parts {
        case 0: return Written(kind: group.isAll ? .everything : .nothing)
        case 1:
            unwrapOnly(of: group)
            return group.first
        default:
            return Written(kind: group.isAll ? .all : .any, depth: group.depth, count: group.count)
        }
    }

    /// The exact complement of what was written last.
    ///
    /// - Parameter start: Where it begins.
    mutating func negate(_ written: Written, from start: Place) -> Written {
        switch written.kind {
        case .everything: return Written(kind: .nothing)
        case .nothing: return Written(kind: .everything)
        case .query: return Written(kind: .not, depth: written.depth, count: written.count)
        case .not: return Written(kind: .query, depth: written.depth, count: written.count)
        case .all, .any:
            wrap(written.kind, from: start.bytes, start.negative)
            return Written(kind: .not, depth: written.depth + 1, count: written.count)
        }
    }

    /// Where what is written next begins.
    var start: Place { place }

    // MARK: - Bool queries

    private static let allStart: StaticString = #"{"bool":{"filter":["#
    private static let anyStart: StaticString = #"{"bool":{"should":["#
    private static let anyEnd: StaticString = #"],"minimum_should_match":1}}"#
    private static let negationStart: StaticString = #"{"bool":{"must_not":["#
    private static let groupEnd: StaticString = "]}}"

    /// Makes one query of a group that was written last.
    private mutating func wrap(_ kind: Kind, from start: Int, _ negativeStart: Int) {
        if kind == .any {
            bytes.insert(fixed: Self.anyStart, at: start)
            return bytes.append(fixed: Self.anyEnd)
        }
        if bytes.count > start {
            bytes.insert(fixed: Self.allStart, at: start)
            if negative.count > negativeStart { bytes.append(fixed: #"],"must_not":["#) }
        } else {
            bytes.append(fixed: Self.negationStart)
        }
        bytes += negative[negativeStart...]
        negative.removeSubrange(negativeStart...)
        bytes.append(fixed: Self.groupEnd)
    }

    /// Undoes what was done to the only part of a group.
    private mutating func unwrapOnly(of group: Group) {
        let start = group.start.bytes
        switch (group.first.kind, group.isAll) {
        case (.not, true):
            bytes += negative[group.start.negative...]
            negative.removeSubrange(group.start.negative...)
        case (.not, false):
            bytes.removeLast(Self.groupEnd.utf8CodeUnitCount)
            bytes.removeSubrange(start..<start + Self.negationStart.utf8CodeUnitCount)
        case (.any, true):
            bytes.removeLast(Self.anyEnd.utf8CodeUnitCount)
            bytes.removeSubrange(start..<start + Self.anyStart.utf8CodeUnitCount)
        case (.all, false):
            let (queries, complements) = group.firstSizes
            bytes.removeLast(Self.groupEnd.utf8CodeUnitCount)
            negative += bytes.suffix(complements)
            let opening = queries > 0 ? Self.allStart : Self.negationStart
            bytes.removeSubrange(start..<start + opening.utf8CodeUnitCount)
            bytes.removeSubrange((start + queries)...)
        case (.everything, _), (.nothing, _), (.query, _), (.all, true), (.any, false): break
        }
    }
}

/// A condition that was written as bytes.
struct WrittenClause: Sendable {
    enum Form: Sendable {
        case query, all, any
    }

    let form: Form
    /// The query, or those of the group, separated by commas.
    let queries: [UInt8]
    /// The queries of which the group has the complements.
    var negative: [UInt8] = []
    /// How deeply `bool` queries are nested in the queries.
    let depth: Int
    /// The number of queries, not counting those that only group others.
    let count: Int
}
