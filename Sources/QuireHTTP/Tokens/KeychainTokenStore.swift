#if canImport(Security)
import Foundation
import Security

/// A token store in the keychain of an Apple platform: this device only, readable after the first unlock.
///
/// ```swift
/// let halo = HALOEngine(baseURL: url, credentials: credentials, tokens: KeychainTokenStore(service: "my.app.halo"))
/// ```
public struct KeychainTokenStore: TokenStore {
    private let service: String
    private let accessGroup: String?

    /// - Parameters:
    ///   - service: Distinguishes this store's items from others.
    ///   - accessGroup: Shares the items with other apps of the same team.
    public init(service: String, accessGroup: String? = nil) {
        self.service = service
        self.accessGroup = accessGroup
    }

    public func load(_ account: String) throws -> Data? {
        var query = item(account)
        query[kSecReturnData] = true
        query[kSecMatchLimit] = kSecMatchLimitOne
        var item: CFTypeRef?
        let status = SecItemCopyMatching(query as CFDictionary, &item)
        if status == errSecItemNotFound { return nil }
        guard status == errSecSuccess else { throw refused(status) }
        guard let record = item as? Data else {
            throw TokenStoreError(.corrupt, at: service, detail: "the item holds no data")
        }
        return record
    }

    public func save(_ record: Data, for account: String) throws {
        var query = item(account)
        let change: [CFString: Any] = [kSecValueData: record]
        var status = SecItemUpdate(query as CFDictionary, change as CFDictionary)
        if status == errSecItemNotFound {
            query[kSecValueData] = record
            query[kSecAttrAccessible] = kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly
            status = SecItemAdd(query as CFDictionary, nil)
        }
        guard status == errSecSuccess else { throw refused(status) }
    }

    public func remove(_ account: String) throws {
        let status = SecItemDelete(item(account) as CFDictionary)
        guard status == errSecSuccess || status == errSecItemNotFound else { throw refused(status) }
    }

    private func item(_ account: String) -> [CFString: Any] {
        var item: [CFString: Any] = [
            kSecClass: kSecClassGenericPassword, kSecAttrService: service, kSecAttrAccount: account,
            kSecUseDataProtectionKeychain: true,
        ]
        if let accessGroup { item[kSecAttrAccessGroup] = accessGroup }
        return item
    }

    private func refused(_ status: OSStatus) -> TokenStoreError {
        let text = SecCopyErrorMessageString(status, nil) as String?
        return TokenStoreError(.refused, at: service, detail: "\(text ?? "keychain error") [\(status)]")
    }
}
#endif
