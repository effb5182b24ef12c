import QuireCore
import QuireExplorer
import QuireSchema
import QuireText

/// Converts every item as `quire load` does, and finds the fields whose type does not fit.
struct InferenceCheck {
    /// A field with the first value that does not fit.
    struct Failure: Hashable {
        var path: String
        var line: Int
        /// The item, if a line may hold several: `, item 'b'`.
        var item: String
        var module: String
        var field: String
        var value: String
    }

    let schema: DescribedSchema
    let idField: String?

    func failures(of modules: [ModuleProfile]) throws -> [Failure] {
        var failures: [String: Failure] = [:]
        for profile in modules {
            guard let module = schema.descriptors.first(where: { $0.name == profile.name })
            else { continue }
            for (path, form) in profile.files {
                let reader = try DataReader(path: path)
                var conversion = try ItemConversion(
                    path: path, module: module, options: ItemConversion.Options(id: idField))
                var index = 0
                try ModuleProfile.forEach(reader) { record in
                    index += 1
                    let misfits =
                        form == .flat
                        ? Self.flat(record, by: &conversion, of: module) : instance(record, module)
                    for (field, value) in misfits where failures["\(profile.name).\(field)"] == nil {
                        failures["\(profile.name).\(field)"] = Failure(
                            path: path, line: record.line,
                            item: Self.item(record, at: index, format: reader.format, profile: profile),
                            module: profile.name,
                            field: field, value: value)
                    }
                }
            }
        }
        return failures.values.sorted { ($0.module, $0.line, $0.field) < ($1.module, $1.line, $1.field) }
    }

    /// The id of an item, or its number.
    private static func item(
        _ record: DataRecord, at index: Int, format: DataFormat, profile: ModuleProfile
    ) -> String {
        if case .cells = format { return "" }
        let id = profile.ids.chosen.flatMap { record.members.value($0.name) }.flatMap(RecordIdentity.id)
        return ", item \(id.map { quoted($0.shortened(to: 40)) } ?? String(index))"
    }

    private static func flat(
        _ record: DataRecord, by conversion: inout ItemConversion, of module: ModuleDescriptor
    ) -> [(String, String)] {
        let converted = conversion.convert(record.members)
        var failures = converted.failures.map {
            ($0, record.members.value($0)?.excerpt ?? "nothing")
        }
        var present: Set<String> = []
        if case .object(let values)? = converted.instance.member("values") {
            for value in values where value.value != .null { present.insert(value.name) }
        }
        for field in module.fields.fields where field.isRequired && !present.contains(field.name) {
            failures.append((field.name, "nothing"))
        }
        return failures
    }

    /// `quire load` takes values in HALO's form as they are, so their JSON must have the type already.
    private func instance(_ record: DataRecord, _ module: ModuleDescriptor) -> [(String, String)] {
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
