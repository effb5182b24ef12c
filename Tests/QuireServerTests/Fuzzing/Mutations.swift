import TransportDoubles

extension [UInt8] {
    /// The bytes with some damage: changed, lost, repeated, moved, truncated, or with a hostile sequence inserted.
    func mutated(_ numbers: inout SeededGenerator, nasty: [String]) -> [UInt8] {
        var bytes = self
        for _ in 0..<Int.random(in: 1...4, using: &numbers) {
            guard !bytes.isEmpty else { return bytes }
            let place = Int.random(in: 0..<bytes.count, using: &numbers)
            let length = Swift.min(Int.random(in: 1...12, using: &numbers), bytes.count - place)
            switch Int.random(in: 0..<8, using: &numbers) {
            case 0: bytes[place] = UInt8.random(in: 0...255, using: &numbers)
            case 1: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &numbers)
            case 2: bytes.removeSubrange(place..<place + length)
            case 3: bytes.insert(contentsOf: bytes[place..<place + length], at: place)
            case 4: bytes.insert(UInt8.random(in: 0...255, using: &numbers), at: place)
            case 5 where Int.random(in: 0..<4, using: &numbers) == 0: bytes.removeSubrange(place...)
            default:
                let word = nasty[Int.random(in: 0..<nasty.count, using: &numbers)]
                bytes.replaceSubrange(place..<place + length, with: Array(word.utf8))
            }
        }
        return bytes
    }
}
