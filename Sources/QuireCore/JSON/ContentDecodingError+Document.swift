import Foundation

extension ContentDecodingError {
    /// Creates the error for an invalid document, with the position.
    package init(_ failure: ValueDecodingError, in document: Data, module: String) {
        self = document.withUnsafeBytes { buffer in
            let place = JSONPlace(of: failure, in: JSONBytes(buffer))
            var error = ContentDecodingError(
                module: module, id: nil, path: JSONPlace.readable(place.path), byteOffset: failure.offset,
                expected: "\(failure.expected)", found: place.value)
            error.isMalformedDocument = failure.isMalformedDocument
            return error
        }
    }
}
