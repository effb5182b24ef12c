import Foundation
import QuireCluster
import QuireCore
import QuireRemote

/// The documents of a prepared collection that another program wrote without the fields that Quire derives.
///
/// The server rejects such documents in imports, because the guard field is required, but it accepts them with
/// `action=emplace`. They lack the guard field.
struct ForeignDocuments: Sendable {
    let connection: TypesenseConnection
    let collection: String
    /// The guard field's name; `nil` if no layout has prepared the collection.
    let guardField: String?

    /// - Parameter description: The server's description of the collection.
    init(_ connection: TypesenseConnection, _ collection: String, description: JSONValue) {
        self.connection = connection
        self.collection = collection
        guardField = Self.guardField(in: description)
    }

    /// The guard field of a prepared collection.
    static func guardField(in description: JSONValue) -> String? {
        description.member("fields")?.elements?.lazy.compactMap { $0.member("name")?.string }
            .first { $0.hasPrefix(DocumentField.guardField("")) }
    }

    /// The number of the documents.
    func count() async throws -> Int { try await search(size: 0).found }

    /// Gives all documents the fields that they lack.
    ///
    /// - Parameters:
    ///   - line: The complete document, or an update of it.
    ///   - action: How the server stores the lines.
    /// - Returns: The number of documents.
    func complete(
        _ action: DocumentImport.Action, batchSize: Int, line: (Document) -> [UInt8]?
    ) async throws -> Int {
        var count = 0
        while true {
            try Task.checkCancellation()
            let documents = try await search(size: SearchEntry.largestPage).documents
            guard !documents.isEmpty else { return count }
            let lines = documents.compactMap(line)
            // A document that was deleted meanwhile needs nothing.
            try await DocumentImport(connection: connection, collection: collection).storeAll(
                lines, action, batchSize: batchSize, accepting: 404, call: "complete \(collection)")
            guard lines.count == documents.count else {
                throw TypesenseError(unreadable: "a document has no id", "complete \(collection)")
            }
            count += documents.count
        }
    }

    /// The fields without which a copy would not read a document, whatever the layout. The copy has all fields.
    func leastFields(of document: Document) -> [UInt8]? {
        guard let guardField else { return nil }
        let order = IDOrderKey(document.json.instanceID)
        return Array(
            JSONValue.of([
                "id": .string(document.json.instanceID), DocumentField.id: .string(document.key),
                DocumentField.firstOrder: .integer(order.first),
                DocumentField.secondOrder: .integer(order.second), DocumentField.presences: .array([]),
                guardField: .boolean(true),
            ]).data)
    }

    private func search(size: Int) async throws -> (found: Int, documents: [Document]) {
        guard let guardField else { return (0, []) }
        let (found, documents) = try await connection.documents(
            of: collection,
            [("filter_by", .string("\(guardField):!=true")), ("per_page", .count(size))])
        return (found, documents.map(Document.init))
    }
}
