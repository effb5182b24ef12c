import Foundation
import QuireHTTP

extension HALOEngine {
    /// A device by its id (E11).
    ///
    /// - Throws: `HALOError` (404: there is none), `HALOAnswerError`, `TransportError`, `AuthorizationError`.
    public func device(id: String) async throws -> HALODevice {
        var call = HALOCall(.get, "segmentation/appuser")
        try call.append(id: id, of: "device")
        return try await sendDevice(call)
    }

    /// Creates a device that has no id (E12), or updates the one that has (E13).
    ///
    /// ```swift
    /// device.pushTokens = [.init(platform: HALODevice.platform, token: token)]
    /// device = try await halo.save(device)
    /// // PUT …/api/segmentation/appuser/57fb…
    /// // {"id":"57fb…","devices":[{"platform":"ios","token":"…"}],"tags":[…],"replaceTokens":true}
    /// ```
    /// - Parameters:
    ///   - device: The device to save.
    ///   - replacingTokens: Whether an update replaces the push tokens that the server has, or adds to them.
    /// - Returns: The device as the server has it, with its id.
    /// - Throws: `HALOError`, `HALOAnswerError`, `TransportError`, `AuthorizationError`.
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

    /// The same engine, whose searches by device (`Query.segmentWithDevice`) take the tags of this one.
    ///
    /// ```swift
    /// let mine = halo.segmented(by: try await halo.save(device))
    /// let near = try await ContentClient(engine: mine).fetch(Books.query().segmentWithDevice())
    /// ```
    public func segmented(by device: HALODevice) -> HALOEngine {
        var copy = self
        copy.deviceTags = device.tagSource
        return copy
    }

    private func sendDevice(_ call: HALOCall) async throws -> HALODevice {
        try HALODevice(HALOAnswer(try await connection.send(call), to: call))
    }
}
