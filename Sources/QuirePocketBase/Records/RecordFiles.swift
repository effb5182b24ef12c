import QuireCore
import QuireRemote

/// Writes the addresses of the files that a collection's records name.
struct RecordFiles {
    private let files: FileAddress
    private let collection: String
    /// The address before a record's id, as JSON without the closing quote.
    private let start: [UInt8]

    init(_ files: FileAddress, of collection: String) {
        self.files = files
        self.collection = collection
        var json = JSONWriter()
        json.string(files.address(of: collection))
        start = json.bytes.dropLast()
    }

    /// Writes the addresses of a column's file or files. Anything else is copied.
    func write(
        _ column: UnsafeBufferPointer<UInt8>, id: UnsafeBufferPointer<UInt8>, to bytes: inout JoinedBytes
    ) {
        if column.contains(UInt8(ascii: "\\")) || id.contains(UInt8(ascii: "\\")) {
            // Names with escapes, which PocketBase does not give.
            guard let addresses = files.addresses(of: column, in: collection, id: id.jsonText ?? "") else {
                return bytes.append(column)
            }
            return bytes.append(addresses)
        }
        let begin = bytes.count
        var isInText = false
        for byte in column {
            if byte == UInt8(ascii: "\"") {
                isInText.toggle()
                if isInText {
                    bytes.append(start)
                    for byte in id.dropFirst().dropLast() { bytes.append(escaped: byte) }
                    bytes.append(UInt8(ascii: "/"))
                } else {
                    bytes.append(byte)
                }
            } else if isInText {
                bytes.append(escaped: byte)
            } else if byte == UInt8(ascii: "[") || byte == UInt8(ascii: "]") || byte == UInt8(ascii: ",")
                || byte <= 0x20
            {
                bytes.append(byte)
            } else {
                bytes.truncate(to: begin)
                return bytes.append(column)
            }
        }
    }
}

extension JoinedBytes {
    /// Appends a byte of a URL's component.
    fileprivate mutating func append(escaped byte: UInt8) {
        if byte.isUnreservedInURL { return append(byte) }
        let (high, low) = byte.hexadecimalDigits
        append(UInt8(ascii: "%"))
        append(high)
        append(low)
    }
}
