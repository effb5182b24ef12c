import Foundation
import QuireCore

/// Reads a file of instances in batches and checks each line.
final class LineBatches {
    struct Batch: Sendable {
        var instances: [JSONValue] = []
        /// The line numbers of the instances.
        var lines: [Int] = []
        /// The invalid lines.
        var problems: [LineProblem] = []
        /// The unknown keys of all batches so far.
        var unknownKeys: [UnknownKey] = []
        /// The position after the last line.
        var end: LinePosition
    }

    /// The size in bytes after which a batch ends, regardless of its number of lines.
    private static let bytes: Int64 = 8 << 20

    private let reader: LineReader
    private let size: Int
    private let check: InstanceCheck
    private var unknownKeys = UnknownKeys()

    /// - Throws: `DataFiles.Failure` if the file cannot be read.
    init(path: String, from position: LinePosition, size: Int, check: InstanceCheck) throws {
        guard let file = FileHandle(forReadingAtPath: path) else {
            throw DataFiles.Failure(description: "\(path): the file cannot be read")
        }
        reader = try LineReader(.file(file), line: position.line, offset: position.offset)
        self.size = max(1, size)
        self.check = check
    }

    /// Returns the next batch, or `nil` at the end.
    func next() throws -> Batch? {
        let start = reader.bytesRead
        var batch = Batch(end: end)
        var count = 0
        while count < size, reader.bytesRead - start < Self.bytes, let line = try reader.next() {
            count += 1
            switch line {
            case .tooLong:
                batch.problems.append(
                    LineProblem(line: reader.lineNumber, reason: "expected a line of at most 256 MB"))
            case .bytes(let bytes):
                do throws(ContentDecodingError) {
                    let instance = try check.instance(bytes) { unknownKeys.add($0, line: reader.lineNumber) }
                    let broken = check.violations(of: instance)
                    guard broken.isEmpty else {
                        batch.problems.append(LineProblem(line: reader.lineNumber, broken))
                        continue
                    }
                    batch.instances.append(instance)
                    batch.lines.append(reader.lineNumber)
                } catch {
                    batch.problems.append(LineProblem(line: reader.lineNumber, error))
                }
            }
        }
        batch.end = end
        batch.unknownKeys = unknownKeys.keys
        return count == 0 ? nil : batch
    }

    private var end: LinePosition { LinePosition(line: reader.lineNumber, offset: reader.bytesRead) }
}
