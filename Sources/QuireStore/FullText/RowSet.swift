#if SQLite
/// The numbers of rows, in a form that is looked up quickly.
struct RowSet {
    private var bits: [UInt64] = []
    private(set) var count = 0
    private(set) var greatest: Int64 = 0

    init() {}

    init(_ numbers: [Int64]) {
        // Rows are numbered from 1 on, one after another.
        bits = Array(repeating: 0, count: Int(numbers.max() ?? 0) / 64 + 1)
        for number in numbers { insert(number) }
    }

    mutating func insert(_ number: Int64) {
        let index = Int(number) / 64
        while index >= bits.count { bits.append(contentsOf: repeatElement(0, count: bits.count + 1)) }
        let bit: UInt64 = 1 << UInt64(number % 64)
        if bits[index] & bit == 0 { count += 1 }
        bits[index] |= bit
        greatest = max(greatest, number)
    }

    func contains(_ number: Int64) -> Bool {
        let index = Int(number) / 64
        return index < bits.count && bits[index] & (1 << UInt64(number % 64)) != 0
    }
}
#endif
