import QuireCore
import QuireExplorer

/// Converts every item as `quire load` does, and finds the fields whose type does not fit.
struct InferenceCheck {
    /// A field with the first value that does not fit.
    struct Failure: Hashable {
        var path: String
        var line: Int
        var module: String
        var field: String
        var found: String
    }

    let schema: DescribedSchema
    let idField: String?

    func failures(of modules: [ModuleProfile]) throws -> [Failure] {
        var failures: [String: Failure] = [:]
        for profile in modules {
            guard let module = schema.descriptors.first(where: { $0.name.isByteEqual(to: profile.name) })
            else { continue }
            for (path, form) in profile.files {
                let reader = try DataReader(path: path)
                var conversion = try ItemConversion(
                    path: path, module: module, options: ItemConversion.Options(id: idField))
                try ModuleProfile.forEach(reader) { record in
                    let found =
                        form == .flat
                        ? Self.flat(record, &conversion, module) : Self.instance(record, module)
                    for (field, value) in found where failures["\(profile.name).\(field)"] == nil {
                        failures["\(profile.name).\(field)"] = Failure(
                            path: path, line: record.line, module: profile.name, field: field, found: value)
                    }
                }
            }
        }
        return failures.values.sorted { ($0.module, $0.line, $0.field) < ($1.module, $1.line, $1.field) }
    }

    private static func flat(
        _ record: DataRecord, _ conversion: inout ItemConversion, _ module: ModuleDescriptor
    ) -> [(String, String)] {
        let converted = conversion.convert(record.members)
        var failures = converted.failures.map {
            ($0, record.members.value($0)?.excerpt ?? "nothing")
        }
        let values = converted.instance.member("values") ?? .null
        for field in module.fields.fields {
            let value = values.member(field.name) ?? .null
            if field.isRequired, value == .null { failures.append((field.name, "nothing")) }
        }
        return failures
    }

    /// `quire load` takes values in HALO's form as they are, so their JSON must have the type already.
    private static func instance(_ record: DataRecord, _ module: ModuleDescriptor) -> [(String, String)] {
        let conversion = ValueConversion()
        guard case .object(let values)? = record.members.value("values") else { return [] }
        var failures: [(String, String)] = []
        for field in module.fields.fields {
            let value = values.value(field.name) ?? .null
            let json = conversion.convert(value, to: field.kind)
            if json != value.json || field.isRequired && value.isNull {
                failures.append((field.name, value.excerpt))
            }
        }
        return failures
    }
}
