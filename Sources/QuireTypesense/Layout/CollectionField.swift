import QuireCore
import QuireEngine
import QuireRemote

/// An indexed field of a collection.
struct CollectionField: Sendable, Hashable, CustomStringConvertible {
    var name: String
    var type: String
    var isOptional: Bool
    var isFacet: Bool
    var sorts: Bool

    init(_ name: String, _ type: String, isOptional: Bool = false, isFacet: Bool = false, sorts: Bool = false)
    {
        self.name = name
        self.type = type
        self.isOptional = isOptional
        self.isFacet = isFacet
        self.sorts = sorts
    }

    /// The indexed fields of a module's field.
    static func shadows(of field: IndexedField) -> [CollectionField] {
        func shadow(_ name: String, _ type: String, isFacet: Bool = false, sorts: Bool = false)
            -> CollectionField
        {
            CollectionField(name, type, isOptional: true, isFacet: isFacet, sorts: sorts)
        }
        switch field.comparison {
        case .nothing: return []
        case .place:
            guard !field.isList else { return [] }
            return [shadow(field.latitude, "int64"), shadow(field.longitude, "int64")]
        case .text, .number, .date, .boolean:
            let suffix = field.isList ? "[]" : ""
            var shadows = [
                shadow(
                    field.keys, "string" + suffix,
                    isFacet: field.descriptor.facet != nil && !field.isHierarchical),
                shadow(field.orders, "int64" + suffix, sorts: !field.isList),
            ]
            if field.isList {
                shadows += [shadow(field.lowest, "int64", sorts: true), shadow(field.highest, "int64")]
            }
            if field.isHierarchical { shadows.append(shadow(field.pathKeys, "string[]", isFacet: true)) }
            if field.isInteger { shadows.append(shadow(field.extremes, "int32", sorts: true)) }
            if field.isSortableText { shadows.append(shadow(field.sortText, "string", sorts: true)) }
            return shadows
        }
    }

    /// The fields under which other programs can search a prepared collection: values and metadata as they stand in
    /// documents. Objects, places and translated texts are only stored.
    static func plainFields(of module: IndexedModule) -> [CollectionField] {
        let metadata = module.metadata.filter {
            $0.descriptor.name != "id" && module.value($0.descriptor.name) == nil
        }
        return (module.values + metadata).compactMap { field in
            let name = field.descriptor.name
            // Other names may be syntax.
            let isPlain = field.physicalName == (field.isMetadata ? "m_" + name : name) && name != "id"
            guard isPlain, let type = plainType(of: field.descriptor.kind) else { return nil }
            return CollectionField(
                name, type, isOptional: true, isFacet: field.descriptor.facet != nil,
                sorts: type == "string" ? field.descriptor.isSortable : type != "bool" && !field.isList)
        }
    }

    /// The server's type for values of a kind; `nil` for those that it would not index as they are.
    private static func plainType(of kind: FieldKind) -> String? {
        if let element = kind.listElement {
            return element.listElement == nil ? plainType(of: element).map { $0 + "[]" } : nil
        }
        return switch kind {
        case .text, .longText, .html, .url, .color, .choice, .relation, .scalar(.text): "string"
        case .integer, .scalar(.integer): "int64"
        case .number, .scalar(.number): "float"
        case .boolean, .scalar(.boolean): "bool"
        case .date(let format), .time(let format), .dateTime(let format):
            [.epochMilliseconds, .epochSeconds].contains(format) ? "int64" : "string"
        default: nil
        }
    }

    /// The field as the server's API describes it.
    var json: JSONValue {
        .of([
            "name": .string(name), "type": .string(type), "optional": .boolean(isOptional),
            "facet": .boolean(isFacet), "sort": .boolean(sorts),
        ])
    }

    /// How the server's description of the field differs; `nil` if it is the same.
    func difference(to there: JSONValue) -> String? {
        if there.member("type") != .string(type) {
            return "is of type \(there.member("type")?.description ?? "none"), not \(type)"
        }
        // The server makes all numbers sortable, even if that is not necessary.
        if sorts, there.member("sort") != .boolean(true) { return "cannot be sorted by" }
        if isFacet, there.member("facet") != .boolean(true) { return "is not a facet" }
        if there.member("optional") != .boolean(isOptional) {
            return isOptional ? "is not optional" : "is optional"
        }
        return nil
    }

    var description: String {
        "\(name) \(type)\(isOptional ? " optional" : "")\(isFacet ? " facet" : "")\(sorts ? " sort" : "")"
    }
}
