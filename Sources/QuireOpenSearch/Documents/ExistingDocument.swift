import Foundation
import QuireCore
import QuireEngine
import QuireRemote

/// A document of an index that Quire did not prepare, as a write leaves it: the stored one with other values of the fields
/// that the schema declares. Everything else stays as it is.
struct ExistingDocument {
    let document: PlainDocument
    let index: ExistingIndex

    /// The source after a write.
    ///
    /// - Parameters:
    ///   - instance: The item as it will be.
    ///   - stored: The stored source; `nil` for a new document.
    /// - Returns: The source, or the names of values that no document can hold under their own names.
    func source(of instance: JSONValue, over stored: JSONValue?) -> Result<JSONValue, UnwritableNames> {
        let before = stored.flatMap { document.instance(of: $0, id: instance.instanceID) }
        let beforeValues = before?["values"] ?? .empty
        let values = instance["values"] ?? .empty
        var members = stored?.members ?? []
        func set(_ name: String, _ value: JSONValue?) {
            let place = members.firstIndex { $0.name.isByteEqual(to: name) }
            switch (place, value) {
            case (let place?, let value?): members[place].value = value
            case (let place?, nil): members.remove(at: place)
            case (nil, let value?): members.append(.init(name, value))
            case (nil, nil): break
            }
        }
        var hidden: [String] = []
        for field in document.module.values {
            let name = field.descriptor.name
            let value = values[name]
            if value == beforeValues[name] { continue }
            if document.name(of: field) == nil { hidden.append(name) }
            set(name, value.map { inOwnForm($0, of: field) })
        }
        guard hidden.isEmpty else { return .failure(UnwritableNames(names: hidden)) }
        for property in document.module.metadata where document.module.value(property.descriptor.name) == nil
        {
            let name = property.descriptor.name
            guard name != "id", let mapping = index.properties[name] else { continue }
            let value = instance[name]
            if value == before?[name] { continue }
            set(name, value.map { Self.metadata($0, mapping, like: stored?[name]) })
        }
        if stored == nil, index.properties["id"] != nil, document.module.value("id") == nil {
            set("id", .string(instance.instanceID))
        }
        return .success(.object(members))
    }

    /// The value as the server takes it.
    private func inOwnForm(_ value: JSONValue, of field: IndexedField) -> JSONValue {
        guard field.comparison == .place,
            index.properties[field.descriptor.name]?["type"]?.string == "geo_point"
        else { return value }
        func place(_ value: JSONValue) -> JSONValue {
            guard let latitude = value["latitude"], let longitude = value["longitude"] else { return value }
            return .of(["lat": latitude, "lon": longitude])
        }
        return value.elements.map { .array($0.map(place)) } ?? place(value)
    }

    /// A date as a text if the document or the index has it so.
    private static func metadata(_ value: JSONValue, _ mapping: JSONValue, like stored: JSONValue?)
        -> JSONValue
    {
        guard case .integer(let milliseconds) = value, mapping["type"]?.string == "date" else { return value }
        let format = mapping["format"]?.string
        guard stored?.string != nil || !(format.map { $0.contains("epoch_millis") } ?? true) else {
            return value
        }
        var json = JSONWriter()
        json.date(milliseconds: milliseconds, .rfc3339)
        return JSONValue(written: json)
    }
}

/// Names of values that a document cannot hold, because servers read them as syntax.
struct UnwritableNames: Error {
    let names: [String]

    var description: String {
        "a document cannot hold values under \(names.map { "\"\($0)\"" }.joined(separator: ", "))"
    }
}
