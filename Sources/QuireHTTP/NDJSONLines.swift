import Foundation

extension HTTPStream {
    /// Returns the body's lines, for NDJSON and export files. Line endings are removed and empty lines skipped.
    ///
    /// - Parameter limit: The longest accepted line, in bytes. A longer one throws `LineTooLongError`.
    public func lines(atMost limit: Int = 16 << 20) -> NDJSONLines { NDJSONLines(stream: self, limit: limit) }
}

/// A line of a stream is longer than the reader allows.
public struct LineTooLongError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The line number. Counting starts at 1 and includes empty lines.
    public var line: Int
    public var limit: Int

    public var description: String {
        "Could not read line \(line): it is longer than \(limit) bytes. Check that each line is one JSON value, or raise "
            + "the limit."
    }
}

/// The lines of a stream.
public struct NDJSONLines: AsyncSequence, Sendable {
    public typealias Element = Data

    let stream: HTTPStream
    let limit: Int

    public func makeAsyncIterator() -> Iterator { Iterator(chunks: stream.makeAsyncIterator(), limit: limit) }

    public struct Iterator: AsyncIteratorProtocol {
        var chunks: HTTPStream.Iterator
        let limit: Int
        private var buffer: [UInt8] = []
        /// The buffer index where the current line begins.
        private var start = 0
        /// The buffer index up to which there is no line ending.
        private var searched = 0
        private var line = 0
        private var isAtEnd = false

        init(chunks: HTTPStream.Iterator, limit: Int) {
            self.chunks = chunks
            self.limit = limit
        }

        public mutating func next() async throws -> Data? {
            while true {
                if let end = buffer[searched...].firstIndex(of: 10) {
                    let line = try line(upTo: end)
                    start = end + 1
                    searched = start
                    if let line { return line }
                    continue
                }
                searched = buffer.count
                if isAtEnd {
                    let line = start < buffer.count ? try line(upTo: buffer.count) : nil
                    start = buffer.count
                    return line
                }
                // One byte more than the limit: a carriage return may precede a line feed that has not arrived yet.
                guard buffer.count - start <= limit + 1 else {
                    throw LineTooLongError(line: line + 1, limit: limit)
                }
                if let chunk = try await chunks.next() {
                    buffer.removeFirst(start)
                    searched -= start
                    start = 0
                    buffer.append(contentsOf: chunk)
                } else {
                    isAtEnd = true
                }
            }
        }

        private mutating func line(upTo end: Int) throws -> Data? {
            line += 1
            let last = end > start && buffer[end - 1] == 13 ? end - 1 : end
            guard last - start <= limit else { throw LineTooLongError(line: line, limit: limit) }
            return last == start ? nil : Data(buffer[start..<last])
        }
    }
}
