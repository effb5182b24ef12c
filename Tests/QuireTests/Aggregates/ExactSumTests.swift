import Foundation
import Quire
import Seeds
import Testing

@Suite("Exact sums")
struct ExactSumTests {
    private func sum(_ values: [Double]) -> Double? {
        var sum = NumberSum()
        for value in values { sum.add(value) }
        return sum.sum
    }

    @Test("A sum of numbers is the exact one, rounded once")
    func exact() {
        #expect(sum([]) == 0)
        #expect(sum(Array(repeating: 0.1, count: 10)) == 1)
        #expect(sum([1e100, 1, -1e100]) == 1)
        #expect(sum([1, 0x1p-53, 0x1p-53]) == 1 + 0x1p-52)
        // Halfway between two numbers: to the even one, unless anything is left.
        #expect(sum([1, 0x1p-53]) == 1)
        #expect(sum([1, 0x1p-53, Double.leastNonzeroMagnitude]) == 1 + 0x1p-52)
        #expect(sum([-1, -0x1p-53, -Double.leastNonzeroMagnitude]) == -1 - 0x1p-52)
        #expect(sum([.leastNonzeroMagnitude, .leastNonzeroMagnitude]) == 2 * Double.leastNonzeroMagnitude)
        #expect(
            sum([.greatestFiniteMagnitude, .greatestFiniteMagnitude, -.greatestFiniteMagnitude])
                == .greatestFiniteMagnitude)
        #expect(sum([.greatestFiniteMagnitude, .greatestFiniteMagnitude]) == nil)
        #expect(sum([.infinity, -.infinity]) == nil)
    }

    @Test("A sum of numbers does not depend on their order")
    func order() {
        var random = SeededGenerator(seed: Seed.current)
        for _ in 0..<200 {
            var values = (0..<40).map { _ in
                Double(
                    sign: Bool.random(using: &random) ? .plus : .minus,
                    exponent: Int.random(in: -1_070...1_000, using: &random),
                    significand: Double.random(in: 1..<2, using: &random))
            }
            values += values.prefix(39).map { -$0 }
            let last = values[39]
            values.shuffle(using: &random)
            #expect(sum(values) == last)
        }
    }

    @Test("An average of integers is the exact quotient, rounded once")
    func average() {
        func average(_ values: [Int64]) -> Double? {
            var sum = IntegerSum()
            for value in values { sum.add(value) }
            return sum.average
        }
        #expect(average([]) == nil)
        #expect(average([1, 2]) == 1.5)
        #expect(average([-1, -2, -2]) == -5.0 / 3)
        #expect(average([.max, .max]) == 0x1p63)
        #expect(average([.min, .min, .min]) == -0x1p63)
        #expect(average([.max, .min]) == -0.5)
        // 2^53 + 1 and 1/3 more: the sum itself has no Double.
        let odd: Int64 = (1 << 53) + 1
        #expect(average([odd, odd, odd + 1]) == 0x1p53 + 2)
        #expect(average([odd, odd, odd]) == 0x1p53)
        #expect(average([(1 << 62) + 1, 1]) == 0x1p61)
    }

    @Test("A sum of integers is exact for every order, and nil beyond 64 bits")
    func integers() {
        func sum(_ values: [Int64]) -> Int64? {
            var sum = IntegerSum()
            for value in values { sum.add(value) }
            return sum.sum
        }
        #expect(sum([.max, 1, -1]) == .max)
        #expect(sum([.min, -1, 1]) == .min)
        #expect(sum([.max, 1]) == nil)
        #expect(sum([.min, -1]) == nil)
        #expect(sum([.max, .max, .min, .min]) == -2)
    }
}
