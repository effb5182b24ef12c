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
        var digits: [UInt8] = []
        digits.reserveCapacity(16)
        append(hexadecimalOf: integer, to: &digits)
        return String(decoding: digits, as: UTF8.self)
    }

    /// Appends the same digits.
    package static func append(hexadecimalOf integer: Int64, to bytes: inout [UInt8]) {
        bytes.append(hexadecimal: UInt64(bitPattern: integer) ^ (1 << 63))
    }
}
