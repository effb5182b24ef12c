import Foundation
import QuireCore

#if canImport(Darwin)
import Darwin
#endif

/// The tags that HALO's own clients set for a device, as far as they are available without asking the user.
extension HALODevice {
    /// The platform and its version, the app's name and version, and the device's model if they are known.
    ///
    /// ```swift
    /// var device = HALODevice(tags: HALODevice.systemTags())
    /// device.add(.system("Device Screen Size", "1170x2532"))
    /// ```
    /// Tags that require the user interface (screen, Bluetooth) must be added by the app, under HALO's names.
    ///
    /// - Parameters:
    ///   - appName: The name of the app. Defaults to that of the main bundle.
    ///   - appVersion: The version of the app. Defaults to that of the main bundle.
    ///   - isTestDevice: Adds `Test Device`, which the CMS uses to find devices for test pushes.
    public static func systemTags(
        appName: String? = nil, appVersion: String? = nil, isTestDevice: Bool? = nil
    ) -> [Tag] {
        let version = ProcessInfo.processInfo.operatingSystemVersion
        let numbers = [version.majorVersion, version.minorVersion, version.patchVersion]
        let tags: [(String, String?)] = [
            ("Platform Name", platform),
            ("\(platformTitle) Version", numbers.map(String.init).joined(separator: ".")),
            ("Application Name", appName ?? bundleText("CFBundleName")),
            ("Application Version", appVersion ?? bundleText("CFBundleShortVersionString")),
            ("Device Manufacturer", manufacturer),
            ("Device Model", model),
            ("Test Device", isTestDevice.map { $0 ? "true" : "false" }),
        ]
        return tags.compactMap { name, value in
            guard let value, !value.isEmpty else { return nil }
            return .system(name, value)
        }
    }

    /// The platform as in push tokens, for example `ios`.
    public static var platform: String { platformTitle.lowercased() }

    private static var platformTitle: String {
        #if os(iOS)
        "iOS"
        #elseif os(macOS)
        "macOS"
        #elseif os(tvOS)
        "tvOS"
        #elseif os(watchOS)
        "watchOS"
        #elseif os(visionOS)
        "visionOS"
        #elseif os(Android)
        "Android"
        #elseif os(Windows)
        "Windows"
        #else
        "Linux"
        #endif
    }

    private static var manufacturer: String? {
        #if canImport(Darwin)
        "Apple"
        #else
        nil
        #endif
    }

    /// For example `iPhone15,2`.
    private static var model: String? {
        #if canImport(Darwin)
        var size = 0
        guard sysctlbyname("hw.machine", nil, &size, nil, 0) == 0, size > 0 else { return nil }
        var text = [CChar](repeating: 0, count: size)
        guard sysctlbyname("hw.machine", &text, &size, nil, 0) == 0 else { return nil }
        return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        #else
        return nil
        #endif
    }

    private static func bundleText(_ key: String) -> String? {
        Bundle.main.object(forInfoDictionaryKey: key) as? String
    }
}

/// HALO's kinds of tags, and tags of each.
extension Tag {
    /// The subject of a tag, HALO's `tagType`.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// The device or the app. These are the system's own tags.
        case system = "000000000000000000000001"
        /// Defined by the app.
        case custom = "000000000000000000000002"
        case market = "000000000000000000000003"
        case language = "000000000000000000000004"
    }

    /// The kind, or `nil` if it is missing or unknown.
    public var kind: Kind? { tagType.flatMap(Kind.init(rawValue:)) }

    /// Creates a tag of the device or the app, for example `.system("Test Device", "true")`.
    public static func system(_ name: String, _ value: String?) -> Tag {
        Tag(name: name, value: value, tagType: Kind.system.rawValue)
    }

    /// Creates a tag defined by the app, for example `.custom("brand", "Lamborghini")`.
    public static func custom(_ name: String, _ value: String?) -> Tag {
        Tag(name: name, value: value, tagType: Kind.custom.rawValue)
    }

    /// Creates a tag for a market, as listed by the server.
    ///
    /// ```swift
    /// Tag.market(id: "000000000000000000000100", name: "Afghanistan", code: "AF")
    /// ```
    /// - Parameters:
    ///   - id: The market's id.
    ///   - name: The market's name.
    ///   - code: The ISO 3166 code. The Android SDK sends none.
    public static func market(id: String, name: String, code: String? = nil) -> Tag {
        Tag(id: id, name: name, value: code, tagType: Kind.market.rawValue)
    }

    /// Creates a tag for a language, as listed by the server.
    ///
    /// ```swift
    /// Tag.language(id: "000000000000000000000675", name: "Italian Italy", code: "it-IT")
    /// ```
    public static func language(id: String, name: String, code: String? = nil) -> Tag {
        Tag(id: id, name: name, value: code, tagType: Kind.language.rawValue)
    }

    /// Reads a tag. Returns `nil` if it has no name.
    init?(_ response: ResponseObject) {
        guard let name = response.looseText("name") else { return nil }
        self.init(
            id: response.looseText("id"), name: name, value: response.scalarText("value"),
            tagType: response.looseText("tagType"))
    }

    /// Writes the tag in HALO's format, without keys that are `nil`.
    func write(to json: inout JSONWriter) {
        json.beginObject()
        let members: [(StaticString, String?)] = [
            ("id", id), ("name", name), ("value", value), ("tagType", tagType),
        ]
        for (key, value) in members {
            guard let value else { continue }
            json.key(key)
            json.string(value)
        }
        json.endObject()
    }
}
