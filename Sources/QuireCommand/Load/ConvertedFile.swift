import Foundation
import QuireCore

/// A temporary NDJSON file with the instances of a data file of another form.
///
/// The engines read NDJSON in HALO's form. Its lines have the numbers of the source's lines where possible, so that
/// errors name the right ones.
struct ConvertedFile {
    let path: String
    private(set) var size: Int64 = 0
    /// Items that could not be read.
    private(set) var problems: [LineProblem] = []
    private(set) var lines = LineNumbers()
    /// What was renamed or left out in the source.
    private(set) var notes: [LineNote] = []

    private static let block = 1 << 20

    /// - Parameter mostProblems: The number of unreadable items after which reading stops.
    /// - Throws: `DataFiles.Failure` if the file cannot be read to its end; the errors of writing.
    init(
        _ source: String, module: ModuleDescriptor, form: RecordForm, options: ItemConversion.Options,
        mostProblems: Int
    ) throws {
        let folder = FileManager.default.temporaryDirectory
        path = folder.appendingPathComponent("quire-load-\(UUID().uuidString).ndjson").path
        guard FileManager.default.createFile(atPath: path, contents: nil),
            let file = FileHandle(forWritingAtPath: path)
        else {
            throw DataFiles.Failure(
                description:
                    "\(path): a temporary file cannot be written. Set TMPDIR to a folder with free space.")
        }
        do {
            try write(source, of: module, form: form, options: options, mostProblems: mostProblems, to: file)
            try file.close()
        } catch {
            Self.remove(path)
            guard (error as NSError).domain == NSCocoaErrorDomain else { throw error }
            // Only writing uses Foundation's errors here. They contain no sentence for people.
            throw DataFiles.Failure(
                description: "\(path): the temporary file cannot be written: \(FileReason.of(error)). "
                    + "Free some space, or set TMPDIR to a folder on another disk.")
        }
    }

    static func remove(_ path: String) { try? FileManager.default.removeItem(atPath: path) }

    private mutating func write(
        _ source: String, of module: ModuleDescriptor, form: RecordForm, options: ItemConversion.Options,
        mostProblems: Int, to file: FileHandle
    ) throws {
        let reader = try DataReader(path: source)
        var conversion = try ItemConversion(path: source, module: module, options: options)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(Self.block + 4096)
        while problems.count <= mostProblems {
            try Task.checkCancellation()
            do {
                guard let record = try reader.next() else { break }
                var json = JSONWriter()
                switch form {
                case .flat:
                    let converted = conversion.convert(record.members)
                    if let conflict = converted.conflict {
                        problems.append(LineProblem(line: record.line, reason: conflict))
                        continue
                    }
                    json.value(converted.instance)
                case .instance: json.value(DataValue.object(record.members).json)
                }
                let gap = lines.add(source: record.line, item: reader.namesItems ? reader.count : nil)
                bytes.append(contentsOf: repeatElement(0x0A, count: gap))
                bytes += json.bytes
                bytes.append(0x0A)
            } catch let failure as DataReader.ItemFailure {
                problems.append(LineProblem(line: failure.line, reason: failure.reason))
            }
            if bytes.count >= Self.block {
                try file.write(contentsOf: bytes)
                size += Int64(bytes.count)
                bytes.removeAll(keepingCapacity: true)
            }
        }
        notes = reader.notes
        try file.write(contentsOf: bytes)
        size += Int64(bytes.count)
    }
}
