import Foundation
import QuireExplorer
import QuireSchema

import struct QuireCore.JSONWriter
import class QuireCore.ModuleDescriptor

@testable import QuireCommand

/// A temporary folder with data files, and what is inferred from them.
struct DataFolder {
    let url: URL

    init(_ files: [String: String] = [:]) throws {
        url = FileManager.default.temporaryDirectory.appendingPathComponent("quire-data-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        for (name, text) in files { try write(Data(text.utf8), to: name) }
    }

    func remove() { try? FileManager.default.removeItem(at: url) }

    @discardableResult
    func write(_ data: Data, to name: String) throws -> String {
        let file = url.appendingPathComponent(name)
        try data.write(to: file)
        return file.path
    }

    func path(_ name: String) -> String { url.appendingPathComponent(name).path }

    /// - Parameters:
    ///   - types: The types that the user sets, by `field` or `module.field`.
    ///   - choiceLimit: The maximum number of values of a choice. `nil` takes the command's.
    func infer(id: String? = nil, types: [String: String] = [:], choiceLimit: Int? = nil) throws -> Inferred {
        try UnusableDataError.converted {
            let files = try InferFiles.files([url.path], module: nil)
            var options = ProposalOptions()
            options.types = types
            if let choiceLimit { options.choiceLimit = choiceLimit }
            let outcome = try Inference(files: files, idField: id, options: options).run()
            return try Inferred(WrittenSchema(text: outcome.text, notes: outcome.notes))
        }
    }

    /// Opens a data file, as the commands do before they read its items.
    static func open(_ path: String) throws {
        _ = try UnusableDataError.converted { try DataReader(path: path) }
    }

    /// Reads the items of a data file as the commands do.
    func read(_ name: String) throws -> ReadItems {
        try UnusableDataError.converted {
            let reader = try DataReader(path: path(name))
            var read = ReadItems()
            while let record = try reader.next() {
                var json = JSONWriter()
                json.value(DataValue.object(record.members).json)
                let cells = record.members.map { member in
                    if case .cell(let text) = member.value { (member.name, text) } else { (member.name, "?") }
                }
                read.items.append(
                    ReadItems.Item(
                        line: record.line, json: String(decoding: json.bytes, as: UTF8.self),
                        cells: Dictionary(cells) { first, _ in first }))
            }
            read.notes = reader.notes.map(\.text)
            read.placedNotes = reader.notes.map { $0.text(in: name) }
            return read
        }
    }

    /// The module that a data file has by its name.
    static func moduleName(of path: String) -> String { DataFormat.moduleName(of: path) }

    /// The RFC 3339 text of a date in MongoDB's extended JSON.
    static func text(ofMongoDBDate milliseconds: Int64) -> String? {
        let members = ExtendedJSON.plain([
            .init(name: "at", value: .object([.init(name: "$date", value: .number(String(milliseconds)))]))
        ])
        guard case .text(let text)? = members.value("at") else { return nil }
        return text
    }

    /// Passes the path of the lines that `quire load` makes of a file.
    static func withLoadedLines<Result>(
        of path: String, module: String, _ descriptor: ModuleDescriptor,
        _ body: (_ path: String) async throws -> Result
    ) async throws -> Result {
        let lines = try LoadedLines(
            DataFiles.File(path: path, module: module), module: descriptor, options: .init(), mostProblems: 0)
        defer { lines.remove() }
        return try await body(lines.path)
    }

    /// The inferred types of one file's fields, by name.
    static func types(
        _ text: String, as name: String = "items.csv", types: [String: String] = [:], choiceLimit: Int? = nil
    ) throws -> [String: String] {
        let folder = try DataFolder([name: text])
        defer { folder.remove() }
        return try folder.infer(types: types, choiceLimit: choiceLimit).types(of: moduleName(of: name))
    }

    /// The error of an inference, without the folder.
    static func failure(_ data: Data, as name: String) throws -> String {
        let folder = try DataFolder()
        defer { folder.remove() }
        try folder.write(data, to: name)
        do {
            _ = try folder.infer()
            return "none"
        } catch let failure as UnusableDataError {
            return failure.description.replacingOccurrences(of: folder.url.path + "/", with: "")
        }
    }
}

/// The items that the commands read from a data file.
struct ReadItems {
    struct Item {
        /// The line on which the item begins.
        var line: Int
        var json: String
        /// The texts of CSV cells, and `?` for other values.
        var cells: [String: String]
    }

    var items: [Item] = []
    var notes: [String] = []
    /// The notes with file and line.
    var placedNotes: [String] = []
}

/// The error of a data file that the commands cannot use.
struct UnusableDataError: Error, CustomStringConvertible {
    var description: String

    static func converted<Result>(_ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch let failure as DataFiles.Failure {
            throw UnusableDataError(description: failure.description)
        }
    }
}

/// An inferred schema, read by the reader of schemas.
struct Inferred {
    let outcome: WrittenSchema
    let schema: Schema
    let described: DescribedSchema

    init(_ outcome: WrittenSchema) throws {
        self.outcome = outcome
        let document = SchemaDocument(path: "content.json", text: outcome.text ?? "")
        guard let schema = readSchema(documents: [document]).schema else {
            throw CocoaError(.fileReadCorruptFile)
        }
        self.schema = schema
        described = try DescribedSchema(schema)
    }

    func fields(of module: String) -> [Field] { schema.modules.first { $0.name == module }?.fields ?? [] }

    func types(of module: String) -> [String: String] {
        Dictionary(fields(of: module).map { ($0.name, Self.label($0.type)) }) { first, _ in first }
    }

    static func label(_ type: FieldType) -> String {
        switch type {
        case .date(let format), .time(let format), .dateTime(let format): "\(type.name) \(format.rawValue)"
        case .list(let element): "list \(label(element))"
        case .relation(let module), .relations(let module): "\(type.name) \(module)"
        case .choice(.inline(let values, _)), .choices(.inline(let values, _)):
            "\(type.name) \(values.map(\.raw).joined(separator: ","))"
        case .object(let fields): "object \(fields.map(\.name).joined(separator: ","))"
        default: type.name
        }
    }
}
