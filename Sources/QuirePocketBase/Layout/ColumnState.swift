import Foundation
import QuireCore
import QuireRemote
import QuireToolbox

/// Keeps superusers from using derived columns that are not filled yet. The server keeps all others from it.
///
/// Asks for the collection once, unless columns are unfinished.
final class UnfinishedColumns: Sendable {
    /// The id of the collection of superusers, which is the same on every server.
    private static let superusers = "pbc_3142635823"

    private let whole = Locked<Set<String>>([])

    /// Checks a search.
    ///
    /// - Parameter parts: The filter, the sort order and the columns of the search.
    /// - Throws: `CollectionError` if one of them names a column that is not whole.
    func check(
        _ parts: [String], of layout: CollectionLayout, on connection: PocketBaseConnection
    ) async throws {
        guard layout.isManaged, let authorization = connection.authorization,
            parts.contains(where: { $0.contains(ColumnName.ownPrefix) }),
            !whole.withLock({ $0.contains(layout.name) })
        else { return }
        let header = try await authorization.authorization(
            replacing: nil, deadline: .after(connection.settings.timeout))
        let claims = header.flatMap(PocketBaseToken.claims(inHeader:))
        guard claims?.member("collectionId") == .string(Self.superusers) else { return }
        let call = PocketBaseCall(
            .get, ["collections", layout.name], action: "read the collection \(layout.name)")
        let response = try await connection.respond(to: call)
        // The search says what else is wrong.
        guard response.status == 200, let json = try? JSONValue(parsing: response.body) else { return }
        let derived = layout.fields.flatMap(\.shadowNames)
        let unfinished = (json.member("fields")?.elements ?? []).filter { ColumnState(of: $0) != .whole }
            .compactMap { $0.member("name")?.string }.filter(derived.contains)
        if unfinished.isEmpty { return whole.withLock { _ = $0.insert(layout.name) } }
        let used = unfinished.filter { name in parts.contains { $0.contains(name) } }
        guard used.isEmpty else {
            throw CollectionError(
                .unfilled, collection: layout.name, facts: [used.map { "\"\($0)\"" }.joined(separator: ", ")])
        }
    }
}

/// How far a derived column of a collection with records is, as the options of PocketBase's field say it.
///
/// A column is not renamed when it is whole: PocketBase fails the writes of others that are under way during that.
enum ColumnState: Sendable, Hashable {
    /// Records may lack the column's value. PocketBase lets nobody but superusers use a hidden column.
    case filling
    /// All records had their values when they were checked. What was written since then is checked once more.
    case checking
    /// Every record has its value.
    case whole

    init(of field: JSONValue) {
        switch (field.member("presentable")?.isTrue, field.member("hidden")?.isTrue) {
        case (true?, true?): self = .filling
        case (true?, _): self = .checking
        default: self = .whole
        }
    }

    /// The field with the options of the state.
    func applied(to field: JSONValue) -> JSONValue {
        field.setting("hidden", .boolean(self == .filling))
            .setting("presentable", .boolean(self != .whole))
    }
}
