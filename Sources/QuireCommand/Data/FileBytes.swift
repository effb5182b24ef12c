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

/// Recognizes texts that are not encoded as UTF-8, and says how to convert them.
enum TextEncoding {
    /// The encoding of a file whose first bytes are those of UTF-16 or UTF-32, with or without a byte order mark.
    static func wide(_ head: [UInt8]) -> (name: String, hasMark: Bool)? {
        let start = Array(head.prefix(4))
        if start == [0xFF, 0xFE, 0, 0] || start == [0, 0, 0xFE, 0xFF] { return ("UTF-32", true) }
        if start.starts(with: [0xFF, 0xFE]) || start.starts(with: [0xFE, 0xFF]) { return ("UTF-16", true) }
        let sample = head.prefix(4096)
        guard sample.contains(0) else { return nil }
        // The code points of Unicode need 21 bits, so that of four bytes one is zero, and one is small.
        func isWide(zero: Int, small: Int) -> Bool {
            sample.count >= 8
                && sample.enumerated().allSatisfy {
                    $0 % 4 == zero ? $1 == 0 : $0 % 4 != small || $1 <= 0x10
                }
        }
        if isWide(zero: 3, small: 2) { return ("UTF-32LE", false) }
        if isWide(zero: 0, small: 1) { return ("UTF-32BE", false) }
        switch start.map({ $0 == 0 }) {
        case [false, true, false, true]: return ("UTF-16LE", false)
        case [true, false, true, false]: return ("UTF-16BE", false)
        default: return zeroes(sample)
        }
    }

    /// The byte order of UTF-16 whose texts are mostly not Latin: separators and line ends have the only zeroes.
    private static func zeroes(_ sample: ArraySlice<UInt8>) -> (name: String, hasMark: Bool)? {
        var counts = [0, 0]
        for (index, byte) in sample.enumerated() where byte == 0 { counts[index % 2] += 1 }
        // A few zeroes in a text that is UTF-8 are damage.
        let count = counts[0] + counts[1]
        guard count * 4 >= sample.count || count * 50 >= sample.count && exactText(Array(sample)) == nil
        else {
            return nil
        }
        if counts[0] == 0 { return ("UTF-16LE", false) }
        if counts[1] == 0 { return ("UTF-16BE", false) }
        return nil
    }

    /// How to convert a text that is not UTF-8, as a sentence.
    ///
    /// WINDOWS-1252 has the letters of ISO-8859-1, and quotation marks and the euro sign in place of its control
    /// characters.
    static func advice(for bytes: some Sequence<UInt8>, path: String) -> String {
        let file = ShellWord.quoted(path)
        if bytes.contains(where: { [0x81, 0x8D, 0x8F, 0x90, 0x9D].contains($0) }) {
            return "Find its encoding (file -i \(file)), and convert it, for example: "
                + "iconv -f SHIFT_JIS -t UTF-8 \(file)"
        }
        return "Convert it, for example: iconv -f WINDOWS-1252 -t UTF-8 \(file)"
    }
}
