import Foundation
import QuireCore
import QuireToolbox

/// Keeps devices, users and their pockets in memory until the server stops.
///
/// Their number, the size of each and their total size are limited, so that no client can exhaust the memory.
final class Registry: Sendable {
    /// The maximum number of devices, and of users.
    static let most = 10_000
    /// The maximum size of an entry's JSON in bytes, and of a request that creates or changes one.
    static let longestEntry = 256 << 10
    /// The maximum size of the JSON of all entries in bytes.
    static let mostBytes = 64 << 20

    private struct Device {
        var json: JSONValue
        var bytes: Int
    }

    private struct User {
        var profile: JSONValue
        var password: String
        var pocket = JSONValue.object([])
        var bytes: Int
    }

    private struct State {
        var devices: [String: Device] = [:]
        var users: [String: User] = [:]
        var idByEmail: [String: String] = [:]
        /// User ids by the network's name and its token.
        var idByNetwork: [[String]: String] = [:]
        var bytes = 0

        /// Adds an entry's size to the total, and subtracts the size that it had before.
        mutating func count(_ new: Int, insteadOf old: Int = 0) throws(APIError) {
            guard new <= longestEntry else {
                throw APIError(
                    413, "The entry would have \(new) bytes of JSON; the most are \(longestEntry).")
            }
            guard new <= old || bytes - old + new <= mostBytes else { throw isFull }
            bytes += new - old
        }
    }

    private let state = Locked(State())

    private static let isFull = APIError(
        503, "The server keeps \(most) devices and \(most) users, \(mostBytes >> 20) MB in all. Restart it.")

    private static func size(_ values: JSONValue...) -> Int {
        values.reduce(0) { $0 + $1.description.utf8.count }
    }

    // MARK: - Devices

    func device(_ id: String) -> JSONValue? { state.withLock { $0.devices[id]?.json } }

    /// Changes a device, or creates it.
    func setDevice(_ id: String, _ change: (JSONValue?) throws(APIError) -> JSONValue) throws(APIError)
        -> JSONValue
    {
        try state.withLock { state throws(APIError) in
            let stored = state.devices[id]
            let device = try change(stored?.json)
            guard stored != nil || state.devices.count < Self.most else { throw Self.isFull }
            let size = Self.size(device)
            try state.count(size, insteadOf: stored?.bytes ?? 0)
            state.devices[id] = Device(json: device, bytes: size)
            return device
        }
    }

    // MARK: - Users

    /// The id of the user with an email and a password.
    func user(email: String, password: String) -> String? {
        state.withLock { state in
            guard let id = state.idByEmail[email.lowercased()], let user = state.users[id],
                !user.password.isEmpty,
                user.password.isSameSecret(as: password)
            else { return nil }
            return id
        }
    }

    func profile(_ id: String) -> JSONValue? { state.withLock { $0.users[id]?.profile } }

    func register(email: String, password: String, profile: JSONValue, id: String) throws(APIError) {
        try state.withLock { state throws(APIError) in
            guard state.idByEmail[email.lowercased()] == nil else {
                throw APIError(400, "There is a user of this email already")
            }
            guard state.users.count < Self.most else { throw Self.isFull }
            let size = Self.size(profile, .string(email), .string(password))
            try state.count(size)
            state.idByEmail[email.lowercased()] = id
            state.users[id] = User(profile: profile, password: password, bytes: size)
        }
    }

    /// The user with this token of a social network, who needs no password. A new token creates a new user.
    func user(
        ofNetwork network: String, token: String,
        make: () throws(APIError) -> (id: String, profile: JSONValue)
    ) throws(APIError) -> String {
        try state.withLock { state throws(APIError) in
            if let id = state.idByNetwork[[network, token]] { return id }
            guard state.users.count < Self.most else { throw Self.isFull }
            let (id, profile) = try make()
            let size = Self.size(profile, .string(network), .string(token))
            try state.count(size)
            state.idByNetwork[[network, token]] = id
            // An empty password matches none: these users cannot log in with a password.
            state.users[id] = User(profile: profile, password: "", bytes: size)
            return id
        }
    }

    // MARK: - Pockets

    func pocket(_ user: String) -> JSONValue? { state.withLock { $0.users[user]?.pocket } }

    func setPocket(_ user: String, _ change: (JSONValue) -> JSONValue) throws(APIError) -> JSONValue? {
        try state.withLock { state throws(APIError) in
            guard let stored = state.users[user] else { return nil }
            let pocket = change(stored.pocket)
            let size = stored.bytes + Self.size(pocket) - Self.size(stored.pocket)
            try state.count(size, insteadOf: stored.bytes)
            state.users[user]?.pocket = pocket
            state.users[user]?.bytes = size
            return pocket
        }
    }
}
