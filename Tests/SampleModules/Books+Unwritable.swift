import Foundation
public import Quire

extension Books {
    /// Invalid writes that every engine must reject, each with the field that its error must name.
    public static let unwritable: [(batch: WriteBatch, field: String)] = {
        let endless = Date(timeIntervalSince1970: 1e300)
        let plain = Values(title: "Emma", age: 1)
        var list: [(batch: WriteBatch, field: String)] = []
        func add(_ field: String, _ fill: (inout WriteBatch) -> Void) {
            var batch = WriteBatch()
            fill(&batch)
            list.append((batch, field))
        }
        func add(_ field: String, _ book: Content<Books>) {
            add(field) { $0.create(book) }
            add(field) { $0.update(book) }
            add(field) { $0.createOrUpdate(book) }
        }
        add("price", Content(id: "b1", values: Values(title: "Emma", age: 1, price: .nan)))
        add("price", Content(id: "b1", values: Values(title: "Emma", age: 1, price: -.infinity)))
        add("released", Content(id: "b1", values: Values(title: "Emma", age: 1, released: endless)))
        var published = Content<Books>(id: "b1", values: plain)
        published.metadata.publishedAt = endless
        add("publishedAt", published)
        for id in [".", "..", "search", "a\u{0}b", "a\nb", String(repeating: "x", count: 1 << 20)] {
            add("id", Content(id: ContentID(id), values: plain))
            add("id") { $0.delete(ContentID<Books>(id)) }
        }
        var draft = Draft()
        draft.price = .set(.nan)
        add("price") { $0.update("b1", with: draft) }
        draft = Draft()
        draft.released = .set(endless)
        add("released") { $0.update("b1", with: draft) }
        return list
    }()

    /// Runs each write, and returns those that were not rejected with an error that names the field.
    public static func unwritableTaken(by engine: any ContentEngine) async -> [String] {
        var taken: [String] = []
        for (batch, field) in unwritable {
            let outcome: String
            do {
                outcome = "\(try await ContentClient(engine: engine).write(batch).results)"
            } catch let failure as WriteError
                where failure.reason == .invalid && failure.fields.map(\.name) == [field]
            {
                continue
            } catch {
                outcome = "\(error)"
            }
            taken.append("\(batch.operations.map(\.kind)) with a wrong \(field): \(outcome)")
        }
        return taken
    }

    /// Ids that must be encoded to be a single path component.
    public static let oddIDs = [
        "...", "a/b", "../a", "a%2Fb", "%2e%2e", "a?b=c", "a#b", "a b+c", "\"q\"", "日本語 😀",
        String(repeating: "é", count: 40),
    ]
}
