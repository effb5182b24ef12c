import QuireCore
import QuireEngine
import QuireServer
import QuireText
import QuireToolbox

/// The relations of an item in both directions, each opened when it is asked for.
struct RelationCalls: Sendable {
    let context: ExplorerContext
    private let items: ItemCalls

    init(_ context: ExplorerContext) {
        self.context = context
        items = ItemCalls(context: context)
    }

    /// The relations with the number of their items.
    func relations(_ body: BodyObject) async throws -> JSONValue {
        let (item, module, engine) = try await items.found(body)
        var relations: [JSONValue] = []
        for field in module.fields + module.members {
            guard let target = field.relatedModule else { continue }
            let count = RelatedIDs.ids(field.descriptor.json(in: item.member("values"))).count
            relations.append(
                .record([
                    "kind": "forward".json, "field": field.name.json, "module": target.json,
                    "isList": field.leadsToMany.json, "count": count.json,
                ]))
        }
        for reverse in module.reverse {
            guard let source = context.schema.now.schema[reverse.module] else { continue }
            let clock = ContinuousClock()
            let start = clock.now
            var (count, message): (Int?, String?) = (nil, nil)
            do {
                count = try await ContentClient(engine: engine).count(
                    Self.request(reverse, from: source, to: item.instanceID))
            } catch {
                message = "\(error)"
            }
            relations.append(
                .record([
                    "kind": "reverse".json, "module": reverse.module.json, "field": reverse.field.json,
                    "isList": reverse.isList.json, "count": count?.json, "message": message?.json,
                    "milliseconds": (clock.now - start).milliseconds.json,
                ]))
        }
        return .record(["relations": relations.json])
    }

    /// A page of the related items.
    func related(_ body: BodyObject) async throws -> JSONValue {
        let name = try body.requiredText("relation")
        let module = try context.module(try body.requiredText("module"))
        let schema = context.schema.now.schema
        if let field = module.field(name), let target = field.relatedModule.flatMap({ schema[$0] }) {
            return try await forward(field, to: target, body)
        }
        guard
            let reverse = module.reverse.first(where: { "\($0.module).\($0.field)" == name }),
            let source = schema[reverse.module]
        else {
            throw ExplorerError(
                .query, "\(module.name) has no relation \"\(name.shortened)\"; name a field, or module.field."
            )
        }
        let engine = try context.engine(try body.text("engine")).engine
        var request = Self.request(reverse, from: source, to: try body.requiredText("id"))
        request.countsTotal = try body.boolean("count") ?? (body["cursor"] == nil)
        return try await items.page(request, of: source, body, on: engine)
    }

    /// A part of the items that a relation names, in its order.
    private func forward(
        _ field: ExploredField, to target: ExploredModule, _ body: BodyObject
    ) async throws -> JSONValue {
        let whole = field.descriptor.memberSteps.first?.name ?? field.name
        let (item, _, engine) = try await items.found(body, fields: [whole])
        let ids = RelatedIDs.ids(field.descriptor.json(in: item.member("values")))
        let start = try Self.start(body)
        let size = try ItemCalls.size(body)
        let part = Array(ids.dropFirst(start).prefix(size))
        var rows: [JSONValue] = []
        var targets: [JSONValue] = []
        if !part.isEmpty {
            var request = SearchRequest(module: target.descriptor)
            request.ids = part
            request.page = .page(1, size: part.count)
            request.countsTotal = false
            targets = try await ItemSource(engine: engine).items(request).items
            var byID: [ExactText: JSONValue] = [:]
            for item in targets { byID[ExactText(item.instanceID)] = item }
            for id in part {
                if let item = byID[ExactText(id)] {
                    rows.append(ItemJSON.list.row(item))
                } else {
                    rows.append(.record(["id": id.json, "missing": true.json, "values": .object([])]))
                }
            }
        }
        let names = try await ItemNames(schema: context.schema.now.schema, engine: engine)
            .names(of: RelatedIDs.ids(in: targets, of: target))
        let next = start + size < ids.count ? "o:\(start + size)" : nil
        return .record([
            "module": target.name.json, "rows": rows.json, "names": names, "next": next?.json,
            "total": ids.count.json, "offset": start.json, "facets": .array([]), "rejected": .array([]),
        ])
    }

    private static func start(_ body: BodyObject) throws -> Int {
        let place = try PagePlace.page(try body.text("cursor"), offset: nil, size: 1, hasCursors: false)
        if case .offset(let start, _) = place { return start }
        return 0
    }

    /// The items of a module whose relation names an item.
    private static func request(
        _ reverse: ReverseRelation, from source: ExploredModule, to id: String
    ) -> SearchRequest {
        var request = SearchRequest(module: source.descriptor)
        request.filter = .leaf(
            reverse.isList
                ? .init(.in, reverse.field, value: .list([.string(id)]), type: .string)
                : .init(.equal, reverse.field, value: .string(id), type: .string))
        return request
    }
}

/// The ids that the relations of items name.
enum RelatedIDs {
    /// The ids by their module.
    static func ids(in items: [JSONValue], of module: ExploredModule) -> [String: Set<String>] {
        var ids: [String: Set<String>] = [:]
        for field in module.fields {
            guard let target = field.relatedModule else { continue }
            for item in items {
                for id in self.ids(item.member("values")?.member(field.name)).prefix(100) {
                    ids[target, default: []].insert(id)
                }
            }
        }
        return ids
    }

    /// The ids of a relation's value: an id, an item, or a list of them.
    static func ids(_ value: JSONValue?) -> [String] {
        switch value {
        case .string(let id)?: [id]
        case .object?: value?.member("id").map { ids($0) } ?? []
        case .array(let values)?: values.flatMap { ids($0) }
        default: []
        }
    }
}
