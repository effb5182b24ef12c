import Foundation

/// Reads a file byte by byte through a buffer.
struct FileBytes {
    private let file: FileHandle
    private var buffer: [UInt8] = []
    private var position = 0
    /// The number of the line of the next byte, from 1.
    private(set) var line = 1
    private(set) var isAtEnd = false

    private static let blockSize = 1 << 20
    /// The greatest size of an item, which is held in memory.
    static let longestItem = 256 << 20

    /// - Throws: `DataFiles.Failure` if the file cannot be read, or is no text in UTF-8.
    init(path: String) throws {
        var status = stat()
        if stat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG {
            throw DataFiles.Failure(
                description: status.st_mode & S_IFMT == S_IFDIR
                    ? "\(path): the path is a folder, not a file. Name a file in it."
                    : "\(path): the path is a pipe or a device, which cannot be read several times. "
                        + "Write the data to a file first, with items of at most 256 MB.")
        }
        guard let file = FileHandle(forReadingAtPath: path) else {
            throw DataFiles.Failure(
                description: "\(path): the file cannot be read. Check the path and the permissions.")
        }
        self.file = file
        try fill()
        if buffer.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
        let head = head
        if let foreign = ForeignFormat(path: path, head: head) {
            throw DataFiles.Failure(
                description: "\(path):1:1: error: the file is \(foreign.name); expected JSON, NDJSON or CSV. "
                    + foreign.remedy)
        }
        if let wide = TextEncoding.wide(head) {
            throw DataFiles.Failure(
                description: "\(path):1:1: error: the file is encoded as \(wide.name)"
                    + (wide.hasMark ? "" : ", without a byte order mark")
                    + ", not as UTF-8. Convert it: iconv -f \(wide.name) -t UTF-8 \(ShellWord.quoted(path))")
        }
    }

    /// The first bytes, without a byte order mark.
    var head: [UInt8] { Array(buffer[position...].prefix(1 << 16)) }

    private mutating func fill() throws {
        buffer = Array(try file.read(upToCount: Self.blockSize) ?? Data())
        position = 0
        if buffer.isEmpty { isAtEnd = true }
    }

    /// The next byte, which stays.
    mutating func peek() throws -> UInt8? {
        if position == buffer.count {
            if isAtEnd { return nil }
            try fill()
            if isAtEnd { return nil }
        }
        return buffer[position]
    }

    mutating func next() throws -> UInt8? {
        guard let byte = try peek() else { return nil }
        position += 1
        if byte == 0x0A { line += 1 }
        return byte
    }

    /// Reads a line end: LF, CR LF, or CR.
    mutating func skipLineEnd() throws {
        guard try next() == 0x0D else { return }
        if try peek() == 0x0A { _ = try next() } else { line += 1 }
    }

    /// Moves the bytes up to the first one of a set to an array, within the buffered block.
    mutating func take(into bytes: inout [UInt8], until isEnd: (UInt8) -> Bool) {
        let start = position
        while position < buffer.count, !isEnd(buffer[position]) {
            if buffer[position] == 0x0A { line += 1 }
            position += 1
        }
        bytes.append(contentsOf: buffer[start..<position])
    }
}

/// Decodes UTF-8. Returns `nil` if the bytes are not valid.
func exactText(_ bytes: [UInt8]) -> String? {
    let text = String(decoding: bytes, as: UTF8.self)
    // An invalid byte is replaced, so that the bytes differ.
    return text.utf8.elementsEqual(bytes) ? text : nil
}
