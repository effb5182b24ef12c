import Foundation
import Quire

/// The devices, the users and their pockets. They are gone with the server.
final class Registry: @unchecked Sendable {
    /// As many as are kept of each.
    private static let most = 10_000

    private struct User {
        var profile: JSONValue
        var password: String
        var pocket = JSONValue.object([])
    }

    private let lock = NSLock()
    private var devices: [String: JSONValue] = [:]
    private var users: [String: User] = [:]
    private var idByEmail: [String: String] = [:]

    private static let isFull = Refusal(503, "The server keeps \(most) of these at most; start it anew.")

    // MARK: - Devices

    func device(_ id: String) -> JSONValue? { lock.withLock { devices[id] } }

    /// Changes a device, or makes it where there is none.
    func setDevice(_ id: String, _ change: (JSONValue?) throws(Refusal) -> JSONValue) throws(Refusal)
        -> JSONValue
    {
        lock.lock()
        defer { lock.unlock() }
        let device = try change(devices[id])
        guard devices[id] != nil || devices.count < Self.most else { throw Self.isFull }
        devices[id] = device
        return device
    }

    // MARK: - Users

    /// The id of the user of an address and a password.
    func user(email: String, password: String) -> String? {
        lock.withLock {
            guard let id = idByEmail[email.lowercased()], let user = users[id], !user.password.isEmpty,
                user.password == password
            else { return nil }
            return id
        }
    }

    func profile(_ id: String) -> JSONValue? { lock.withLock { users[id]?.profile } }

    func register(email: String, password: String, profile: JSONValue, id: String) throws(Refusal) {
        lock.lock()
        defer { lock.unlock() }
        guard idByEmail[email.lowercased()] == nil else {
            throw Refusal(400, "There is a user of this email already")
        }
        guard users.count < Self.most else { throw Self.isFull }
        idByEmail[email.lowercased()] = id
        users[id] = User(profile: profile, password: password)
    }

    /// Users of a social network need no password here.
    func networkUser(_ key: String, make: () -> (id: String, profile: JSONValue)) throws(Refusal) -> String {
        lock.lock()
        defer { lock.unlock() }
        if let id = idByEmail[key] { return id }
        guard users.count < Self.most else { throw Self.isFull }
        let (id, profile) = make()
        idByEmail[key] = id
        // An empty password is no one's: with it nobody signs in.
        users[id] = User(profile: profile, password: "")
        return id
    }

    // MARK: - Pockets

    func pocket(_ user: String) -> JSONValue? { lock.withLock { users[user]?.pocket } }

    func setPocket(_ user: String, _ change: (JSONValue) -> JSONValue) -> JSONValue? {
        lock.withLock {
            guard let stored = users[user]?.pocket else { return nil }
            let pocket = change(stored)
            users[user]?.pocket = pocket
            return pocket
        }
    }
}
