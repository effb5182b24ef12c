import Foundation
import QuireCore
import QuireRemote
import QuireToolbox

/// A collection that another program made and fills: the server's description of its fields, by the schema's names.
final class ExistingLayout: Sendable {
    let module: IndexedModule
    /// The collection's name, or its alias.
    let collection: String
    let document: PlainDocument
    let keys: DocumentKeys
    let fields: [ServerField]
    let names: Set<String>
    /// Whether the server looks into objects: `enable_nested_fields`.
    let hasMembers: Bool

    init(_ module: ModuleDescriptor, _ collection: String, description: JSONValue) {
        self.module = IndexedModule(module)
        self.collection = collection
        document = PlainDocument(self.module, showsAllNames: true)
        keys = DocumentKeys(document)
        fields = (description.member("fields")?.elements ?? []).compactMap(ServerField.init)
        names = Set(fields.map(\.name))
        hasMembers = description.member("enable_nested_fields")?.isTrue ?? false
    }

    /// The server's field for a field of the schema, or for a member of an object; `nil` if the server does not index it.
    subscript(field: IndexedField) -> ServerField? {
        let descriptor = field.descriptor
        // The server joins the names of members, so a name with a dot may be that of another member.
        guard !descriptor.isMember || hasMembers && !descriptor.memberSteps.contains(where: \.hasDot) else {
            return nil
        }
        return fields.first {
            $0.name.isByteEqual(to: descriptor.name) && $0.isIndexed
                && (!descriptor.isMember || $0.isList == field.isList)
        }
    }

    /// The server's fields for the members of an object.
    func members(of name: String) -> [ServerField] {
        hasMembers ? fields.filter { $0.name.utf8.starts(with: (name + ".").utf8) } : []
    }

    /// Why the server has no field for one of the schema.
    func absence(of field: IndexedField) -> String {
        !field.descriptor.isMember || hasMembers
            ? "the field is not indexed there"
            : "the collection does not look into objects (\"enable_nested_fields\")"
    }

    /// A facet's value, as the server prints it.
    func facetValue(_ text: String, of field: IndexedField) -> FilterValue? {
        switch (self[field]?.type, field.comparison) {
        case ("bool", _): return .boolean(text == "true")
        case ("string", _): return .string(text)
        case (_, .date):
            guard let number = Int64(text) else { return nil }
            let (milliseconds, isTooLarge) = number.multipliedReportingOverflow(by: field.unit ?? 1)
            return isTooLarge ? nil : .date(milliseconds: milliseconds)
        default:
            return field.isDouble
                ? Double(text).map(FilterValue.number) : Int64(text).map(FilterValue.integer)
        }
    }

    /// Whether the server's description is another one.
    func differs(from other: ExistingLayout?) -> Bool {
        other.map {
            $0.fields != fields || $0.collection != collection || $0.hasMembers != hasMembers
        } ?? true
    }
}

extension MemberStep {
    fileprivate var hasDot: Bool { name.utf8.contains(UInt8(ascii: ".")) }
}

/// A field in the server's description of a collection.
struct ServerField: Sendable, Hashable {
    let name: String
    /// `int32`, `int64`, `float`, `bool`, `string`, `geopoint`, … without the brackets of a list.
    let type: String
    let isList: Bool
    let isOptional: Bool
    let isFacet: Bool
    let sorts: Bool
    let isIndexed: Bool

    init?(_ json: JSONValue) {
        guard let name = json.member("name")?.string, let type = json.member("type")?.string else {
            return nil
        }
        self.name = name
        isList = type.hasSuffix("[]")
        self.type = isList ? String(type.dropLast(2)) : type
        isOptional = json.member("optional")?.isTrue ?? false
        isFacet = json.member("facet")?.isTrue ?? false
        sorts = json.member("sort")?.isTrue ?? false
        isIndexed = json.member("index")?.isTrue ?? true
    }

    /// The integers that the server accepts in filters.
    var integers: ClosedRange<Int64> {
        type == "int32" ? Int64(Int32.min)...Int64(Int32.max) : .min ... .max
    }

    /// Whether every document has a value. A list may be empty, although it is not optional.
    var isAlwaysThere: Bool { !isOptional && !isList }

    /// Whether facets count exact values.
    var countsExactly: Bool {
        isFacet && (type == "string" || (["int32", "int64", "bool"].contains(type) && !isList))
    }
}

extension IndexedField {
    /// What one of the server's integers stands for: a number, or a date's milliseconds. `nil` for dates that are texts.
    var unit: Int64? {
        guard comparison == .date else { return 1 }
        return switch descriptor.kind.innermost {
        case .date(.epochMilliseconds), .time(.epochMilliseconds), .dateTime(.epochMilliseconds): 1
        case .date(.epochSeconds), .time(.epochSeconds), .dateTime(.epochSeconds): 1000
        default: nil
        }
    }
}

/// The collections of other programs, as they were described last, by module.
final class ExistingLayouts: Sendable {
    private let layouts = Locked<[ModuleDescriptor: ExistingLayout]>([:])
    private let described = Locked<Set<ModuleDescriptor>>([])

    subscript(module: ModuleDescriptor) -> ExistingLayout? {
        get { layouts[module] }
        set { layouts[module] = newValue }
    }

    /// Whether the server has described a module's collection before, of whichever program.
    func isDescribed(_ module: ModuleDescriptor) -> Bool { described.withLock { $0.contains(module) } }

    func describe(_ module: ModuleDescriptor) { described.withLock { _ = $0.insert(module) } }
}
