import Foundation
import LoopbackServer
import Quire
import QuireHALO
import QuireHTTP
import Testing

/// Devices and their tags.
@Suite("HALO: devices")
struct DeviceTests {
    private static let stored =
        #"{"id":"57fb","alias":"anonymous-1","email":null,"appId":2,"devices":[{"platform":"ios","token":"tok"},{"platform":5}],"tags":[{"id":"1","name":"brand","value":"Lamborghini","tagType":"000000000000000000000002","type":"x"},{"name":"brand","value":"Fiat","tagType":"000000000000000000000002"},{"value":"no name"},7],"customerId":1,"createdAt":1474980516487,"updatedAt":null}"#

    private func engine(_ server: LoopbackServer) -> HALOEngine {
        HALOEngine(
            baseURL: server.url, authorization: BearerToken("t"),
            settings: .init(timeout: .seconds(900), retries: .never))
    }

    @Test("A device is read with its tags, including several with the same name")
    func reading() async throws {
        let server = try LoopbackServer { _ in .json(Self.stored) }
        defer { server.stop() }
        let device = try await engine(server).device(id: "57/fb")
        #expect(device.id == "57fb")
        #expect(device.alias == "anonymous-1")
        #expect(device.email == nil)
        #expect(device.appID == 2)
        #expect(device.pushTokens == [.init(platform: "ios", token: "tok")])
        #expect(
            device.tags == [
                Tag(id: "1", name: "brand", value: "Lamborghini", tagType: "000000000000000000000002"),
                .custom("brand", "Fiat"),
            ])
        #expect(device.createdAt == Date(timeIntervalSince1970: 1_474_980_516.487))
        #expect(try await device.tagSource() == device.tags)
        #expect(server.requests.first?.target == "/api/segmentation/appuser/57%2Ffb")
    }

    @Test("A device without an id is created")
    func creating() async throws {
        let server = try LoopbackServer { _ in .json(Self.stored) }
        defer { server.stop() }
        let device = HALODevice(tags: [.custom("brand", "Fiat"), .system("apns", nil)])
        #expect(try await engine(server).save(device).id == "57fb")
        let sent = try #require(server.requests.first)
        #expect(sent.method == "POST")
        #expect(sent.target == "/api/segmentation/appuser")
        #expect(
            sent.text
                == #"{"devices":[],"tags":[{"name":"brand","value":"Fiat","tagType":"000000000000000000000002"},{"name":"apns","tagType":"000000000000000000000001"}]}"#
        )
    }

    @Test("A device with an id is updated, and its push tokens are replaced by default")
    func updating() async throws {
        let server = try LoopbackServer { _ in .json(Self.stored) }
        defer { server.stop() }
        var device = HALODevice(
            id: "57fb", alias: "a", email: "e", pushTokens: [.init(platform: "ios", token: "tok")])
        device.add(
            .market(id: "000000000000000000000100", name: "Afghanistan", code: "AF"))
        device.add(.language(id: "000000000000000000000675", name: "Italian Italy", code: "it-IT"))
        try await engine(server).save(device)
        try await engine(server).save(device, replacingTokens: false)
        let sent = try #require(server.requests.first)
        #expect(sent.method == "PUT")
        #expect(sent.target == "/api/segmentation/appuser/57fb")
        let body =
            #"{"id":"57fb","alias":"a","email":"e","devices":[{"platform":"ios","token":"tok"}],"tags":[{"id":"000000000000000000000100","name":"Afghanistan","value":"AF","tagType":"000000000000000000000003"},{"id":"000000000000000000000675","name":"Italian Italy","value":"it-IT","tagType":"000000000000000000000004"}],"replaceTokens":true}"#
        #expect(sent.text == body)
        #expect(server.requests.last?.text == body.replacing(":true}", with: ":false}"))
    }

    @Test("Tags are added, removed one by one, and replaced by name and kind")
    func tags() {
        var device = HALODevice(tags: [.system("brand", "of the device")])
        device.add(.custom("brand", "Fiat"))
        device.add(.custom("brand", "Lancia"))
        device.add(.custom("brand", "Fiat"))
        device.add(.custom("city", "Turin"))
        #expect(device.tags.map(\.value) == ["of the device", "Fiat", "Lancia", "Turin"])
        device.remove(.custom("brand", "Lancia"))
        #expect(device.tags.map(\.value) == ["of the device", "Fiat", "Turin"])
        device.add(.custom("brand", "Lancia"))
        device.replace(.custom("brand", "Alfa"))
        #expect(device.tags.map(\.value) == ["of the device", "Alfa", "Turin"])
        device.replace(.custom("new", "x"))
        #expect(device.tags.last == .custom("new", "x"))
        device.removeTags(named: "brand")
        #expect(device.tags.map(\.name) == ["city", "new"])
    }

    @Test("System tags have HALO's names and kind")
    func systemTags() throws {
        let tags = HALODevice.systemTags(appName: "Shop", appVersion: "1.2", isTestDevice: true)
        #expect(tags.allSatisfy { $0.kind == .system && $0.value?.isEmpty == false })
        #expect(tags.first { $0.name == "Application Name" }?.value == "Shop")
        #expect(tags.first { $0.name == "Application Version" }?.value == "1.2")
        #expect(tags.first { $0.name == "Test Device" }?.value == "true")
        #expect(tags.first { $0.name == "Platform Name" }?.value == HALODevice.platform)
        #if os(Linux)
        // The kernel version at the start of `uname -r`.
        let release = try String(contentsOfFile: "/proc/sys/kernel/osrelease", encoding: .utf8)
        let version = try #require(tags.first { $0.name == "Linux Version" }?.value)
        #expect(release.hasPrefix(version.split(separator: ".").prefix(2).joined(separator: ".")))
        #endif
    }

    @Test("Kinds of tags are identified by their ids; an unknown one is kept")
    func kinds() {
        #expect(Tag.custom("a", nil).kind == .custom)
        #expect(Tag(name: "a", tagType: "000000000000000000000009").kind == nil)
        #expect(Tag(name: "a", tagType: nil).kind == nil)
    }

    @Test(
        "The version check in both forms, with an array or an object",
        arguments: [
            (HALOVersion.Place.path, "/api/authentication/version/current"),
            (.query, "/api/authentication/version?current=true"),
        ])
    func version(_ place: HALOVersion.Place, _ target: String) async throws {
        let body = #"{"minIOS":"2.5.0","iosChangeLog":"More","minAndroid":"2.9","more":1}"#
        for text in [body, "[\(body)]"] {
            let server = try LoopbackServer { _ in .json(text) }
            defer { server.stop() }
            let version = try await engine(server).version(from: place)
            #expect(version.minimumIOS == "2.5.0")
            #expect(version.iOSChangeLog == "More")
            #expect(version.minimumAndroid == "2.9")
            #expect(version.androidChangeLog == nil)
            #expect(server.requests.first?.target == target)
            #expect(server.requests.first?["to-cache"] == "86400")
            #expect(server.requests.first?.body == [])
        }
    }

    @Test(
        "Versions are compared number by number",
        arguments: [
            ("2.9", "2.10", true), ("2.10", "2.9", false), ("2", "2.0.0", false), ("2.0.0", "2", false),
            ("1.9.9", "2", true),
            ("", "0.1", true), ("2.0.1-beta", "2.0.2", true), ("99999999999999999999", "1", true),
        ])
    func olderVersions(_ version: String, _ other: String, _ isOlder: Bool) {
        #expect(HALOVersion.isOlder(version, than: other) == isOlder)
    }

    @Test(
        "A response that is not a device is an error that names the position",
        arguments: ["[]", "{}", #"{"id":null}"#, "no"])
    func oddResponses(_ body: String) async throws {
        let server = try LoopbackServer { _ in .json(body) }
        defer { server.stop() }
        await #expect(throws: HALOResponseError.self) { try await engine(server).device(id: "1") }
    }
}
