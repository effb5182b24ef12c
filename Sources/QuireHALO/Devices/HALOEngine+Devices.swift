import Foundation
import QuireHTTP

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
