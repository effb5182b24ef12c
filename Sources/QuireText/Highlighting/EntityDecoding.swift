/// Decodes the HTML entities of a text and adjusts its spans.
enum EntityDecoding {
    /// - Parameter spans: Ordered spans without overlaps. A span that ends inside an entity covers the whole character.
    static func decoded(_ bytes: [UInt8], _ spans: [Range<Int>]) -> (text: [UInt8], spans: [Range<Int>]) {
        guard bytes.contains(UInt8(ascii: "&")) else { return (bytes, spans) }
        return bytes.withUnsafeBufferPointer { decoded($0, spans) }
    }

    private static func decoded(
        _ bytes: UnsafeBufferPointer<UInt8>, _ spans: [Range<Int>]
    ) -> (text: [UInt8], spans: [Range<Int>]) {
        var text: [UInt8] = []
        text.reserveCapacity(bytes.count)
        var bounds = spans.flatMap { [$0.lowerBound, $0.upperBound] }
        var next = 0
        var index = 0
        while index < bytes.count {
            let isEntity = bytes[index] == UInt8(ascii: "&")
            let entity = isEntity ? HTMLEntities.entity(at: index, in: bytes) : nil
            let end = entity?.end ?? index + 1
            let start = text.count
            if let entity { text.append(contentsOf: entity.scalar.utf8) } else { text.append(bytes[index]) }
            while next < bounds.count, bounds[next] < end {
                // Bounds alternate between starts and ends. An end inside an entity includes its character.
                bounds[next] = bounds[next] > index && next % 2 == 1 ? text.count : start
                next += 1
            }
            index = end
        }
        for rest in next..<bounds.count { bounds[rest] = text.count }
        return (text, stride(from: 0, to: bounds.count, by: 2).map { bounds[$0]..<bounds[$0 + 1] })
    }
}
