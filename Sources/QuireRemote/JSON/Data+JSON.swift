import Foundation
import QuireCore

extension Data {
    /// The bytes at a place that a cursor has passed.
    package func bytes(at place: Range<Int>) -> Data {
        self[startIndex + place.lowerBound..<startIndex + place.upperBound]
    }

    /// The JSON at a place; `nil` if there is none.
    package func json(at place: Range<Int>) -> JSONValue? {
        place.isEmpty ? nil : try? JSONValue(parsing: bytes(at: place))
    }
}
