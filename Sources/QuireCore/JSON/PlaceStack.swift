/// Where the value of an object's member is.
package struct ValuePlace {
    /// The offset of the value; −1 if there is none.
    package var start = -1
    /// The closing quote of a text without escapes that is UTF-8; −1 for other values.
    var textEnd = -1

    /// Whether the value is a text without escapes that is UTF-8.
    package var isPlainText: Bool { textEnd >= 0 }
}

/// The places of the values of open objects, those of the innermost object last.
///
/// It is read and written by address and holds no references, because an array would count its owners for each value.
/// `JSONContext` keeps its memory.
struct PlaceStack {
    private var base = PlaceMemory.nothing
    private var capacity = 0
    private(set) var count = 0

    func hasRoom(_ size: Int) -> Bool { capacity &- count >= size }

    /// Moves to larger memory, which the caller keeps.
    @inline(never)
    mutating func grow(by size: Int) -> PlaceMemory {
        let larger = PlaceMemory(capacity: max(64, capacity * 2, count + size))
        larger.base.update(from: base, count: count)
        base = larger.base
        capacity = larger.capacity
        return larger
    }

    /// Adds places without values. Returns the position of the first. Requires room for them.
    mutating func add(_ size: Int) -> Int {
        precondition(size >= 0 && hasRoom(size), "There is no room for the places.")
        let first = count
        (base + first).update(repeating: ValuePlace(), count: size)
        count = first &+ size
        return first
    }

    /// Removes the places from a position on.
    mutating func remove(from position: Int) { count = min(count, max(0, position)) }

    @inline(__always)
    subscript(position: Int) -> ValuePlace {
        get {
            precondition(position >= 0 && position < count, "No place has that position.")
            return base[position]
        }
        nonmutating set {
            precondition(position >= 0 && position < count, "No place has that position.")
            base[position] = newValue
        }
    }
}

/// The memory of a `PlaceStack`.
final class PlaceMemory {
    let base: UnsafeMutablePointer<ValuePlace>
    let capacity: Int

    init(capacity: Int) {
        self.capacity = capacity
        base = .allocate(capacity: capacity)
        base.initialize(repeating: ValuePlace(), count: capacity)
    }

    deinit { base.deallocate() }

    /// For stacks that never had places.
    nonisolated(unsafe) static let nothing: UnsafeMutablePointer<ValuePlace> = {
        let place = UnsafeMutablePointer<ValuePlace>.allocate(capacity: 1)
        place.initialize(to: ValuePlace())
        return place
    }()
}
