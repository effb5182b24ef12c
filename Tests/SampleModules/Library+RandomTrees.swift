import Foundation
public import Quire

/// A larger library with random relations, and random filters over it.
public struct RandomLibrary: Sendable {
    public var novels: [Content<Novels>] = []
    public var writers: [Content<Writers>] = []
    public var houses: [Content<Houses>] = []
    var random: RandomNumbers

    public init(seed: UInt64, novels: Int = 60, writers: Int = 25) {
        random = RandomNumbers(state: seed)
        for number in 0..<6 {
            houses.append(
                Content(id: "p\(number)", values: .init(country: [.japan, .spain, nil][number % 3])))
        }
        for number in 0..<writers {
            let publisher = random.below(8)
            self.writers.append(
                Content(
                    id: "a\(number)",
                    values: .init(
                        name: "n\(random.below(6))", birthYear: random.below(4) == 0 ? nil : random.below(9),
                        publisher: publisher == 7 ? nil : Relation("p\(publisher)"),
                        fields: (0..<number % 3).map { "f\((number * 7 + $0 * 5) % 4)" },
                        biography: number % 4 == 0 ? nil : "life \(number % 5)",
                        diedOn: number % 3 == 0 ? nil : Date(timeIntervalSince1970: Double(number) * 86_400),
                        isLiving: number % 5 == 0 ? nil : number % 2 == 0,
                        rating: number % 4 == 1 ? nil : Double(number) / 3)))
        }
        for number in 0..<novels {
            // Some ids name no writer, and some occur twice.
            let editors = (0..<random.below(4)).map { _ in random.below(writers + 3) }
            let author = random.below(writers + 6)
            self.novels.append(
                Content(
                    id: "b\(number)",
                    values: .init(
                        pages: random.below(5) == 0 ? nil : random.below(9),
                        author: author >= writers + 3 ? nil : Relation("a\(author)"),
                        editors: editors.map { Relation("a\($0)") })))
        }
    }

    /// A random filter over a module, with at most so many levels of relations.
    public mutating func filter(over module: ModuleDescriptor, levels: Int = 3, depth: Int = 3) -> Filter {
        let choice = random.below(10)
        if depth > 0, choice < 2 { return .and(operands(module, levels, depth)) }
        if depth > 0, choice < 4 { return .or(operands(module, levels, depth)) }
        if depth > 0, choice < 5 {
            return filter(over: module, levels: levels, depth: depth - 1).negated(in: module.fields)
        }
        if levels > 0, choice < 9 {
            let step = step(from: module)
            let inner = filter(over: step.module, levels: levels - 1, depth: depth - 1)
            switch random.below(3) {
            case 0: return .any(step, inner)
            case 1: return .none(step, inner)
            default: return .none(step, inner.negated(in: step.module.fields))
            }
        }
        return .leaf(leaf(module))
    }

    private mutating func operands(_ module: ModuleDescriptor, _ levels: Int, _ depth: Int) -> [Filter] {
        (0..<random.below(4)).map { _ in filter(over: module, levels: levels, depth: depth - 1) }
    }

    private mutating func step(from module: ModuleDescriptor) -> RelationStep {
        switch module.name {
        case "novels": RelationStep(random.below(2) == 0 ? "author" : "editors", to: Writers.descriptor)
        case "houses": RelationStep(from: Writers.descriptor, by: "publisher")
        default:
            switch random.below(3) {
            case 0: RelationStep("publisher", to: Houses.descriptor)
            case 1: RelationStep(from: Novels.descriptor, by: "author")
            default: RelationStep(from: Novels.descriptor, by: "editors")
            }
        }
    }

    private mutating func leaf(_ module: ModuleDescriptor) -> Filter.Leaf {
        let field = module.fields.fields[
            random.below(module.name == "writers" ? 3 : module.fields.fields.count)]
        if random.below(4) == 0 {
            return .init(random.below(2) == 0 ? .equal : .notEqual, field.name, value: .null, type: .null)
        }
        let number = random.below(9)
        switch field.kind {
        case .integer:
            let operations: [FilterOperation] = [
                .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual, .notLess, .notGreater,
            ]
            return .init(
                operations[random.below(operations.count)], field.name, value: .integer(Int64(number)),
                type: .number
            )
        default:
            let text =
                switch field.name {
                case "name": "n\(number)"
                case "country": number < 5 ? "japan" : "spain"
                case "publisher": "p\(number)"
                default: "a\(number)"
                }
            return .init(
                random.below(2) == 0 ? .in : .notIn, field.name, value: .list([.string(text)]), type: .string)
        }
    }

    // MARK: - A plain evaluator

    /// The ids of the module's items that match, sorted.
    public func ids(of module: ModuleDescriptor, matching filter: Filter) -> [String] {
        ids(of: module).filter { holds(filter, module, $0) }.sorted()
    }

    private func ids(of module: ModuleDescriptor) -> [String] {
        switch module.name {
        case "novels": novels.map(\.id.rawValue)
        case "writers": writers.map(\.id.rawValue)
        default: houses.map(\.id.rawValue)
        }
    }

    private func holds(_ filter: Filter, _ module: ModuleDescriptor, _ id: String) -> Bool {
        switch filter {
        case .and(let operands): operands.allSatisfy { holds($0, module, id) }
        case .or(let operands): operands.contains { holds($0, module, id) }
        case .any(let step, let inner): found(step, module, id).contains { holds(inner, step.module, $0) }
        case .none(let step, let inner): !found(step, module, id).contains { holds(inner, step.module, $0) }
        case .leaf(let leaf): holds(leaf, values(leaf.property, module, id))
        }
    }

    /// The related items that exist.
    private func found(_ step: RelationStep, _ module: ModuleDescriptor, _ id: String) -> [String] {
        ids(of: step.module).filter { other in
            step.isReverse
                ? values(step.relation, step.module, other).contains(.string(id))
                : values(step.relation, module, id).contains(.string(other))
        }
    }

    private func values(_ field: String, _ module: ModuleDescriptor, _ id: String) -> [FilterValue] {
        switch module.name {
        case "novels":
            guard let novel = novels.first(where: { $0.id.rawValue == id }) else { return [] }
            return switch field {
            case "pages": novel.pages.map { [.integer(Int64($0))] } ?? []
            case "author": novel.author.map { [.string($0.id.rawValue)] } ?? []
            default: novel.editors.map { .string($0.id.rawValue) }
            }
        case "writers":
            guard let writer = writers.first(where: { $0.id.rawValue == id }) else { return [] }
            return switch field {
            case "name": [.string(writer.values.name)]
            case "birthYear": writer.birthYear.map { [.integer(Int64($0))] } ?? []
            default: writer.publisher.map { [.string($0.id.rawValue)] } ?? []
            }
        default:
            return houses.first { $0.id.rawValue == id }?.country.map { [.string($0.rawValue)] } ?? []
        }
    }

    private func holds(_ leaf: Filter.Leaf, _ values: [FilterValue]) -> Bool {
        func number(_ value: FilterValue) -> Int64 {
            if case .integer(let number) = value { number } else { 0 }
        }
        let operand = number(leaf.value)
        return switch leaf.operation {
        case .equal: leaf.value == .null ? values.isEmpty : values.contains(leaf.value)
        case .notEqual: leaf.value == .null ? !values.isEmpty : !values.contains(leaf.value)
        case .in: values.contains { leaf.value == .list([$0]) }
        case .notIn: !values.contains { leaf.value == .list([$0]) }
        case .less: values.contains { number($0) < operand }
        case .lessOrEqual: values.contains { number($0) <= operand }
        case .greater: values.contains { number($0) > operand }
        case .greaterOrEqual: values.contains { number($0) >= operand }
        case .notLess: !values.contains { number($0) < operand }
        case .notLessOrEqual: !values.contains { number($0) <= operand }
        case .notGreater: !values.contains { number($0) > operand }
        case .notGreaterOrEqual: !values.contains { number($0) >= operand }
        default: false
        }
    }
}

/// SplitMix64: the same numbers on every machine.
struct RandomNumbers: Sendable {
    var state: UInt64

    mutating func below(_ limit: Int) -> Int {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return Int((mixed ^ (mixed >> 31)) % UInt64(limit))
    }
}
