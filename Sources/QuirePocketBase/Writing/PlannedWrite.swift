import Foundation
import QuireCore
import QuireHTTP
import QuireRemote

/// The write of one record: a call of its own, or parts of a batch.
struct PlannedWrite: Sendable {
    /// The operation's position in its batch.
    let position: Int
    let method: HTTPRequest.Method
    let layout: CollectionLayout
    let id: String
    /// The columns to write, as JSON.
    var body: JSONValue?
    /// The version that the write is based on, for the server to compare.
    var version: (header: String, value: String)?
    /// The claim of the record's next revision, which fails if another writer was faster.
    var claim: JSONValue?
    /// The record that the claim is based on.
    var base: ClaimRefusals.Base?
    /// Whether sending it twice has the effect of sending it once.
    var isRepeatable = true

    /// The columns that the response needs. `nil` needs all.
    var returned: [String]?

    /// Whether PocketBase computes a value from the stored one. It does so exactly in the transaction of a batch only.
    var isComputed = false

    /// Whether it can only be sent in a batch.
    var needsBatch: Bool { claim != nil || isComputed || version?.header == Self.ruleHeader }

    /// Whether the server compares the version that the write is based on.
    var isGuarded: Bool { claim != nil || version != nil }

    /// The header that update rules compare.
    static let ruleHeader = "X-If-Updated"

    private var path: [String] {
        PocketBaseCall.records(of: layout.name, method == .post ? nil : id)
    }

    private var query: [(name: String, value: String)] {
        method == .delete ? [] : [("fields", (returned ?? layout.columns(for: nil)).joined(separator: ","))]
    }

    var action: String {
        switch method {
        case .post: "create a record of \(layout.name)"
        case .delete: "delete a record of \(layout.name)"
        default: "update a record of \(layout.name)"
        }
    }

    /// The call of its own.
    var call: PocketBaseCall {
        var call = PocketBaseCall(method, path, query: query, body: body?.data, action: action)
        if let version { call.headers[version.header] = version.value }
        // `WriteSender` repeats it, because it must know whether an earlier attempt may have arrived.
        call.isRepeatable = false
        return call
    }

    /// The parts of a batch.
    ///
    /// In a batch, PocketBase refuses a list in the body that has the name of a parameter of the URL. A column may be named
    /// `fields`; such a write gets all columns back.
    var parts: [JSONValue] {
        let isAmbiguous = body?.member("fields") != nil
        var members: [JSONValue.Member] = [
            .init("method", .string(method.rawValue)),
            .init("url", .string(PocketBaseConnection.relativeAddress(path, isAmbiguous ? [] : query))),
        ]
        if let body { members.append(.init("body", body)) }
        if let version {
            members.append(.init("headers", .of([version.header: .string(version.value)])))
        }
        return [claim.map(RevisionLog.part)].compactMap { $0 } + [.object(members)]
    }
}

/// The claims that were refused although the record stayed as it was.
///
/// A claim is refused because another writer was faster; then the record has changed. If it has not, something set its
/// revision back: a form in the dashboard that was open for a while, or an upload beside another write. The next
/// revisions are claimed already, so the first free one is looked for, one by one. No other writer can skip one of
/// them, so a claim is still only granted to a writer that has read the last write.
struct ClaimRefusals {
    /// The record that a claim was based on.
    struct Base: Sendable, Hashable {
        var revision: Int64
        var updated: String
    }

    private var bases: [Int: (base: Base, count: Int64)] = [:]

    /// The number of revisions after the record's own that are taken.
    func count(_ position: Int, _ base: Base) -> Int64 {
        guard let refusal = bases[position], refusal.base == base else { return 0 }
        return refusal.count
    }

    /// Whether a free revision of the item at a position is being looked for, so that waiting for other writers is of no use.
    func isLooking(_ position: Int) -> Bool { (bases[position]?.count ?? 0) > 1 }

    /// Notes that the claim of an operation at a position was refused.
    mutating func add(_ position: Int, _ base: Base) {
        bases[position] = (base, count(position, base) + 1)
    }
}
