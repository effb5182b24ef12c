/// Finds where the words of a phrase follow one another, in time that grows with the words and their occurrences.
///
/// A text in a script without spaces is one phrase of all its words. Comparing the phrase at each place would take
/// quadratic time if words repeat. Instead, neighbouring words are joined in pairs, then the pairs, and so on. Equal
/// blocks are joined once.
package enum PhrasePlaces {
    private struct Pair: Hashable {
        var first: Int
        /// `nil` for the last block of an odd number.
        var second: Int?
    }

    /// The places at which a phrase begins, in order.
    ///
    /// - Parameters:
    ///   - words: The number of each word of the phrase. Equal words have the same number.
    ///   - places: The places of each number, in order. The next word has the next place.
    ///   - fieldShift: Places are in the same field if they are equal from this bit on.
    package static func starts(of words: [Int], places: [[UInt64]], fieldShift: UInt64) -> [UInt64] {
        var blocks = words
        var places = places
        var length: UInt64 = 1
        while blocks.count > 1 {
            var numbers: [Pair: Int] = [:]
            var joined: [[UInt64]] = []
            var next: [Int] = []
            for index in stride(from: 0, to: blocks.count, by: 2) {
                let pair = Pair(
                    first: blocks[index], second: index + 1 < blocks.count ? blocks[index + 1] : nil)
                if let number = numbers[pair] {
                    next.append(number)
                    continue
                }
                let joinedPlaces =
                    pair.second.map {
                        join(places[pair.first], places[$0], distance: length, fieldShift: fieldShift)
                    }
                    ?? places[pair.first]
                if joinedPlaces.isEmpty { return [] }
                numbers[pair] = joined.count
                next.append(joined.count)
                joined.append(joinedPlaces)
            }
            (blocks, places, length) = (next, joined, length * 2)
        }
        return blocks.first.map { places[$0] } ?? []
    }

    /// The places that others follow at a distance in the same field.
    private static func join(
        _ places: [UInt64], _ others: [UInt64], distance: UInt64, fieldShift: UInt64
    ) -> [UInt64] {
        var next = 0
        return places.filter { place in
            let target = place + distance
            while next < others.count, others[next] < target { next += 1 }
            return next < others.count && others[next] == target
                && target >> fieldShift == place >> fieldShift
        }
    }
}
