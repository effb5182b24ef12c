import Foundation
import QuireCore
import QuireSchema

/// The lines that an engine reads for a data file: the file itself if it is NDJSON in HALO's form, otherwise a
/// converted copy.
struct LoadedLines: Sendable {
    let path: String
    private let converted: Converted?

    /// What is needed of the converted file after it has been written.
    private struct Converted: Sendable {
        var size: Int64
        var problems: [LineProblem]
        var lines: LineNumbers
        var path: String
        var notes: [LineNote]
    }

    init(
        _ file: DataFiles.File, module: ModuleDescriptor, options: ItemConversion.Options, mostProblems: Int
    ) throws {
        let fields = Set(module.fields.fields.flatMap { [$0.name] + $0.formerNames })
        let reader = try DataReader(path: file.path)
        let form = try FileForm.detect(path: file.path, fields: fields)
        if form == .instance, reader.format == .lines, !reader.isEnveloped, options.isEmpty {
            path = file.path
            converted = nil
            return
        }
        let written = try ConvertedFile(
            file.path, module: module, form: form, options: options, mostProblems: mostProblems)
        path = written.path
        converted = Converted(
            size: written.size, problems: written.problems, lines: written.lines, path: written.path,
            notes: written.notes)
    }

    /// The number of bytes of a converted file.
    var size: Int64? { converted?.size }

    /// What was renamed or left out.
    var notes: [LineNote] { converted?.notes ?? [] }

    /// Deletes the converted file.
    func remove() { if let converted { ConvertedFile.remove(converted.path) } }

    /// The items that could not be read, which have no line in the converted file. A resumed load has reported them.
    func unreadable(after position: LinePosition) -> LoadedBatch? {
        guard let converted, !converted.problems.isEmpty, position == .start else { return nil }
        return LoadedBatch(position: position, loaded: 0, problems: converted.problems)
    }

    /// A batch with the source's lines.
    func located(_ batch: LoadedBatch) -> LoadedBatch {
        var batch = batch
        batch.problems = batch.problems.map(located)
        batch.unknownKeys = located(batch.unknownKeys)
        return batch
    }

    /// Unknown keys with the source's lines.
    func located(_ keys: [UnknownKey]) -> [UnknownKey] {
        guard let converted else { return keys }
        return keys.map { key in
            UnknownKey(
                path: key.path, count: key.count, firstLine: converted.lines.source(of: key.firstLine))
        }
    }

    /// A problem with the source's line, and with its item if the line may have several.
    func located(_ problem: LineProblem) -> LineProblem {
        guard let converted else { return problem }
        var problem = problem
        if let item = converted.lines.item(of: problem.line) {
            let id = problem.id.map { ", id \(quoted($0))" } ?? ""
            problem.reason += " (item \(item)\(id))"
        }
        problem.line = converted.lines.source(of: problem.line)
        return problem
    }
}

/// The lines of a source, by the lines of its converted copy.
struct LineNumbers: Sendable {
    /// Empty as long as both are the same.
    private var sources: [Int32] = []
    /// The numbers of the items, from 1. Empty if items have lines of their own.
    private var items: [Int32] = []
    private(set) var count = 0

    /// Adds an item. Returns the number of empty lines before it that keep the numbers the same.
    ///
    /// - Parameter item: The number of the item, if items may share lines.
    mutating func add(source: Int, item: Int? = nil) -> Int {
        if let item {
            items.append(Int32(clamping: item))
        } else if sources.isEmpty, source > count {
            let gap = source - count - 1
            count = source
            return gap
        } else if sources.isEmpty {
            // Two items begin on one line, so the numbers differ from here on.
            sources = (0..<count).map { Int32(clamping: $0 + 1) }
        }
        sources.append(Int32(clamping: source))
        count += 1
        return 0
    }

    func source(of line: Int) -> Int { sources.indices.contains(line - 1) ? Int(sources[line - 1]) : line }

    func item(of line: Int) -> Int? { items.indices.contains(line - 1) ? Int(items[line - 1]) : nil }
}

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
        _ source: String, module: ModuleDescriptor, form: FileForm, options: ItemConversion.Options,
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
        _ source: String, of module: ModuleDescriptor, form: FileForm, options: ItemConversion.Options,
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
