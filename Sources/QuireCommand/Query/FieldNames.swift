import QuireCore
import QuireSchema
import QuireText

/// Finds the fields and metadata that options name.
struct FieldNames: Sendable {
    let module: ModuleDescriptor

    /// The field with a wire name.
    func field(_ name: String, of option: String) throws(UsageError) -> FieldDescriptor {
        if let field = find(name, in: module.fields) { return field }
        throw UsageError(
            "\(option): \(module.name) has no field \(quoted(name))\(NearName.hint(for: name, among: names))")
    }

    /// A field, or a metadata property if no field has the name. `meta.name` always means the metadata.
    func property(_ name: String, of option: String) throws(UsageError) -> SortKey.Property {
        if find(name, in: module.fields) != nil { return .value(name) }
        let key = name.hasPrefix("meta.") ? String(name.dropFirst("meta.".count)) : name
        if find(key, in: .metadata) != nil { return .metadata(key) }
        let known = names + FieldTable.metadata.fields.map(\.name)
        throw UsageError(
            "\(option): \(module.name) has no field \(quoted(name)), and no item has such metadata"
                + NearName.hint(for: name, among: known))
    }

    /// Field names separated by commas. A field whose name contains a comma must be named alone.
    func fields(_ texts: [String], of option: String) throws(UsageError) -> [FieldDescriptor] {
        var fields: [FieldDescriptor] = []
        for text in texts {
            if let field = find(text, in: module.fields) {
                fields.append(field)
                continue
            }
            for name in text.split(separator: ",") {
                fields.append(try field(name.trimmingSpaces, of: option))
            }
        }
        return fields
    }

    private var names: [String] { module.fields.fields.map(\.name) }

    private func find(_ name: String, in table: FieldTable) -> FieldDescriptor? {
        table.fields.first { $0.name.isByteEqual(to: name) }
    }
}

extension Substring {
    /// The text without leading and trailing spaces.
    var trimmingSpaces: String {
        var text = self
        while text.first == " " { text.removeFirst() }
        while text.last == " " { text.removeLast() }
        return String(text)
    }
}
