/// A condition that many filters repeat, printed once with its complement.
final class PrintedCondition: Sendable, Hashable {
    /// The text of the condition as a part of a filter.
    struct Form: Sendable {
        let bytes: [UInt8]
        /// The number of comparisons.
        let count: Int
        let written: FilterPrinter.Written
    }

    let condition: Condition
    let positive: Form
    let negative: Form

    /// Returns `nil` for a condition that must not occur twice in a filter: whether one of many values is equal.
    init?(_ condition: Condition) {
        var (printer, complement) = (FilterPrinter(), FilterPrinter())
        let (written, negated) = (
            printer.write(condition), complement.write(condition, isNegated: true)
        )
        guard let positive = printer.form(written), let negative = complement.form(negated) else {
            return nil
        }
        self.condition = condition
        self.positive = positive
        self.negative = negative
    }

    static func == (left: PrintedCondition, right: PrintedCondition) -> Bool {
        left === right || left.condition == right.condition
    }

    func hash(into hasher: inout Hasher) { hasher.combine(condition) }
}
