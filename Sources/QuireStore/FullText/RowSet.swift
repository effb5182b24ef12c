#if SQLite
/// The numbers of rows, in a form that is looked up quickly. Rows are numbered from 1 on, one after another.
struct RowSet {
    private var bits: [UInt64] = []
    private(set) var count = 0
    /// The greatest number that was ever added.
    private(set) var greatest: Int64 = 0

    /// The numbers that rows may have. A damaged file may have others: such rows belong to no item.
    static let possible: ClosedRange<Int64> = 1...(1 << 31)

    init() {}

    init(_ numbers: some Sequence<Int64>) { for number in numbers { insert(number) } }

    /// Adds a number, unless it is not a possible one.
    mutating func insert(_ number: Int64) {
        guard Self.possible.contains(number) else { return }
        let index = Int(truncatingIfNeeded: number >> 6)
        while index >= bits.count { bits.append(contentsOf: repeatElement(0, count: bits.count + 1)) }
        let old = bits[index]
        let new = old | 1 &<< UInt64(truncatingIfNeeded: number & 63)
        if new != old {
            count += 1
            bits[index] = new
        }
        greatest = max(greatest, number)
    }

    mutating func remove(_ number: Int64) {
        guard contains(number) else { return }
        bits[Int(number) / 64] &= ~(1 << UInt64(number % 64))
        count -= 1
    }

    /// The numbers in ascending order.
    var numbers: [Int64] {
        var numbers: [Int64] = []
        numbers.reserveCapacity(count)
        for (index, word) in bits.enumerated() {
            var rest = word
            while rest != 0 {
                numbers.append(Int64(index * 64 + rest.trailingZeroBitCount))
                rest &= rest - 1
            }
        }
        return numbers
    }

    /// Calls the body with the numbers in a range, in ascending order. Its bounds must be multiples of 64.
    @inline(__always)
    func forEach(in range: Range<Int64>, _ body: (Int64) -> Void) {
        let end = min(Int(range.upperBound) / 64, bits.count)
        var index = Int(range.lowerBound) / 64
        while index < end {
            var rest = bits[index]
            while rest != 0 {
                body(Int64(index * 64 + rest.trailingZeroBitCount))
                rest &= rest - 1
            }
            index += 1
        }
    }

    func contains(_ number: Int64) -> Bool {
        guard Self.possible.contains(number) else { return false }
        let index = Int(number) / 64
        return index < bits.count && bits[index] & (1 << UInt64(number % 64)) != 0
    }
}
#endif
