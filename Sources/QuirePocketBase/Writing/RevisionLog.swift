import QuireCore
import QuireRemote

/// The collection with the claims of revisions, for `PocketBaseConflictDetection.revisions`.
///
/// A batch that updates a record creates a claim of the record's next revision first. The unique index admits one writer
/// for each revision, and the transaction of the batch undoes the others.
///
/// ```text
/// {"record":"books/57ea6aa4","revision":1784937318001}
/// ```
/// A claim only matters to writers that have read the record before it. A writer reads it just before, so after a day
/// nobody needs the claim, and `prepare` and the hooks remove it.
enum RevisionLog {
    static let name = "quire_revisions"

    /// The collection as PocketBase's API describes it. Signed-in users may create claims, and nobody may read them.
    static let description = JSONValue.of([
        "id": .string("qrevisions00001"), "name": .string(name), "type": .string("base"),
        "createRule": .string("@request.auth.id != ''"),
        "fields": .array([
            .of([
                "id": .string("qrecord"), "name": .string("record"), "type": .string("text"),
                "required": .boolean(true), "max": .integer(400),
            ]),
            .of([
                "id": .string("qrevision"), "name": .string("revision"), "type": .string("number"),
                "required": .boolean(true), "onlyInt": .boolean(true),
            ]),
            created,
        ]),
        "indexes": .texts(["CREATE UNIQUE INDEX `\(name)_unique` ON `\(name)` (`record`, `revision`)"]),
    ])

    private static let created = JSONValue.of([
        "id": .string("qcreated"), "name": .string("created"), "type": .string("autodate"),
        "onCreate": .boolean(true),
    ])

    /// The time after which a claim is removed.
    static let age = Duration.seconds(86_400)
    /// The time after which a write must not use what it has read.
    static let longestWrite = Duration.seconds(3_600)

    /// The collection, if the server does not have it as it should be. Only superusers may ask.
    static func missing(_ connection: PocketBaseConnection) async throws -> [JSONValue] {
        let call = PocketBaseCall(.get, ["collections", name], action: "read the collection \(name)")
        let response = try await connection.respond(to: call)
        switch response.status {
        case 200:
            guard let live = try? JSONValue(parsing: response.body), let fields = live["fields"]?.elements
            else { throw PocketBaseError(unreadable: "it is not a collection", call.action) }
            let hasDates = fields.contains { $0["name"] == .string("created") }
            return hasDates ? [] : [live.setting("fields", .array(fields + [created]))]
        case 404: return [description]
        default: throw PocketBaseError(response, call.action)
        }
    }

    /// The claim of a revision.
    static func claim(_ revision: Int64, of id: String, in layout: CollectionLayout) -> JSONValue {
        .of(["record": .string("\(layout.name)/\(id)"), "revision": .integer(revision)])
    }

    /// The part of a batch that creates a claim.
    static func part(_ claim: JSONValue) -> JSONValue {
        .of([
            "method": .string("POST"),
            "url": .string(
                PocketBaseConnection.relativeAddress(PocketBaseCall.records(of: name), [("fields", "id")])),
            "body": claim,
        ])
    }
}
