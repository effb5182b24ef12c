import Quire
import SampleModules
import Seeds
import Testing

/// Two filters are joined in place. Here they are compared with the list form, which copies.
@Suite struct ConditionChainTests {
    private typealias Books = SampleModules.Books

    @Test("Two random filters are joined like a list of two, and keep their own operands")
    func pairs() {
        var random = SeededGenerator(seed: Seed.current)
        let filters = RandomFilters()
        for round in 0..<3_000 {
            let left = filters.next(levels: .random(in: 1...3, using: &random), using: &random)
            let right = filters.next(levels: .random(in: 1...3, using: &random), using: &random)
            let (leftBefore, rightBefore) = (left.description, right.description)
            let (one, other) = (Condition<Books.Fields>(left), Condition<Books.Fields>(right))
            #expect((one && other).filter == Filter.joining(.and, [left, right]), "round \(round)")
            #expect((one || other).filter == Filter.joining(.or, [left, right]), "round \(round)")
            #expect(left.description == leftBefore && right.description == rightBefore, "round \(round)")
        }
    }

    @Test("A chain extends no condition that is used twice")
    func reuse() {
        let base: Condition<Books.Fields> = \.age >= 18 && \.title != "x"
        let first = base && \.price <= 9.5
        let second = base && \.active == true
        #expect(base.filter.operandCount == 2)
        #expect(first.filter.operandCount == 3)
        #expect(second.filter.operandCount == 3)
        #expect(first != second)
        #expect((base && base).filter.operandCount == 4)
    }
}

extension Filter {
    fileprivate var operandCount: Int? { if case .and(let operands) = self { operands.count } else { nil } }
}
