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
