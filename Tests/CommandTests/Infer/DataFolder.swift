import Foundation
import QuireExplorer
import QuireSchema

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

    func infer(id: String? = nil, _ options: ProposalOptions = ProposalOptions()) throws -> Inferred {
        let files = try InferFiles.files([url.path], module: nil)
        let outcome = try Inference(files: files, idField: id, options: options).run()
        return try Inferred(outcome)
    }

    /// The inferred types of one file's fields, by name.
    static func types(
        _ text: String, as name: String = "items.csv", _ options: ProposalOptions = ProposalOptions()
    ) throws -> [String: String] {
        let folder = try DataFolder([name: text])
        defer { folder.remove() }
        return try folder.infer(options).types(of: DataFormat.moduleName(of: name))
    }

    /// The error of an inference, without the folder.
    static func failure(_ data: Data, as name: String) throws -> String {
        let folder = try DataFolder()
        defer { folder.remove() }
        try folder.write(data, to: name)
        do {
            _ = try folder.infer()
            return "none"
        } catch let failure as DataFiles.Failure {
            return failure.description.replacingOccurrences(of: folder.url.path + "/", with: "")
        }
    }
}

/// An inferred schema, read by the reader of schemas.
struct Inferred {
    let outcome: Inference.Outcome
    let schema: Schema
    let described: DescribedSchema

    init(_ outcome: Inference.Outcome) throws {
        self.outcome = outcome
        let document = SchemaDocument(path: "content.json", text: outcome.text)
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
