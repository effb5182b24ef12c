import QuireCore
import QuireEngine

/// The calls for devices, and the one for the versions of apps.
struct DeviceCalls: Sendable {
    let registry: Registry

    /// Returns a device (HALO: `GET segmentation/appuser/{id}`).
    func device(_ id: String) throws(APIError) -> ServedResponse {
        guard let device = registry.device(id) else { throw APIError(404, "Device not found") }
        return ServedResponse(200, device)
    }

    /// Creates a device (HALO: `POST segmentation/appuser`).
    func createDevice(_ request: ServedRequest) throws(APIError) -> ServedResponse {
        let body = try BodyObject(request, most: Registry.longestEntry)
        let moment = TokenIssuer.now
        let id = try body.text("id") ?? InstanceWriting.newID(milliseconds: moment)
        try APIError.checkDeviceID(id, at: "id")
        return ServedResponse(
            200,
            try registry.setDevice(id) { (stored) throws(APIError) in
                try Self.device(body, over: stored ?? Self.emptyDevice(id, moment), moment)
            })
    }

    /// Changes a device (HALO: `PUT segmentation/appuser/{id}`). Keys that are not sent stay unchanged.
    func updateDevice(_ id: String, _ request: ServedRequest) throws(APIError) -> ServedResponse {
        let body = try BodyObject(request, most: Registry.longestEntry)
        return ServedResponse(
            200,
            try registry.setDevice(id) { (stored) throws(APIError) in
                guard let stored else { throw APIError(404, "Device not found") }
                return try Self.device(body, over: stored, TokenIssuer.now)
            })
    }

    private static let tooManyTokens = APIError(400, "devices: a device has 1000 tokens at most")

    private static func emptyDevice(_ id: String, _ moment: Int64) -> JSONValue {
        .object([
            .init("id", .string(id)), .init("alias", .string("anonymous-\(id)")), .init("email", .null),
            .init("appId", .integer(1)), .init("devices", .array([])), .init("tags", .array([])),
            .init("customerId", .integer(1)), .init("createdAt", .integer(moment)), .init("updatedAt", .null),
        ])
    }

    private static func device(
        _ body: BodyObject, over stored: JSONValue, _ moment: Int64
    ) throws(APIError) -> JSONValue {
        var device = stored
        for key in ["alias", "email"] {
            if let text = try body.text(key) { device = device.setting(key, .string(text)) }
        }
        if let tags = try body.array("tags") {
            guard tags.count <= 1_000 else { throw APIError(400, "tags: a device has 1000 tags at most") }
            for (index, tag) in tags.enumerated() {
                _ = try BodyObject(tag, at: "tags[\(index)]").requiredText("name")
            }
            device = device.setting("tags", .array(tags))
        }
        if let added = try body.array("devices") {
            guard added.count <= 1_000 else { throw Self.tooManyTokens }
            var tokens = added
            if try body.boolean("replaceTokens") != true, case .array(let present)? = stored.member("devices")
            {
                tokens = present + added.filter { !present.contains($0) }
            }
            guard tokens.count <= 1_000 else { throw Self.tooManyTokens }
            device = device.setting("devices", .array(tokens))
        }
        return device.setting("updatedAt", .integer(moment))
    }

    /// The minimum versions of apps (HALO: `GET authentication/version`). All versions are allowed.
    func version() -> ServedResponse {
        ServedResponse(
            200,
            .object(
                ["minIOS", "minAndroid"].map { .init($0, .string("0.0.0")) }
                    + ["iosChangeLog", "androidChangeLog"].map { .init($0, .string("")) }))
    }
}
