import QuireCore
import QuireToolbox

/// Warnings about keys in loaded lines that are not in the schema.
package enum UnknownKeyNote {
    /// The maximum number of keys listed for one file. Further keys are counted.
    package static let most = 20

    /// A warning for each key, at its first line.
    package static func lines(_ keys: [UnknownKey], in path: String, of module: ModuleDescriptor) -> [String]
    {
        var lines = keys.prefix(most).map { key in
            "\(PlainText.oneLine(path)):\(key.firstLine):1: warning: "
                + PlainText.oneLine(sentence(key, module))
        }
        if keys.count > most {
            lines.append(
                "\(PlainText.oneLine(path)): warning: \(Text.count(keys.count - most)) more unknown keys"
            )
        }
        return lines
    }

    /// A message about a key, with the most similar known key.
    package static func sentence(_ key: UnknownKey, _ module: ModuleDescriptor) -> String {
        let count = key.count == 1 ? "1 line has it" : "\(Text.count(key.count)) lines have it"
        let fields = module.fields.fields.map(\.name)
        guard key.path.hasPrefix("values.") else {
            if fields.contains(where: { $0.isByteEqual(to: key.path) }) {
                return "'\(key.path)' is ignored, because it is outside of \"values\" (\(count)). "
                    + "Move it into \"values\"."
            }
            let near = Text.didYouMean(key.path, among: ModuleDescriptor.instanceKeys.sorted())
            return "'\(key.path)' is not a key of items (\(count)).\(near)"
        }
        let parts = key.path.split(separator: ".", omittingEmptySubsequences: false).dropFirst()
        var table = module.fields
        for part in parts.dropLast() {
            guard
                let inner = table.fields.first(where: { $0.name.isByteEqual(to: String(part)) })?.kind.members
            else { break }
            table = inner
        }
        let name = String(parts.last ?? "")
        let path = key.path.dropFirst("values.".count)
        let near = Text.didYouMean(name, among: table.fields.map(\.name))
        return "'\(path)' is not a field of \(module.name), so nothing reads it (\(count)).\(near)"
    }
}

extension FieldKind {
    /// The fields of an object, or of a list's objects.
    fileprivate var members: FieldTable? {
        switch self {
        case .object(let table): table
        case .list(let element): element.members
        default: nil
        }
    }
}
