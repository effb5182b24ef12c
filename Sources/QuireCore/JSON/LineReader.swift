import Foundation

/// Reads a file line by line through a buffer that holds one block and the line that crosses its end.
package final class LineReader {
    /// The source of the lines: bytes in memory, or a file that is read block by block.
    package enum Source {
        case bytes(Data)
        case file(FileHandle)
    }

    private let source: Source
    private let blockSize: Int
    private let lineLimit: Int
    private var buffer: UnsafeMutableRawBufferPointer
    /// The start of the bytes in the buffer that have not been returned.
    private var start = 0
    private var end = 0
    private var isAtEnd = false
    /// The number of the last returned line, starting at 1.
    package private(set) var lineNumber: Int
    /// The number of bytes in the returned lines, including the bytes before the start.
    package private(set) var bytesRead: Int64

    /// - Parameters:
    ///   - line: The number of lines before the start.
    ///   - offset: The number of bytes before the start, which are skipped.
    /// - Throws: The file's error if it cannot seek to the start.
    package init(
        _ source: Source, line: Int = 0, offset: Int64 = 0, blockSize: Int = 1 << 20,
        lineLimit: Int = 256 << 20
    ) throws {
        self.source = source
        lineNumber = max(0, line)
        bytesRead = max(0, offset)
        self.blockSize = blockSize
        self.lineLimit = lineLimit
        buffer = .allocate(byteCount: 0, alignment: 8)
        if case .bytes(let data) = source {
            buffer.deallocate()
            buffer = .allocate(byteCount: data.count, alignment: 8)
            data.copyBytes(to: buffer)
            start = Int(min(Int64(data.count), bytesRead))
            end = data.count
            isAtEnd = true
        }
        if case .file(let file) = source, bytesRead > 0 {
            try file.seek(toOffset: min(UInt64(bytesRead), file.seekToEnd()))
        }
    }

    deinit { buffer.deallocate() }

    package enum Line {
        /// Valid until the next line is read.
        case bytes(UnsafeRawBufferPointer)
        case tooLong
    }

    /// Returns the next line that is not empty, without its line ending, or `nil` at the end.
    package func next() throws -> Line? {
        while true {
            guard let line = try nextLine() else { return nil }
            guard case .bytes(var bytes) = line else { return line }
            // A byte order mark is not part of the text.
            if lineNumber == 1, bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
                bytes = UnsafeRawBufferPointer(rebasing: bytes.dropFirst(3))
            }
            if bytes.contains(where: { $0 > 0x20 }) { return .bytes(bytes) }
        }
    }

    private func nextLine() throws -> Line? {
        var searched = start
        var isTooLong = false
        while true {
            if let newline = newline(from: searched) {
                let line = UnsafeRawBufferPointer(rebasing: buffer[start..<newline])
                start = newline + 1
                lineNumber += 1
                bytesRead += Int64(line.count + 1)
                return isTooLong ? .tooLong : .bytes(line)
            }
            searched = end
            if isAtEnd {
                guard start < end else { return nil }
                let line = UnsafeRawBufferPointer(rebasing: buffer[start..<end])
                start = end
                lineNumber += 1
                bytesRead += Int64(line.count)
                return isTooLong ? .tooLong : .bytes(line)
            }
            if end - start > lineLimit {
                // Drop what was read of the line. Its end is still to be found.
                isTooLong = true
                start = end
            }
            searched -= try fill()
        }
    }

    private func newline(from position: Int) -> Int? {
        guard position < end, let base = buffer.baseAddress else { return nil }
        guard let newline = memchr(base + position, 0x0A, end - position) else { return nil }
        return UnsafeRawPointer(newline) - UnsafeRawPointer(base)
    }

    /// Reads a block after the remaining bytes. Returns by how much these have moved to the front.
    private func fill() throws -> Int {
        guard case .file(let file) = source else { return 0 }
        let block = try file.read(upToCount: blockSize) ?? Data()
        if block.isEmpty { isAtEnd = true }
        let moved = start
        let rest = end - start
        if rest + block.count > buffer.count {
            let larger = UnsafeMutableRawBufferPointer.allocate(
                byteCount: max(rest + block.count, buffer.count * 2), alignment: 8)
            if rest > 0 { larger.copyMemory(from: UnsafeRawBufferPointer(rebasing: buffer[start..<end])) }
            buffer.deallocate()
            buffer = larger
        } else if moved > 0, rest > 0, let base = buffer.baseAddress {
            memmove(base, base + start, rest)
        }
        start = 0
        if !block.isEmpty {
            block.copyBytes(to: UnsafeMutableRawBufferPointer(rebasing: buffer[rest..<(rest + block.count)]))
        }
        end = rest + block.count
        return moved
    }
}
