/// What an app would write itself: the vectors in one buffer, a dot product that the compiler turns into vector
/// instructions, and the best rows in a short list.
struct HandWrittenScan {
    var components: [Int8] = []
    var scales: [Float] = []
    let dimensions: Int

    func nearest(_ count: Int, to query: [Int8], among isWanted: [Bool]) -> [Int] {
        let wide = query.map(Int16.init)
        var best: [(row: Int, similarity: Float)] = []
        best.reserveCapacity(count + 1)
        var least = -Float.infinity
        components.withUnsafeBufferPointer { components in
            wide.withUnsafeBufferPointer { query in
                guard let components = components.baseAddress, let query = query.baseAddress else { return }
                for row in scales.indices where isWanted[row] {
                    var sum: Int32 = 0
                    let vector = components + row * dimensions
                    for index in 0..<dimensions {
                        sum &+= Int32(Int16(vector[index])) &* Int32(query[index])
                    }
                    let similarity = Float(sum) * scales[row]
                    guard similarity > least || best.count < count else { continue }
                    let place = best.firstIndex { $0.similarity < similarity } ?? best.count
                    best.insert((row, similarity), at: place)
                    if best.count > count { best.removeLast() }
                    if best.count == count { least = best[count - 1].similarity }
                }
            }
        }
        return best.map(\.row)
    }
}
