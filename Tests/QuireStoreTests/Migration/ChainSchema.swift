#if SQLite
import Quire
import Seeds

/// A random schema, and random edits of it.
struct ChainSchema {
    struct Field {
        var name: String
        var kind: FieldKind
        var isRequired = false
        var isSortable = false
        var searchWeight: Double?
        var closedValues: [String]?
        var defaultValue: JSONValue?
    }

    struct Module {
        var name: String
        var fields: [Field]
    }

    var modules: [Module] = []
    private var removedModules: [Module] = []
    private var removedFields: [String: [Field]] = [:]
    private var number = 0
    var random: SeededGenerator

    static let kinds: [FieldKind] = [
        .text, .longText, .html, .integer, .number, .boolean, .date(.dateOnly), .date(.epochMilliseconds),
        .dateTime(.rfc3339), .dateTime(.epochMilliseconds), .dateTime(.epochSeconds), .url, .color, .geopoint,
        .json, .choice, .choices, .list(.text), .list(.integer), .list(.number), .list(.dateTime(.rfc3339)),
        .list(.geopoint), .list(.json), .localizedText, .relation(module: "module 1"),
        .relations(module: "module 1"), .scalar(.text), .scalar(.integer),
        .object(FieldTable([FieldDescriptor(name: "x", kind: .integer)])),
    ]

    init(seed: UInt64) {
        random = SeededGenerator(seed: seed)
        for _ in 0..<2 { addModule() }
    }

    var descriptors: [ModuleDescriptor] {
        modules.map { module in
            ModuleDescriptor(
                name: module.name,
                fields: module.fields.map { field in
                    FieldDescriptor(
                        name: field.name, kind: field.kind, isRequired: field.isRequired,
                        isSortable: field.isSortable, searchWeight: field.searchWeight,
                        defaultValue: field.isRequired ? field.defaultValue : nil,
                        closedValues: field.closedValues)
                })
        }
    }

    private mutating func newField() -> Field {
        number += 1
        let names = ["field \(number)", "Füld \(number)", "f\"\(number)", "select", "SELECT", "f.\(number)"]
        var field = Field(name: names.randomElement(using: &random) ?? "", kind: kind())
        settle(&field)
        return field
    }

    private mutating func kind() -> FieldKind { Self.kinds.randomElement(using: &random) ?? .text }

    private mutating func addModule() {
        number += 1
        modules.append(Module(name: "module \(number)", fields: []))
        for _ in 0..<4 { addField(to: modules.count - 1) }
    }

    private mutating func addField(to module: Int) {
        let field = newField()
        guard !modules[module].fields.contains(where: { $0.name == field.name }) else { return }
        let place = Int.random(in: 0...modules[module].fields.count, using: &random)
        modules[module].fields.insert(field, at: place)
    }

    /// Gives a field settings that its kind allows.
    private mutating func settle(_ field: inout Field) {
        field.isSortable = Bool.random(using: &random)
        let isText = [.text, .longText, .html, .list(.text), .localizedText].contains(field.kind)
        field.searchWeight = isText && Int.random(in: 0..<3, using: &random) == 0 ? 1 : nil
        field.closedValues =
            [.choice, .choices].contains(field.kind) && Bool.random(using: &random) ? ["a", "b", "c"] : nil
        field.defaultValue = ChainValues.defaultValue(field.kind)
        field.isRequired = field.defaultValue != nil && Int.random(in: 0..<3, using: &random) == 0
    }

    /// Makes one edit.
    mutating func edit() {
        guard !modules.isEmpty else { return addModule() }
        let module = Int.random(in: 0..<modules.count, using: &random)
        guard !modules[module].fields.isEmpty else { return addField(to: module) }
        let field = Int.random(in: 0..<modules[module].fields.count, using: &random)
        let name = modules[module].name
        switch Int.random(in: 0..<16, using: &random) {
        case 0...2: addField(to: module)
        case 3, 4: removedFields[name, default: []].append(modules[module].fields.remove(at: field))
        case 5, 6:
            guard var back = removedFields[name]?.popLast(),
                !modules[module].fields.contains(where: { $0.name == back.name })
            else { return addField(to: module) }
            if Bool.random(using: &random) { back.kind = kind() }
            settle(&back)
            modules[module].fields.append(back)
        case 7...9:
            var changed = modules[module].fields[field]
            changed.kind = kind()
            settle(&changed)
            modules[module].fields[field] = changed
        case 10, 11:
            var changed = modules[module].fields[field]
            settle(&changed)
            modules[module].fields[field] = changed
        case 12: modules[module].fields.swapAt(field, 0)
        case 13: addModule()
        case 14 where modules.count > 1: removedModules.append(modules.remove(at: module))
        default:
            guard let back = removedModules.popLast() else { return addField(to: module) }
            modules.append(back)
        }
    }
}
#endif
