import QuireCore
import QuireSchema
import QuireText

/// Finds what options name among a module's fields and an item's metadata.
struct FieldNames: Sendable {
    let module: ModuleDescriptor

    /// The field of that wire name.
    func field(_ name: String, of option: String) throws(UsageError) -> FieldDescriptor {
        if let field = find(name, in: module.fields) { return field }
        throw UsageError(
            "\(option): \(module.name) has no field \(quoted(name))\(NearName.hint(for: name, among: names))")
    }

    /// A field, or a key of the metadata where no field has that name; `meta.name` is the metadata in any case.
    func property(_ name: String, of option: String) throws(UsageError) -> SortKey.Property {
        if find(name, in: module.fields) != nil { return .value(name) }
        let key = name.hasPrefix("meta.") ? String(name.dropFirst("meta.".count)) : name
        if find(key, in: .metadata) != nil { return .metadata(key) }
        let known = names + FieldTable.metadata.fields.map(\.name)
        throw UsageError(
            "\(option): \(module.name) has no field \(quoted(name)), and no item has such metadata"
                + NearName.hint(for: name, among: known))
    }

    /// Names with commas between, each a field; a field whose name has a comma is named alone.
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
    /// The text without spaces at its ends.
    var trimmingSpaces: String {
        var text = self
        while text.first == " " { text.removeFirst() }
        while text.last == " " { text.removeLast() }
        return String(text)
    }
}
