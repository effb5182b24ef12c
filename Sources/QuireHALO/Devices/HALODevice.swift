import Foundation
import QuireCore

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
