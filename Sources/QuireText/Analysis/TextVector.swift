/// The meaning of a text: a vector of length 1 with components of 8 bits and one scale.
///
/// The similarity of two vectors is their dot product: the sum of the products of their components, times both scales.
package struct TextVector: Sendable, Hashable {
    /// Each from -127 to 127; the greatest has the absolute value 127.
    package let components: [Int8]
    /// The value of a component of 1.
    package let scale: Float

    package init(components: [Int8], scale: Float) {
        self.components = components
        self.scale = scale
    }

    /// Why a vector cannot be used.
    package enum Problem: Error, Hashable {
        case notFinite(index: Int)
        case zero
    }

    /// Scales a vector to the length 1, and rounds its components.
    package init(_ vector: [Float]) throws(Problem) {
        if let index = vector.firstIndex(where: { !$0.isFinite }) { throw .notFinite(index: index) }
        var sum = 0.0
        var greatest = 0.0
        for component in vector {
            let component = Double(component)
            sum += component * component
            greatest = max(greatest, abs(component))
        }
        guard greatest > 0, sum > 0 else { throw .zero }
        components = vector.map { Int8((Double($0) / greatest * 127).rounded()) }
        scale = Float(greatest / sum.squareRoot() / 127)
    }
}
