/// Small modules in the place of Apple's: the declarations that Quire uses, with the signatures of the SDKs.
///
/// A name that the sources use and that is missing here is looked up in Apple's documentation before it is added.
enum AppleModules {
    /// In the order in which they are compiled.
    static let sources: [(name: String, text: String)] = [
        ("Darwin", darwin), ("Security", security), ("UniformTypeIdentifiers", uniformTypeIdentifiers),
        ("CoreSpotlight", coreSpotlight), ("SwiftUI", swiftUI),
    ]

    private static let darwin = """
        @_exported import Glibc

        public func sysctlbyname(
            _ name: UnsafePointer<CChar>!, _ value: UnsafeMutableRawPointer!, _ size: UnsafeMutablePointer<Int>!,
            _ new: UnsafeMutableRawPointer!, _ newSize: Int
        ) -> Int32 { 0 }
        """

    /// Core Foundation's types are aliases of Swift's, because casts to them only exist with Objective-C.
    private static let security = """
        public typealias CFString = String
        public typealias CFTypeRef = AnyObject
        public typealias CFDictionary = [CFString: Any]
        public typealias OSStatus = Int32

        public let errSecSuccess: OSStatus = 0
        public let errSecItemNotFound: OSStatus = -25300
        public let kSecAttrAccessGroup: CFString = "agrp"
        public let kSecAttrAccessible: CFString = "pdmn"
        public let kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly: CFString = "cku"
        public let kSecAttrAccount: CFString = "acct"
        public let kSecAttrService: CFString = "svce"
        public let kSecClass: CFString = "class"
        public let kSecClassGenericPassword: CFString = "genp"
        public let kSecMatchLimit: CFString = "m_Limit"
        public let kSecMatchLimitOne: CFString = "m_LimitOne"
        public let kSecReturnData: CFString = "r_Data"
        public let kSecUseDataProtectionKeychain: CFString = "nleg"
        public let kSecValueData: CFString = "v_Data"

        public func SecItemAdd(_ item: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?) -> OSStatus { 0 }
        public func SecItemCopyMatching(
            _ query: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?
        ) -> OSStatus { 0 }
        public func SecItemDelete(_ query: CFDictionary) -> OSStatus { 0 }
        public func SecItemUpdate(_ query: CFDictionary, _ attributes: CFDictionary) -> OSStatus { 0 }
        public func SecCopyErrorMessageString(
            _ status: OSStatus, _ reserved: UnsafeMutableRawPointer?
        ) -> CFString? { nil }
        """

    private static let uniformTypeIdentifiers = """
        public struct UTType: Sendable { public static var content: UTType { UTType() } }
        """

    private static let coreSpotlight = """
        public import Foundation
        public import UniformTypeIdentifiers

        open class CSSearchableItemAttributeSet: NSObject {
            public init(contentType: UTType) {}
            public var contentCreationDate: Date?
            public var contentDescription: String?
            public var contentModificationDate: Date?
            public var displayName: String?
            public var keywords: [String]?
            public var textContent: String?
            public var thumbnailURL: URL?
            public var title: String?
            public var url: URL?
        }

        open class CSSearchableItem: NSObject {
            public init(
                uniqueIdentifier: String?, domainIdentifier: String?, attributeSet: CSSearchableItemAttributeSet
            ) {}
            public var expirationDate: Date!
        }

        public protocol CSSearchableIndexDelegate: NSObjectProtocol {
            func searchableIndex(
                _ searchableIndex: CSSearchableIndex,
                reindexAllSearchableItemsWithAcknowledgementHandler acknowledgementHandler: @escaping () -> Void)
            func searchableIndex(
                _ searchableIndex: CSSearchableIndex,
                reindexSearchableItemsWithIdentifiers identifiers: [String],
                acknowledgementHandler: @escaping () -> Void)
        }

        open class CSSearchableIndex: NSObject {
            public typealias Handler = @Sendable ((any Error)?) -> Void

            public class func isIndexingAvailable() -> Bool { true }
            public init(name: String) {}
            public weak var indexDelegate: (any CSSearchableIndexDelegate)?
            public func beginBatch() {}
            public func deleteSearchableItems(
                withDomainIdentifiers domains: [String], completionHandler: Handler? = nil
            ) {}
            public func deleteSearchableItems(
                withIdentifiers identifiers: [String], completionHandler: Handler? = nil
            ) {}
            public func endBatch(withClientState state: Data, completionHandler: Handler? = nil) {}
            public func endIndexBatch(
                expectedClientState: Data?, newClientState: Data, completionHandler: Handler? = nil
            ) {}
            public func fetchLastClientState(completionHandler: @escaping @Sendable (Data?, (any Error)?) -> Void) {}
            public func indexSearchableItems(_ items: [CSSearchableItem], completionHandler: Handler? = nil) {}
        }
        """

    private static let swiftUI = """
        @MainActor @preconcurrency public protocol View {
            associatedtype Body: View
            @ViewBuilder @MainActor @preconcurrency var body: Body { get }
        }
        extension Never: View { public var body: Never { self } }
        public struct AnyShownView: View {
            nonisolated public init() {}
            public var body: Never { preconditionFailure() }
        }

        @resultBuilder public enum ViewBuilder {
            public static func buildBlock<Content: View>(_ content: Content) -> Content { content }
            public static func buildExpression<Content: View>(_ content: Content) -> Content { content }
            public static func buildIf<Content: View>(_ content: Content?) -> Content? { content }
        }
        extension Optional: View where Wrapped: View { public var body: Never { preconditionFailure() } }

        public struct Text: View {
            nonisolated public init<S: StringProtocol>(_ content: S) {}
            public var body: Never { preconditionFailure() }
        }
        public struct ForEach<RowContent: View>: View { public var body: Never { preconditionFailure() } }
        public struct List<Content: View>: View {
            public init<Data: RandomAccessCollection, RowContent: View>(
                _ data: Data, @ViewBuilder rowContent: @escaping (Data.Element) -> RowContent
            ) where Data.Element: Identifiable, Content == ForEach<RowContent> {}
            public var body: Never { preconditionFailure() }
        }
        public struct NavigationLink<Label: View, Destination: View>: View {
            public init<S: StringProtocol>(_ title: S, @ViewBuilder destination: () -> Destination) where Label == Text {}
            public var body: Never { preconditionFailure() }
        }
        extension View {
            nonisolated public func environment<V>(
                _ keyPath: WritableKeyPath<EnvironmentValues, V>, _ value: V
            ) -> some View { AnyShownView() }
            nonisolated public func onAppear(perform action: (() -> Void)? = nil) -> some View { AnyShownView() }
            nonisolated public func overlay<V: View>(@ViewBuilder content: () -> V) -> some View { AnyShownView() }
        }

        public protocol EnvironmentKey {
            associatedtype Value
            static var defaultValue: Value { get }
        }
        public struct EnvironmentValues {
            public subscript<K: EnvironmentKey>(key: K.Type) -> K.Value {
                get { key.defaultValue }
                set {}
            }
        }

        public struct Animation: Equatable, Sendable { public static let `default` = Animation() }
        public func withAnimation<Result>(
            _ animation: Animation? = .default, _ body: () throws -> Result
        ) rethrows -> Result { try body() }

        public protocol DynamicProperty { mutating func update() }
        extension DynamicProperty { public mutating func update() {} }
        @frozen @propertyWrapper public struct Environment<Value>: DynamicProperty {
            public init(_ keyPath: KeyPath<EnvironmentValues, Value>) { wrappedValue = EnvironmentValues()[keyPath: keyPath] }
            public let wrappedValue: Value
        }
        @frozen @propertyWrapper public struct State<Value>: DynamicProperty {
            public init(initialValue value: Value) { wrappedValue = value }
            public init(wrappedValue value: Value) { wrappedValue = value }
            public var wrappedValue: Value
        }
        """
}
