import QuireCore
import QuireEngine

extension FacetStatistics {
    /// Computes the statistics from the counts of all values; `nil` if none of them is a number or a date.
    package init?(of counts: [FacetCount]) {
        var statistics: FacetStatistics?
        for entry in counts where entry.count > 0 {
            let number: Double
            switch entry.value {
            case .integer(let integer), .date(let integer): number = Double(integer)
            case .number(let double): number = double
            default: continue
            }
            var new = statistics ?? FacetStatistics(count: 0, minimum: number, maximum: number, sum: 0)
            new.count += entry.count
            new.minimum = min(new.minimum, number)
            new.maximum = max(new.maximum, number)
            new.sum += number * Double(entry.count)
            statistics = new
        }
        guard let statistics else { return nil }
        self = statistics
    }
}
