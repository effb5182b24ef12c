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
        let form = try RecordForm.detect(path: file.path, fields: fields)
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
