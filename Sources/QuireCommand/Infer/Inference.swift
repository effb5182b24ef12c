import Foundation
import QuireCore
import QuireExplorer
import QuireGenerator
import QuireSchema

/// Infers a schema from data files, and checks that every item loads under it.
struct Inference {
    /// A file and the module of its items.
    struct File: Hashable {
        var path: String
        var module: String
    }

    /// The result.
    struct Outcome {
        var text: String
        /// Warnings, then a line for each module and field.
        var notes: [String]
        var moduleCount: Int
        var fieldCount: Int
        /// Whether loading needs `--id`.
        var idField: String?
    }

    var files: [File]
    var idField: String?
    var options = ProposalOptions()

    /// - Throws: `DataFiles.Failure` with file and line.
    func run() throws -> Outcome {
        let profiles = try profiles()
        var relations = RelationFinder(profiles, options: options)
        try relations.count()
        var builder = ModuleBuilder(modules: profiles, relations: relations, options: options)
        try checkOptions(profiles)
        var notes = profiles.flatMap { $0.notes + Self.keyNotes($0) }
        for _ in 0..<20 {
            let inferred = try profiles.indices.map { try builder.build($0) }
            let (document, schema) = try Self.schema(
                of: inferred.map(\.module), locales: inferred.flatMap(\.locales))
            let failures = try InferenceCheck(schema: schema, idField: idField)
                .failures(of: profiles)
            if failures.isEmpty {
                notes += inferred.flatMap(\.report)
                return Outcome(
                    text: String(decoding: document.bytes, as: UTF8.self), notes: notes,
                    moduleCount: inferred.count,
                    fieldCount: inferred.reduce(0) { $0 + $1.module.fields.count },
                    idField: idField)
            }
            try demote(failures, profiles, in: &builder)
        }
        throw DataFiles.Failure(description: "quire: error: no schema fits the items. This is a bug in Quire")
    }

    private func profiles() throws -> [ModuleProfile] {
        var profiles: [ModuleProfile] = []
        for file in files {
            let profile: ModuleProfile
            if let existingProfile = profiles.first(where: { $0.name == file.module }) {
                profile = existingProfile
            } else {
                profile = ModuleProfile(name: file.module, idField: idField)
                profiles.append(profile)
            }
            try profile.add(path: file.path)
        }
        if let idField {
            for profile in profiles {
                guard let candidate = profile.ids.candidates.first else { continue }
                let path = profile.files.first?.path ?? ""
                if let line = candidate.missing {
                    throw DataFiles.Failure(
                        description:
                            "\(path):\(line):1: error: the item has no \(quoted(idField)), which --id names (item \(candidate.missingItem)). "
                            + "Choose a field that every item has, or leave out --id to generate ids.")
                }
                if let line = candidate.repeated {
                    throw DataFiles.Failure(
                        description:
                            "\(path):\(line):1: error: \(quoted(idField)) repeats \(quoted(candidate.repeatedID)), "
                            + "so it does not identify the items. Choose another field, or leave out --id to generate ids."
                    )
                }
            }
        }
        return profiles
    }

    private func checkOptions(_ profiles: [ModuleProfile]) throws {
        for key in options.types.keys.sorted() {
            let isKnown = profiles.contains { profile in
                profile.items.fields.contains { key == $0.name || key == "\(profile.name).\($0.name)" }
            }
            if isKnown { continue }
            throw DataFiles.Failure(
                description: "quire: error: --type: no item has the field \(quoted(key))"
                    + NearName.hint(for: key, among: profiles.flatMap { $0.items.fields.map(\.name) }))
        }
    }

    private static func keyNotes(_ profile: ModuleProfile) -> [String] {
        let path = profile.files.first?.path ?? ""
        var notes: [String] = []
        if profile.items.impossibleKeys > 0 {
            notes.append(
                "\(path):1:1: warning: empty keys and keys longer than 256 characters cannot be fields; they are not in the schema"
            )
        }
        if let (name, line) = profile.items.uncomposed, let advice = composingAdvice(name) {
            notes.append(
                "\(path):\(line):1: warning: the key \(quoted(name)) \(advice); it is not in the schema")
        }
        return notes
    }

    /// Writes the schema, and reads it as `quire check` does.
    private static func schema(
        of modules: [ImportedModule], locales: [String]
    ) throws -> (SchemaDocument, DescribedSchema) {
        var imported = ImportedSchema(
            comment: "Inferred from data by 'quire infer'. Review it, and edit it as you like.",
            modules: modules)
        imported.locales = Set(locales).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        SwiftNamePlan.apply(to: &imported.modules)
        let document = imported.document
        let (schema, diagnostics) = readSchema(documents: [document])
        var problems = diagnostics.filter { $0.severity == .error }
        if let schema, problems.isEmpty {
            problems = generate(schema).diagnostics.filter { $0.severity == .error }
            if problems.isEmpty, let described = try? DescribedSchema(schema) { return (document, described) }
        }
        throw DataFiles.Failure(
            description: "quire: error: the inferred schema is not valid. This is a bug in Quire: "
                + problems.prefix(3).flatMap(\.lines).joined(separator: "; "))
    }

    private func demote(
        _ failures: [InferenceCheck.Failure], _ profiles: [ModuleProfile], in builder: inout ModuleBuilder
    ) throws {
        for failure in failures {
            let path = "\(failure.module).\(failure.field)"
            if let requestedType = options.type(of: failure.field, in: failure.module) {
                throw DataFiles.Failure(
                    description:
                        "\(failure.path):\(failure.line):1: error: \(path) cannot be \(requestedType): found \(failure.value)\(failure.item). "
                        + "Choose another type with --type, or correct the value.")
            }
            if builder.splitPlace(failure.field, of: failure.module) { continue }
            let profile = profiles.first { $0.name == failure.module }?.items.field(failure.field)
            let isText = profile.map { $0.scalars == $0.count } == true && builder.demoted[path] == nil
            builder.demoted[path] = (
                isText ? "text" : "json",
                "\(failure.path):\(failure.line)\(failure.item) holds \(failure.value), which fits no narrower type"
            )
        }
    }
}
