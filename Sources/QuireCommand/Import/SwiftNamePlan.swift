import QuireGenerator
import QuireSchema

/// Assigns a Swift name where names would otherwise collide, such as `Book title` and `bookTitle`, or hide a type.
///
/// Names are derived as in the generator, so that only those that need an explicit name get one.
struct SwiftNamePlan {
    /// The last number used for each name, so that a thousand equal names do not try a thousand numbers each.
    private var numbers: [String: Int] = [:]

    static func apply(to modules: inout [ImportedModule]) {
        var plan = SwiftNamePlan()
        var taken: Set<String> = ["ContentSchema"]
        var names: [String: String] = [:]
        let natural = Set(modules.map { typeName(SwiftName.upperCamel($0.name), suffix: "Module") })
        for index in modules.indices {
            let made = SwiftName.upperCamel(modules[index].name)
            let name = typeName(made, suffix: "Module")
            let hides = HiddenTypes.owner(of: name) != nil
            if !hides, taken.insert(name).inserted {
                names[modules[index].name] = name
                continue
            }
            let free = HiddenTypes.substitute(for: made, suffix: "Module")
            if hides, !natural.contains(free), taken.insert(free).inserted {
                modules[index].swiftName = free
                names[modules[index].name] = free
                continue
            }
            let own = plan.unused(base: hides ? free : made, fallback: "Module") {
                let used = typeName($0, suffix: "Module")
                return taken.contains(used) || natural.contains(used)
            }
            modules[index].swiftName = own
            let used = typeName(own, suffix: "Module")
            taken.insert(used)
            names[modules[index].name] = used
        }
        for index in modules.indices {
            modules[index].item = ItemName.proposed(
                for: modules[index], named: names[modules[index].name] ?? "", taken: &taken)
            planFields(of: &modules[index], moduleNames: names)
        }
    }

    private static func planFields(of module: inout ImportedModule, moduleNames: [String: String]) {
        // Names that the module's code uses without a qualifier. A nested type with such a name gets a suffix.
        var references: Set<String> = [moduleNames[module.name] ?? module.name]
        if let item = module.item { references.insert(item) }
        for field in module.fields {
            if let target = field.type.target { references.insert(moduleNames[target] ?? target) }
        }
        func choiceName(_ name: String) -> String {
            typeName(SwiftName.upperCamel(name), suffix: "Choice", also: references)
        }
        var plan = SwiftNamePlan()
        // The natural name of a field is never given to another field.
        let natural = Set(
            module.fields.map { ReservedNames.propertyName(SwiftName.lowerCamel($0.name)) })
        let naturalTypes = Set(
            module.fields.filter { $0.type.values != nil || $0.type.members != nil }.map {
                choiceName($0.name)
            })
        var properties: Set<String> = []
        var types: Set<String> = []
        for index in module.fields.indices {
            let field = module.fields[index]
            let isChoice = field.type.values != nil || field.type.members != nil
            func isFree(_ property: String, _ source: String) -> Bool {
                !properties.contains(property) && !(isChoice && types.contains(choiceName(source)))
            }
            let made = SwiftName.lowerCamel(field.name)
            var source = field.name
            if !isFree(ReservedNames.propertyName(made), field.name) {
                source = plan.unused(base: made, fallback: "field") {
                    let property = ReservedNames.propertyName($0)
                    return !isFree(property, $0) || natural.contains(property)
                        || isChoice && naturalTypes.contains(choiceName($0))
                }
                module.fields[index].swiftName = source
            }
            properties.insert(ReservedNames.propertyName(module.fields[index].swiftName ?? made))
            if isChoice { types.insert(choiceName(source)) }
            if var values = field.type.values {
                planValues(&values)
                module.fields[index].type.values = values
            }
            if let members = field.type.members {
                var object = module
                object.fields = members
                planFields(of: &object, moduleNames: moduleNames)
                module.fields[index].type.members = object.fields
            }
        }
    }

    private static func planValues(_ values: inout [ImportedValue]) {
        var plan = SwiftNamePlan()
        let natural = Set(values.map { ReservedNames.valueName(SwiftName.lowerCamel($0.raw)) })
        var taken: Set<String> = []
        for index in values.indices {
            let made = SwiftName.lowerCamel(values[index].raw)
            if taken.insert(ReservedNames.valueName(made)).inserted { continue }
            func isTaken(_ name: String) -> Bool {
                let used = ReservedNames.valueName(name)
                return taken.contains(used) || natural.contains(used)
            }
            // GMT-1 besides GMT 1 is gmtMinus1.
            let spelled = SwiftName.spelledOut(values[index].raw)
            let isUsable = isSwiftIdentifier(spelled) && spelled.utf8.count <= 100 && !isTaken(spelled)
            let own = isUsable ? spelled : plan.unused(base: made, fallback: "value", isTaken: isTaken)
            values[index].swiftName = own
            taken.insert(ReservedNames.valueName(own))
        }
    }

    private static func typeName(_ name: String, suffix: String, also reserved: Set<String> = []) -> String {
        ReservedNames.typeName(name, suffix: suffix, also: reserved)
    }

    /// The name with the lowest number that makes it unique.
    private mutating func unused(base: String, fallback: String, isTaken: (String) -> Bool) -> String {
        // Swift allows names that a schema does not, such as those with emoji.
        var base = isSwiftIdentifier(base) ? base : fallback
        if base.unicodeScalars.count > 200 {
            base = String(String.UnicodeScalarView(base.unicodeScalars.prefix(200)))
        }
        if base.unicodeScalars.last?.properties.numericType != nil { base += "_" }
        var number = (numbers[base] ?? 1) + 1
        while isTaken(base + String(number)) { number += 1 }
        numbers[base] = number
        return base + String(number)
    }
}

extension ImportedType {
    /// The values of a choice.
    fileprivate var values: [ImportedValue]? {
        get {
            switch self {
            case .choice(let values), .choices(let values): return values
            default: return nil
            }
        }
        set {
            guard let newValue else { return }
            switch self {
            case .choice: self = .choice(newValue)
            case .choices: self = .choices(newValue)
            default: break
            }
        }
    }

    /// The fields of an object, or of the objects of a list.
    fileprivate var members: [ImportedField]? {
        get {
            switch self {
            case .object(let fields), .objects(let fields): return fields
            default: return nil
            }
        }
        set {
            guard let newValue else { return }
            switch self {
            case .object: self = .object(newValue)
            case .objects: self = .objects(newValue)
            default: break
            }
        }
    }

    /// The module of a relation.
    fileprivate var target: String? {
        switch self {
        case .relation(let module), .relations(let module): return module
        default: return nil
        }
    }
}

/// Proposes the Swift name of one item: `Work` for the module `works`.
enum ItemName {
    /// The name, which is added to those that are taken; `nil` if the module's name is no plural, or the name means
    /// something else.
    ///
    /// - Parameters:
    ///   - name: The module's Swift name.
    ///   - taken: The names of modules and of other items.
    static func proposed(
        for module: ImportedModule, named name: String, taken: inout Set<String>
    ) -> String? {
        guard !module.isSingle, let word = NameWords(name).words.last, word.count > 3 else { return nil }
        let start = name.index(name.endIndex, offsetBy: -word.count, limitedBy: name.startIndex)
        // A word in capitals is an acronym.
        guard let start, name[start...].dropFirst() == word.dropFirst() else { return nil }
        let singular = NameWords.singular(word)
        let item = String(name[..<start]) + singular.prefix(1).uppercased() + singular.dropFirst()
        guard item != name, isSwiftIdentifier(item), HiddenTypes.owner(of: item) == nil,
            ReservedNames.typeName(item, suffix: "Item") == item, taken.insert(item).inserted
        else { return nil }
        return item
    }
}
