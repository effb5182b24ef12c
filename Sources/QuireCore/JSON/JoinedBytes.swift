/// Builds bytes piece by piece in flat memory that a `ByteOwner` keeps.
///
/// It is written by address. Every piece reserves its room first. One value writes, and readers access the bytes through
/// the owner.
package struct JoinedBytes {
    /// Keeps the memory of slices alive.
    package private(set) var owner: ByteOwner
    private var base: UnsafeMutablePointer<UInt8>
    private var capacity: Int
    /// The position after the last byte.
    var end: UnsafeMutablePointer<UInt8>

    /// - Parameter capacity: The expected number of bytes.
    package init(capacity: Int) {
        self.capacity = max(64, capacity)
        owner = ByteOwner(capacity: self.capacity)
        base = owner.base
        end = base
    }

    package var count: Int { end - base }

    /// The room that is reserved for writing in steps of at most sixteen bytes.
    static let roomForSteps = 64

    /// The last position at which a step can be written without reserving room.
    var lastStep: UnsafeMutablePointer<UInt8> { base + (capacity &- 16) }

    /// Reserves room for a number of bytes after the last one.
    @inline(__always)
    mutating func reserve(_ size: Int) {
        if capacity &- count < size { grow(by: size) }
    }

    @inline(never)
    private mutating func grow(by size: Int) {
        // Slices retain the old memory. Continue in a larger block with a copy of everything.
        let used = count
        let larger = ByteOwner(capacity: max(capacity * 2, used + size))
        larger.base.update(from: base, count: used)
        owner = larger
        base = larger.base
        capacity = larger.capacity
        end = base + used
    }

    @inline(__always)
    package mutating func append(_ byte: UInt8) {
        reserve(1)
        end.pointee = byte
        end += 1
    }

    @inline(__always)
    package mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard let start = bytes.baseAddress else { return }
        reserve(bytes.count)
        end.update(from: start, count: bytes.count)
        end += bytes.count
    }

    package mutating func append(_ bytes: [UInt8]) { bytes.withUnsafeBufferPointer { append($0) } }

    package mutating func append(_ text: StaticString) { text.withUTF8Buffer { append($0) } }

    /// Removes everything from a position on.
    @inline(__always)
    package mutating func truncate(to count: Int) { end = base + min(max(0, count), self.count) }

    /// The bytes of a range, clamped to the existing bytes. Valid until more are written.
    package func slice(_ range: Range<Int>) -> UnsafeBufferPointer<UInt8> {
        let range = range.clamped(to: 0..<count)
        return UnsafeBufferPointer(start: base + range.lowerBound, count: range.count)
    }

    /// The byte at a written position, or 0 elsewhere.
    package subscript(position: Int) -> UInt8 { position >= 0 && position < count ? base[position] : 0 }
}

/// Memory that `JoinedBytes` writes once.
///
/// Unchecked, because it is only read afterwards.
package final class ByteOwner: @unchecked Sendable {
    fileprivate let base: UnsafeMutablePointer<UInt8>
    fileprivate let capacity: Int

    fileprivate init(capacity: Int) {
        self.capacity = capacity
        base = .allocate(capacity: capacity)
    }

    deinit { base.deallocate() }

    /// The bytes from the start to an end.
    func withBytes<Value>(upTo end: Int, _ body: (UnsafeRawBufferPointer) -> Value) -> Value {
        body(UnsafeRawBufferPointer(start: base, count: min(max(0, end), capacity)))
    }
}
