import Quire
import QuireTerminal

/// What is told of keys in loaded lines that are no field's.
enum UnknownKeyNote {
    /// Keys that are told of one file.
    static let most = 20

    /// A warning for each key, at the first line that has it.
    static func lines(_ keys: [UnknownKey], in path: String, of module: ModuleDescriptor) -> [String] {
        var lines = keys.prefix(most).map { key in
            "\(PlainText.oneLine(path)):\(key.firstLine):1: warning: "
                + PlainText.oneLine(sentence(key, module))
        }
        if keys.count > most {
            lines.append(
                "\(PlainText.oneLine(path)): warning: \(Text.count(keys.count - most)) more keys are no fields"
            )
        }
        return lines
    }

    private static func sentence(_ key: UnknownKey, _ module: ModuleDescriptor) -> String {
        let count = key.count == 1 ? "1 line has it" : "\(Text.count(key.count)) lines have it"
        let fields = module.fields.fields.map(\.name)
        guard key.path.hasPrefix("values.") else {
            if fields.contains(where: { $0.isSpelled(as: key.path) }) {
                return "'\(key.path)' is ignored, because it stands beside \"values\" (\(count)). "
                    + "Move it into \"values\"."
            }
            let known = ModuleDescriptor.instanceKeys.sorted()
            let near =
                Suggestion.sentence(for: key.path, among: known)
            return "'\(key.path)' is no key of an item (\(count)).\(near)"
        }
        let parts = key.path.split(separator: ".", omittingEmptySubsequences: false).dropFirst()
        var table = module.fields
        for part in parts.dropLast() {
            guard let inner = table.fields.first(where: { $0.name.isSpelled(as: String(part)) })?.kind.members
            else { break }
            table = inner
        }
        let name = String(parts.last ?? "")
        let path = key.path.dropFirst("values.".count)
        let near = Suggestion.sentence(for: name, among: table.fields.map(\.name))
        return "'\(path)' is no field of \(module.name), so nothing reads it (\(count)).\(near)"
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
