import Foundation
import QuireCore
import QuireRemote

/// Where a sync of a collection continues: the checkpoint that the store keeps.
///
/// `{"quire":1,"reader":"users/abc","high":1795516370113,"seen":1795516371000,"settled":true,"compared":1795516371000}`
struct SyncPosition: Sendable, Hashable {
    /// Who has read the content: the collection and the id of a user. Empty for a guest.
    var reader: String
    /// The newest `updated` that was read, in milliseconds, by the server's clock. `nil` if records have no such date.
    var high: Int64?
    /// When `high` was first seen, by this device's clock.
    var seenAt: Int64 = 0
    /// Whether everything up to `high` has been read, because it was read again after the overlap had passed.
    var isSettled = false
    /// When all ids were compared last, by this device's clock.
    var comparedAt: Int64 = 0
    /// The last entry of the journal.
    var entry: JournalEntry.Position?

    init(reader: String) { self.reader = reader }

    /// The date from which changes are read, which is `high` or earlier.
    ///
    /// A record is dated before its transaction is committed. At the time of a request, everything is visible that was dated
    /// more than the overlap before.
    func start(overlap: Int64) -> Int64? {
        high.map { isSettled ? $0 : $0 - overlap }
    }

    /// Moves to what a reading by dates has reached.
    ///
    /// - Parameters:
    ///   - reached: The newest date that was read. `nil` if nothing was.
    ///   - isOneState: Whether the reading was one request.
    mutating func move(to reached: Int64?, isOneState: Bool, now: Int64, overlap: Int64) {
        guard let reached else { return }
        if reached > high ?? .min {
            high = reached
            seenAt = now
            isSettled = false
        } else if isOneState, !isSettled {
            // The device's clock may have been set back.
            if seenAt > now { seenAt = now }
            isSettled = now - seenAt > overlap
        }
    }
}

extension SyncPosition {
    var text: String {
        var members: [JSONValue.Member] = [.init("quire", .integer(1)), .init("reader", .string(reader))]
        if let high { members.append(.init("high", .integer(high))) }
        members.append(.init("seen", .integer(seenAt)))
        members.append(.init("settled", .boolean(isSettled)))
        members.append(.init("compared", .integer(comparedAt)))
        if let entry {
            members.append(.init("seq", .integer(entry.number)))
            members.append(.init("entry", .string(entry.id)))
        }
        return JSONValue.object(members).description
    }

    /// - Returns: `nil` for a checkpoint of another version.
    init?(_ text: String) {
        guard let json = try? JSONValue(parsing: Data(text.utf8)), json.member("quire") == .integer(1),
            case .string(let reader)? = json.member("reader")
        else { return nil }
        self.reader = reader
        high = json.member("high")?.wholeNumber
        seenAt = json.member("seen")?.wholeNumber ?? 0
        isSettled = json.member("settled")?.isTrue ?? false
        comparedAt = json.member("compared")?.wholeNumber ?? 0
        if let number = json.member("seq")?.wholeNumber, case .string(let id)? = json.member("entry") {
            entry = JournalEntry.Position(number: number, id: id)
        }
    }
}
