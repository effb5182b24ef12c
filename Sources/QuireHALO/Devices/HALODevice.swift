import Foundation
import QuireCore
import QuireHTTP

/// A device registered with HALO: its push tokens, and the tags that select its content.
///
/// ```swift
/// var device = HALODevice(tags: HALODevice.systemTags())
/// device.add(.custom("brand", "Lamborghini"))
/// device = try await halo.save(device)
/// ```
/// HALO calls it an app user (`appuser`).
public struct HALODevice: Sendable, Hashable {
    /// A token from a platform's push service.
    public struct PushToken: Sendable, Hashable {
        /// For example `ios`.
        public var platform: String
        public var token: String

        public init(platform: String, token: String) {
            self.platform = platform
            self.token = token
        }
    }

    /// `nil` until HALO has assigned an id.
    public var id: String?
    /// For example `anonymous-…`. HALO chooses one if it is missing.
    public var alias: String?
    public var email: String?
    public var pushTokens: [PushToken]
    /// The tags. Several may have the same name.
    public var tags: [Tag]
    public private(set) var appID: Int?
    public private(set) var customerID: Int?
    public private(set) var createdAt: Date?
    public private(set) var updatedAt: Date?

    public init(
        id: String? = nil, alias: String? = nil, email: String? = nil, pushTokens: [PushToken] = [],
        tags: [Tag] = []
    ) {
        self.id = id
        self.alias = alias
        self.email = email
        self.pushTokens = pushTokens
        self.tags = tags
    }

    // MARK: - Tags

    /// Adds a tag and keeps others with its name. Does nothing if the same tag exists.
    public mutating func add(_ tag: Tag) {
        if !tags.contains(where: { $0.says(the: tag) }) { tags.append(tag) }
    }

    /// Adds a tag and removes all others with its name and kind.
    public mutating func replace(_ tag: Tag) {
        let position = tags.firstIndex { $0.isNamed(as: tag) }
        tags.removeAll { $0.isNamed(as: tag) }
        tags.insert(tag, at: min(position ?? tags.count, tags.count))
    }

    /// Removes a tag with this name, value and kind.
    public mutating func remove(_ tag: Tag) { tags.removeAll { $0.says(the: tag) } }

    /// Removes all tags with a name, of any kind.
    public mutating func removeTags(named name: String) { tags.removeAll { $0.name == name } }

    /// Provides the current tags of the device, for searches by device.
    public var tagSource: @Sendable () async throws -> [Tag] {
        { [tags] in tags }
    }

    // MARK: - JSON

    init(_ response: ResponseObject) throws {
        try response.expectObject()
        id = try response.id()
        alias = response.looseText("alias")
        email = response.looseText("email")
        pushTokens = response.looseObjects("devices").compactMap { device in
            guard let platform = device.looseText("platform"), let token = device.looseText("token") else {
                return nil
            }
            return PushToken(platform: platform, token: token)
        }
        tags = response.looseObjects("tags").compactMap(Tag.init)
        appID = response.looseInteger("appId")
        customerID = response.looseInteger("customerId")
        createdAt = response.looseDate("createdAt")
        updatedAt = response.looseDate("updatedAt")
    }

    func body(replacingTokens: Bool?) -> Data {
        var json = JSONWriter()
        json.beginObject()
        for (key, value) in [("id", id), ("alias", alias), ("email", email)] {
            guard let value else { continue }
            json.key(key)
            json.string(value)
        }
        json.key("devices")
        json.beginArray()
        for token in pushTokens {
            json.beginObject()
            json.key("platform")
            json.string(token.platform)
            json.key("token")
            json.string(token.token)
            json.endObject()
        }
        json.endArray()
        json.key("tags")
        json.beginArray()
        for tag in tags { tag.write(to: &json) }
        json.endArray()
        if let replacingTokens {
            json.key("replaceTokens")
            json.boolean(replacingTokens)
        }
        json.endObject()
        return Data(json.bytes)
    }
}

extension HALODevice.PushToken: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Shows the platform, but hides the token, because it allows others to send pushes.
    public var description: String { "PushToken(\(platform), <redacted>)" }
    public var debugDescription: String { description }
    /// Hides the token.
    public var customMirror: Mirror { Mirror(self, children: ["platform": platform]) }
}

extension Tag {
    fileprivate func isNamed(as other: Tag) -> Bool { name == other.name && tagType == other.tagType }

    fileprivate func says(the other: Tag) -> Bool { isNamed(as: other) && value == other.value }
}

extension HALOEngine {
    /// Fetches a device by its id (E11).
    ///
    /// - Throws: `HALOError` (404 if there is none), `HALOResponseError`, `TransportError`, `AuthorizationError`.
    public func device(id: String) async throws -> HALODevice {
        var call = HALOCall(.get, "segmentation/appuser")
        try call.append(id: id, of: "device")
        return try await sendDevice(call)
    }

    /// Creates a device without an id (E12), or updates one with an id (E13).
    ///
    /// ```swift
    /// device.pushTokens = [.init(platform: HALODevice.platform, token: token)]
    /// device = try await halo.save(device)
    /// // PUT …/api/segmentation/appuser/57fb…
    /// // {"id":"57fb…","devices":[{"platform":"ios","token":"…"}],"tags":[…],"replaceTokens":true}
    /// ```
    /// - Parameters:
    ///   - device: The device to save.
    ///   - replacingTokens: Whether an update replaces the push tokens on the server. Otherwise, it adds to them.
    /// - Returns: The device as stored on the server, with its id.
    /// - Throws: `HALOError`, `HALOResponseError`, `TransportError`, `AuthorizationError`.
    @discardableResult
    public func save(_ device: HALODevice, replacingTokens: Bool = true) async throws -> HALODevice {
        guard let id = device.id else {
            return try await sendDevice(
                HALOCall(.post, "segmentation/appuser", body: device.body(replacingTokens: nil)))
        }
        var call = HALOCall(
            .put, "segmentation/appuser", body: device.body(replacingTokens: replacingTokens))
        try call.append(id: id, of: "device")
        return try await sendDevice(call)
    }

    /// Returns the same engine, with searches by device (`Query.halo(segmentWithDevice:)`) using the tags of this device.
    ///
    /// ```swift
    /// let mine = halo.segmented(by: try await halo.save(device))
    /// let near = try await ContentClient(engine: mine).fetch(Books.query().halo(segmentWithDevice: true))
    /// ```
    public func segmented(by device: HALODevice) -> HALOEngine {
        var copy = self
        copy.deviceTags = device.tagSource
        return copy
    }

    private func sendDevice(_ call: HALOCall) async throws -> HALODevice {
        try HALODevice(ResponseObject(try await connection.send(call), to: call))
    }
}
