/// Integers that preserve the order of other values, for engines that only sort integers.
package enum OrderKey {
    /// An integer for each number, in the order of the numbers. 0 and -0 have the same. Not for NaN.
    package static func integer(of number: Double) -> Int64 {
        let bits = Int64(bitPattern: (number == 0 ? 0 : number).bitPattern)
        return bits >= 0 ? bits : bits ^ .max
    }

    /// The number for an integer.
    package static func number(of integer: Int64) -> Double {
        Double(bitPattern: UInt64(bitPattern: integer >= 0 ? integer : integer ^ .max))
    }

    /// Sixteen lowercase hexadecimal digits that sort like the integers.
    package static func hexadecimal(of integer: Int64) -> String {
        (UInt64(bitPattern: integer) ^ (1 << 63)).hexadecimal
    }

    /// The integer of such digits.
    package static func integer(hexadecimal digits: some StringProtocol) -> Int64? {
        guard digits.utf8.count == 16, let bits = UInt64(digits, radix: 16) else { return nil }
        return Int64(bitPattern: bits ^ (1 << 63))
    }
}
