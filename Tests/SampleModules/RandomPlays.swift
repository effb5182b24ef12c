public import Quire

/// Random plays over a random library, and random filters with relations inside objects.
public struct RandomPlays: Sendable {
    public private(set) var library: RandomLibrary
    public private(set) var plays: [Content<Plays>] = []
    private var random: RandomNumbers

    public init(seed: UInt64, plays: Int = 50) {
        library = RandomLibrary(seed: seed, novels: 10, writers: 15)
        random = RandomNumbers(state: seed ^ 0x5eed)
        for number in 0..<plays {
            let staging =
                random.below(4) == 0
                ? nil
                : Plays.Staging(
                    town: text("t", of: 4), house: text("p", of: 8).map { Relation(ContentID($0)) })
            let credits = (0..<random.below(4)).map { _ in
                Plays.Credit(
                    role: text("r", of: 3), writer: text("a", of: 18).map { Relation(ContentID($0)) },
                    helpers: (0..<random.below(3)).map { _ in Relation(ContentID("a\(random.below(18))")) })
            }
            self.plays.append(
                Content(
                    id: ContentID("s\(number)"),
                    values: .init(title: text("s", of: 5), staging: staging, credits: credits)))
        }
    }

    /// Some text, or nothing. Some of the ids name no item.
    private mutating func text(_ prefix: String, of count: Int) -> String? {
        random.below(5) == 0 ? nil : "\(prefix)\(random.below(count))"
    }

    // MARK: - Filters

    /// A random filter over the plays, the writers or the houses.
    public mutating func filter(over module: ModuleDescriptor, depth: Int = 3) -> Filter {
        if depth > 0, random.below(3) == 0 {
            let operands = (0..<random.below(4)).map { _ in filter(over: module, depth: depth - 1) }
            return random.below(2) == 0 ? .and(operands) : .or(operands)
        }
        switch module.name {
        case "plays":
            switch random.below(5) {
            case 0: return leaf(["title", "staging.town", "credits.role"])
            case 1: return leaf(["staging.house", "credits.writer", "credits.helpers"])
            case 2: return elements(depth)
            default: return across(["staging.house", "credits.writer", "credits.helpers"])
            }
        case "writers" where random.below(2) == 0:
            return reverse(["credits.writer", "credits.helpers"][random.below(2)], depth)
        case "houses" where random.below(2) == 0: return reverse("staging.house", depth)
        default: return library.filter(over: module, levels: 1, depth: 1)
        }
    }

    private mutating func elements(_ depth: Int) -> Filter {
        var parts: [Filter] = []
        for _ in 0...random.below(3) {
            switch random.below(4) {
            case 0: parts.append(leaf(["role"]))
            case 1: parts.append(leaf(["writer", "helpers"]))
            default: parts.append(across(["writer", "helpers"]))
            }
        }
        let inner: Filter = random.below(3) == 0 ? .or(parts) : .and(parts)
        let step = RelationStep(elementsOf: "credits")
        return random.below(3) == 0 ? .none(step, inner) : .any(step, inner)
    }

    private mutating func across(_ names: [String]) -> Filter {
        let name = names[random.below(names.count)]
        let target = name == "staging.house" ? Houses.descriptor : Writers.descriptor
        let step = RelationStep(name, to: target)
        let inner = library.filter(over: target, levels: 1, depth: 1)
        return random.below(3) == 0 ? .none(step, inner) : .any(step, inner)
    }

    private mutating func reverse(_ relation: String, _ depth: Int) -> Filter {
        let step = RelationStep(from: Plays.descriptor, by: relation)
        let inner = filter(over: Plays.descriptor, depth: min(depth, 1))
        return random.below(3) == 0 ? .none(step, inner) : .any(step, inner)
    }

    private mutating func leaf(_ names: [String]) -> Filter {
        let name = names[random.below(names.count)]
        if random.below(4) == 0 {
            return .leaf(.init(random.below(2) == 0 ? .equal : .notEqual, name, value: .null, type: .null))
        }
        let last = name.split(separator: ".").last.map(String.init) ?? name
        let prefixes = ["title": "s", "town": "t", "role": "r", "house": "p"]
        let values = (0..<2).map { _ in
            FilterValue.string((prefixes[last] ?? "a") + "\(random.below(prefixes[last] == nil ? 18 : 5))")
        }
        return .leaf(.init(random.below(2) == 0 ? .in : .notIn, name, value: .list(values), type: .string))
    }

    // MARK: - A plain evaluator

    /// The ids of the module's items that match, sorted.
    public func ids(of module: ModuleDescriptor, matching filter: Filter) -> [String] {
        switch module.name {
        case "plays": plays.filter { holds(filter, of: $0.values) }.map(\.id.rawValue).sorted()
        case "writers":
            library.writers.map(\.id.rawValue).filter { holds(filter, of: $0, in: module) }.sorted()
        default: library.houses.map(\.id.rawValue).filter { holds(filter, of: $0, in: module) }.sorted()
        }
    }

    /// Whether a writer or a house meets a filter.
    private func holds(_ filter: Filter, of id: String, in module: ModuleDescriptor) -> Bool {
        switch filter {
        case .and(let operands): return operands.allSatisfy { holds($0, of: id, in: module) }
        case .or(let operands): return operands.contains { holds($0, of: id, in: module) }
        case .any(let step, let inner) where step.module.name == "plays":
            return plays.contains {
                values(of: $0.values, step.relation).contains(id) && holds(inner, of: $0.values)
            }
        case .none(let step, let inner) where step.module.name == "plays":
            return !holds(.any(step, inner), of: id, in: module)
        case .leaf, .any, .none: return library.ids(of: module, matching: filter).contains(id)
        }
    }

    private func holds(_ filter: Filter, of play: Plays.Values) -> Bool {
        holds(filter, values: { values(of: play, $0) }, objects: play.credits)
    }

    /// Whether a play, or an object of its list, meets a filter.
    private func holds(
        _ filter: Filter, values: (String) -> [String], objects: [Plays.Credit]
    ) -> Bool {
        switch filter {
        case .and(let operands):
            return operands.allSatisfy { holds($0, values: values, objects: objects) }
        case .or(let operands):
            return operands.contains { holds($0, values: values, objects: objects) }
        case .any(let step, let inner) where step.leadsToElements:
            return objects.contains { object in
                holds(inner, values: { self.values(of: object, $0) }, objects: [])
            }
        case .any(let step, let inner):
            let ids = values(step.relation)
            return ids.contains { library.ids(of: step.module, matching: inner).contains($0) }
        case .none(let step, let inner):
            return !holds(.any(step, inner), values: values, objects: objects)
        case .leaf(let leaf):
            let found = values(leaf.property).map(FilterValue.string)
            guard case .list(let wanted) = leaf.value else {
                return found.isEmpty == (leaf.operation == .equal)
            }
            return found.contains(where: wanted.contains) == (leaf.operation == .in)
        }
    }

    private func values(of play: Plays.Values, _ name: String) -> [String] {
        switch name {
        case "title": [play.title].compactMap(\.self)
        case "staging.town": [play.staging?.town].compactMap(\.self)
        case "staging.house": [play.staging?.house?.id.rawValue].compactMap(\.self)
        default: play.credits.flatMap { values(of: $0, String(name.dropFirst("credits.".count))) }
        }
    }

    private func values(of credit: Plays.Credit, _ name: String) -> [String] {
        switch name {
        case "role": [credit.role].compactMap(\.self)
        case "writer": [credit.writer?.id.rawValue].compactMap(\.self)
        default: credit.helpers.map(\.id.rawValue)
        }
    }
}
