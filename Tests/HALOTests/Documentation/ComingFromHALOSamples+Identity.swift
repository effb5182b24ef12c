import Foundation
import Quire
import QuireHALO
import QuireSync
import SampleModules

/// Untyped searches, and request options beside the query.
enum UntypedSamples {
    static let queries: [HALOQuery] = [
        HALOQuery(moduleNames: ["books", "authors"]), HALOQuery(moduleIDs: ["571f38b4bb7f3729"]),
    ]

    static let options: [Query<Books>] = [
        Books.query().includeAll(), Books.query().halo(segmentWithDevice: true),
        Books.query().halo(slowSearch: true),
        Books.query().halo(slowSort: true, sortLocale: "en-EN"),
    ]

    static func mixed(_ halo: HALOEngine, booksID: String) async throws {
        var query = HALOQuery(moduleNames: ["books", "authors"])
        query.metaSearch = .published()
        for item in try await halo.search(query) {
            if item.moduleID == booksID { print(try item.as(Books.self).title) }
        }
    }
}

/// Users, devices, pockets, modules.
enum IdentitySamples {
    struct Reading: Codable, Sendable { var page: Int }

    static func users(
        _ halo: HALOEngine, _ device: HALODevice, email: String, password: String, token: String
    ) async throws {
        _ = try await halo.logIn(.email(email, password: password), device: device.id)
        _ = try await halo.logIn(.google(token: token), device: device.id)
        _ = try await halo.register(.email(email, password: password), profile: HALOProfile(name: "Ada"))
        print(try await halo.user as Any)
        try await halo.logOut()
    }

    static func devices(_ halo: HALOEngine) async throws {
        var device = HALODevice(tags: HALODevice.systemTags())
        device.add(.custom("brand", "Lamborghini"))
        device.removeTags(named: "brand")
        device = try await halo.save(device)
        device = try await halo.device(id: "57fb")
    }

    static func pocket(_ halo: HALOEngine) async throws {
        var pocket = try await halo.pocket(of: Reading.self)
        pocket.data = Reading(page: 7)
        pocket.references["favourites"] = ["57ea6aa40cf4ec003b4d8285"]
        _ = try await halo.save(pocket)
    }

    static func modules(_ halo: HALOEngine) async throws {
        _ = try await halo.modules()
        _ = try await halo.modules(withFields: true)
        _ = try await halo.module(id: "571f38b4bb7f3729")
        _ = try await halo.version()
    }
}

#if SQLite
/// Translations.
enum TranslationSamples {
    static func texts(_ content: ContentClient, _ sync: ContentSync) async throws {
        let texts = Translations(
            module: "translations", key: "key", text: "value", locale: "en-US", from: content, syncing: sync)
        print(texts.text("cart.title"), texts.texts(["cart.title"]), texts.all)
        print(try await texts.loadedText("cart.title"))
        for await text in texts.updates(of: "cart.title") { print(text) }
        try await texts.load()
        try await texts.setLocale("fr-FR")
        try await texts.clear()
    }
}
#endif
