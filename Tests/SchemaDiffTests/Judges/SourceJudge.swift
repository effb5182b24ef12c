import Foundation
import QuireGenerator
import QuireSchema
import Testing

/// Decides by compiling whether code for one schema compiles with the code that is generated for another.
struct SourceJudge {
    /// The errors by module: the lines of its uses that do not compile.
    func errors(_ pair: SchemaPair) throws -> [String: [String]] {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
            "diff-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        // With the old code, everything must compile: otherwise the uses are wrong.
        let before = try compile(Uses(pair.old), with: pair.old, in: folder)
        #expect(before.isEmpty, "\(before)")
        return try compile(Uses(pair.old), with: pair.new, in: folder)
    }

    private func compile(_ uses: Uses, with schema: Schema, in folder: URL) throws -> [String: [String]] {
        let generation = generate(schema)
        try #require(!generation.files.isEmpty)
        var files: [String] = []
        for file in generation.files {
            let path = folder.appendingPathComponent(file.name)
            try Data(file.text.utf8).write(to: path)
            files.append(path.path)
        }
        let path = folder.appendingPathComponent("Uses.swift")
        try Data(uses.lines.map(\.text).joined(separator: "\n").utf8).write(to: path)
        let log = folder.appendingPathComponent("log")
        try Data().write(to: log)
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments =
            ["swiftc", "-typecheck", "-parse-as-library", "-module-name", "Checked", "-swift-version", "6"]
            + ["-I", Self.modules, "-Xcc", "-fmodule-map-file=\(Self.curl)"] + files + [path.path]
        let handle = try FileHandle(forWritingTo: log)
        process.standardError = handle
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        var errors: [String: [String]] = [:]
        for line in try String(contentsOf: log, encoding: .utf8).split(separator: "\n")
        where line.contains(": error: ") {
            guard line.hasPrefix(path.path + ":"),
                let number = line.dropFirst(path.path.count + 1).split(separator: ":").first.flatMap({
                    Int($0)
                })
            else {
                if line.hasPrefix("/") { Issue.record("the generated code does not compile: \(line)") }
                continue
            }
            errors[uses.lines[number - 1].module, default: []].append(String(line.dropFirst(path.path.count)))
        }
        #expect(process.terminationStatus == (errors.isEmpty ? 0 : 1))
        return errors
    }

    /// The map of the C module that the transport imports.
    private static let curl = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Sources/CCurl/include/module.modulemap").path

    /// The folder with the compiled modules of this test run.
    private static let modules: String = {
        var folder = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
        for bundle in Bundle.allBundles where bundle.bundlePath.hasSuffix(".xctest") {
            folder = bundle.bundleURL.deletingLastPathComponent()
        }
        return folder.appendingPathComponent("Modules").path
    }()
}

/// Code that uses each declaration of a schema once, each use on a line.
struct Uses {
    private(set) var lines: [(text: String, module: String)] = [("import Foundation; import Quire", "")]
    private let schema: Schema
    private var count = 0

    init(_ schema: Schema) throws {
        self.schema = schema
        for scalar in schema.scalars { addScalar(scalar) }
        let interface = try #require(swiftInterface(of: schema).interface)
        for (module, names) in zip(schema.modules, interface.modules) {
            let name = escaped(names.name)
            if let item = names.item { add("let _: Content<\(name)>.Type = \(item).self", module.name) }
            addFields(module, names, name)
            addInitializers(names.record, "\(name).Values", module.name)
            for (field, property) in zip(module.fields, names.record.properties) {
                if let members = property.members {
                    // The type of a list's element.
                    let type = property.type.trimmingCharacters(in: ["[", "]"])
                    addInitializers(members, "\(name).\(type)", module.name)
                }
                guard let choice = property.choice, case .choice(.inline(_, let closed)) = field.type else {
                    continue
                }
                addChoice("\(name).\(choice.name)", choice.values, closed, module.name)
            }
        }
        for (enumeration, choice) in zip(schema.enumerations, interface.choices) {
            // The enumeration belongs to the case whose name it begins with.
            let owner =
                schema.modules.first { enumeration.name.hasPrefix($0.name + " ") }?.name ?? enumeration.name
            addChoice(escaped(choice.name), choice.values, enumeration.closed, owner)
        }
    }

    private mutating func add(_ statement: String, _ module: String, _ parameters: String = "") {
        count += 1
        lines.append(("func use\(count)(\(parameters)) { \(statement) }", module))
    }

    /// A type of the app for a custom scalar.
    private mutating func addScalar(_ scalar: Scalar) {
        let raw =
            switch scalar.base {
            case .text: "String"
            case .integer: "Int"
            case .number: "Double"
            case .boolean: "Bool"
            case .json: "JSONValue"
            }
        lines.append(
            (
                "struct \(scalar.swiftType): ContentScalar { let rawValue: \(raw); init?(rawValue: \(raw)) { self.rawValue = rawValue } }",
                ""
            ))
    }

    private mutating func addFields(_ module: Module, _ names: SwiftInterface.Module, _ name: String) {
        for (field, property) in zip(module.fields, names.record.properties) {
            let type = qualified(property, name) + (property.isOptional ? "?" : "")
            let member = escaped(property.name)
            add("let _: \(type) = item.\(member)", module.name, "_ item: Content<\(name)>")
            let query = "_ = \(name).query()"
            let isPlain = ["String", "Int", "Double", "Bool", "Date"].contains(property.type)
            if isPlain, field.operators.contains(.equal) {
                add("\(query).where(\\.\(member) == value)", module.name, "_ value: \(property.type)")
            }
            if isPlain, field.operators.contains(.less) {
                add("\(query).where(\\.\(member) < value)", module.name, "_ value: \(property.type)")
            }
            if property.type == "String", field.operators.contains(.like) {
                add("\(query).where(\\.\(member), like: value)", module.name, "_ value: String")
            }
            if field.sortable { add("\(query).sort(by: \\.\(member))", module.name) }
            if field.facet != nil { add("\(query).facet(\\.\(member))", module.name) }
            if field.searchable != nil { add("\(query).search(\"a\", in: \\.\(member))", module.name) }
        }
        for metadata in ["createdAt", "updatedAt"]
        where !names.record.properties.contains(where: { $0.name == metadata }) {
            add("let _: Date? = item.\(metadata)", module.name, "_ item: Content<\(name)>")
        }
    }

    /// With all arguments, and with only those that have no default.
    private mutating func addInitializers(_ record: SwiftInterface.Record, _ type: String, _ module: String) {
        let owner = type.split(separator: ".").first.map(String.init) ?? type
        for properties in [record.properties, record.properties.filter { $0.defaultArgument == nil }] {
            let parameters = properties.enumerated().map { index, property in
                "_ a\(index): \(qualified(property, owner))\(property.isOptional ? "?" : "")"
            }
            let arguments = properties.enumerated().map { index, property in "\(property.name): a\(index)" }
            add(
                "_ = \(type)(\(arguments.joined(separator: ", ")))", module,
                parameters.joined(separator: ", "))
        }
    }

    private mutating func addChoice(_ type: String, _ values: [String], _ closed: Bool, _ module: String) {
        if closed {
            let cases = values.map { "case .\($0): return" }.joined(separator: "; ")
            add("switch choice { \(cases) }", module, "_ choice: \(type)")
        } else {
            for value in values { add("let _: \(type) = .\(value)", module) }
            add("let _: \(type) = .init(rawValue: \"x\")", module)
        }
    }

    /// The type of a property, seen from outside its module.
    private func qualified(_ property: SwiftInterface.Property, _ module: String) -> String {
        guard property.choice != nil || property.members != nil else { return property.type }
        return property.type.hasPrefix("[")
            ? "[\(module).\(property.type.dropFirst().dropLast())]" : "\(module).\(property.type)"
    }

    private func escaped(_ name: String) -> String { name }
}
