#if SQLite

import QuireCore

/// The reason that an instance's JSON was rejected, and the affected part.
struct InstanceFailure: Error {
    enum Path {
        case instance
        case envelope(Int)
        case values
        /// The position of the field.
        case field(Int)
    }

    let path: Path
    let failure: ValueDecodingError

    /// The error for callers, with the path and the offset in the line.
    func error(_ layout: ModuleLayout, id: String?, bytes: UnsafeRawBufferPointer) -> ContentDecodingError {
        let text =
            switch path {
            case .instance: ""
            case .envelope(let column): Envelope.columns[column].name
            case .values: "values"
            case .field(let field): "values.\(layout.fields[field].name)"
            }
        return ContentDecodingError(
            module: layout.module.name, id: id, path: text, byteOffset: failure.offset,
            expected: "\(failure.expected)",
            found: failure.reason == .missing ? "nothing" : failure.found(in: bytes))
    }
}
#endif
