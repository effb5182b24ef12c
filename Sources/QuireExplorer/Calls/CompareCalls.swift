import QuireCore
import QuireEngine
import QuireServer
import QuireText

/// The same query on two engines, and the differences of their items.
struct CompareCalls: Sendable {
    let context: ExplorerContext

    private struct Side {
        var engine: String
        var items: [JSONValue] = []
        var total: Int?
        var milliseconds: Double = 0
        var error: ExplorerError?

        var ids: [String] { items.map(\.instanceID) }

        var json: JSONValue {
            .record([
                "engine": engine.json, "ids": ids.json, "total": total?.json,
                "milliseconds": milliseconds.json, "error": error?.json,
            ])
        }
    }

    func compare(_ body: BodyObject) async throws -> JSONValue {
        let names = try body.texts("engines") ?? context.engines.prefix(2).map(\.id)
        guard names.count == 2 else {
            throw ExplorerError(
                .body,
                "engines: expected two engines. Start the explorer with --beside-engine for a second one.")
        }
        let schema = context.schema.now.schema
        let query = try QueryReader.query(try QueryArgument.object(body))
        let resolved = try QueryResolver(schema: schema).resolve(query)
        var request = resolved.request
        request.page = .page(1, size: try ItemCalls.size(body))
        request.facets = []
        request.fields = [resolved.module.titleField].compactMap { $0 }
        // One after the other, so that neither takes time from the other.
        var sides: [Side] = []
        for name in names { sides.append(await side(request, on: try context.engine(name))) }
        let itemNames = ItemNames(schema: schema, engine: try context.engine(nil).engine)
        var named: [JSONValue.Member] = []
        var seen: Set<ExactText> = []
        for item in sides.flatMap(\.items) where seen.insert(ExactText(item.instanceID)).inserted {
            let name = itemNames.name(of: item, in: resolved.module) ?? item.instanceID
            named.append(.init(item.instanceID, name.json))
        }
        let rows = ListDifference.rows(sides[0].ids, sides[1].ids)
        let isEqual =
            sides.allSatisfy { $0.error == nil } && rows.allSatisfy { $0.difference == .same }
            && sides[0].total == sides[1].total
        return .record([
            "sides": sides.map(\.json).json, "rows": rows.map(\.json).json,
            "names": .object([.init(resolved.module.name, .object(named))]), "equal": isEqual.json,
            "orderIsDefined": (!request.sort.isEmpty || request.text != nil).json,
        ])
    }

    private func side(_ request: SearchRequest, on engine: ExploredEngine) async -> Side {
        var side = Side(engine: engine.id)
        let clock = ContinuousClock()
        let start = clock.now
        do {
            let response = try await ItemSource(engine: engine.engine).items(request)
            side.items = response.items
            side.total = response.pageInfo.totalItems
        } catch {
            side.error = ExplorerError(of: error)
        }
        side.milliseconds = (clock.now - start).milliseconds
        return side
    }
}

/// How two lists of items differ.
struct ListDifference: Sendable {
    enum Difference: String, Sendable {
        case same
        /// Both have the item, at places that differ even if the missing items are left out.
        case moved
        case missing
    }

    var id: String
    /// The places in the two lists.
    var positions: (Int?, Int?)
    var difference: Difference

    var json: JSONValue {
        .record([
            "id": id.json, "positions": [positions.0?.json ?? .null, positions.1?.json ?? .null].json,
            "difference": difference.rawValue.json,
        ])
    }

    /// All items of both lists: those of the first in its order, then those that only the second has.
    static func rows(_ left: [String], _ right: [String]) -> [ListDifference] {
        let (leftPlaces, rightPlaces) = (places(left), places(right))
        // The places among the items that both have.
        let common = places(left.filter { rightPlaces[ExactText($0)] != nil })
        let commonRight = places(right.filter { leftPlaces[ExactText($0)] != nil })
        var rows: [ListDifference] = []
        for (index, id) in left.enumerated() {
            let key = ExactText(id)
            guard let other = rightPlaces[key] else {
                rows.append(ListDifference(id: id, positions: (index, nil), difference: .missing))
                continue
            }
            let isSame = common[key] == commonRight[key]
            rows.append(
                ListDifference(id: id, positions: (index, other), difference: isSame ? .same : .moved))
        }
        for (index, id) in right.enumerated() where leftPlaces[ExactText(id)] == nil {
            rows.append(ListDifference(id: id, positions: (nil, index), difference: .missing))
        }
        return rows
    }

    private static func places(_ ids: [String]) -> [ExactText: Int] {
        var places: [ExactText: Int] = [:]
        for (index, id) in ids.enumerated() { places[ExactText(id)] = index }
        return places
    }
}
