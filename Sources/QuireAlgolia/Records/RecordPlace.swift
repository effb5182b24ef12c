/// An id as a sequence of numbers that sorts like the id's bytes, for engines that can only compare numbers.
enum RecordPlace {
    /// Six bytes make a number below 2^53. Each byte counts from 1, so that the end of an id differs from a zero byte.
    static func numbers(of id: String) -> [Int64] {
        var numbers: [Int64] = []
        var number: Int64 = 0
        var count = 0
        for byte in id.utf8 {
            number = number * 257 + Int64(byte) + 1
            count += 1
            if count == 6 {
                numbers.append(number)
                (number, count) = (0, 0)
            }
        }
        guard count > 0 else { return numbers }
        while count < 6 {
            number *= 257
            count += 1
        }
        return numbers + [number]
    }
}
