import QuireCore
import QuireEngine

/// Reads documents of a cluster's collections.
struct ClusterSamples: Sendable {
    /// The maximum number of documents of a collection.
    let limit: Int
    /// The first documents of a collection.
    let documents: @Sendable (_ collection: String) async throws -> [JSONValue]
    /// The first items of a collection that Quire prepared, by the description of its module.
    let instances: @Sendable (_ note: String, _ prefix: String) async throws -> [JSONValue]

    /// The figures about the documents of a collection.
    func profile(of collection: ClusterCollection) async throws -> ObjectProfile {
        var profile = ObjectProfile()
        guard let note = collection.note else {
            for document in try await documents(collection.name) {
                guard case .object(let members)? = DataValue(json: document.description) else { continue }
                profile.add(members, line: 0)
            }
            return profile
        }
        for instance in try await instances(note.text, note.prefix) {
            guard case .object(let members)? = DataValue(json: instance.description),
                case .object(let values)? = members.value("values")
            else { continue }
            profile.add(values, line: 0)
        }
        return profile
    }
}

/// The formats of dates that documents hold as texts.
enum SampledDates {
    /// The format in which every text is a date; `nil` if one is none, or if the documents have no text.
    static func format(of texts: TextProfile) -> DateFormat? {
        guard texts.count > 0, texts.forms.contains(.date), !texts.distinct.isOverflowing else { return nil }
        return [DateFormat.dateOnly, .rfc3339].first { format in
            // Queries read the texts as they are, so a date that an import of data would rewrite is a text here.
            texts.distinct.counts.keys.allSatisfy { text in
                EvaluatedValue.values(in: .string(text), of: .dateTime(format)).count == 1
            }
        }
    }
}
