import Foundation
import QuireCore

/// A module on a HALO server. The CMS calls it a content structure.
public struct HALOModule: Sendable, Hashable {
    public var id: String
    public var name: String
    /// Whether it holds at most one item.
    public var isSingle: Bool
    /// The tags, of all four kinds. Items can have the tags of their module.
    public var tags: [Tag]
    /// `nil` if they were not requested (`withFields`).
    public var fields: [HALOField]?
    /// Sent by newer servers, for example `en-US`.
    public var defaultLanguage: String?
    /// The ids of templates.
    public var pushTemplates: [String]
    public var customerID: Int?
    public var externalID: JSONValue?
    public var createdBy: String?
    public var updatedBy: String?
    public var deletedBy: String?
    public var createdAt: Date?
    public var updatedAt: Date?
    public var deletedAt: Date?
    /// The complete response: importers, exporters, and unknown keys.
    public var json: JSONValue

    init(_ response: ResponseObject) throws {
        try response.expectObject()
        id = try response.id()
        name = try response.text("name")
        isSingle = response.looseBoolean("isSingle") ?? false
        tags = response.looseObjects("tags").compactMap(Tag.init)
        if case .array? = response.value["fields"] {
            fields = try response.looseObjects("fields").map(HALOField.init)
        }
        defaultLanguage = response.looseText("defaultLanguage")
        pushTemplates = response.looseTexts("pushTemplates")
        customerID = response.looseInteger("customerId")
        externalID = response.value["externalId"].flatMap { $0 == .null ? nil : $0 }
        createdBy = response.looseText("createdBy")
        updatedBy = response.looseText("updatedBy")
        deletedBy = response.looseText("deletedBy")
        createdAt = response.looseDate("createdAt")
        updatedAt = response.looseDate("updatedAt")
        deletedAt = response.looseDate("deletedAt")
        json = response.value
    }

    /// Reads the modules of a saved response: an array, a page, or one module.
    ///
    /// ```swift
    /// let modules = try HALOModule.modules(in: Data(contentsOf: file))
    /// ```
    /// - Throws: `HALOResponseError` with the path.
    public static func modules(in data: Data) throws -> [HALOModule] {
        try HALOModulePage(ResponseObject(data, of: "modules")).modules
    }
}

/// A page of modules.
public struct HALOModulePage: Sendable, Hashable {
    public var modules: [HALOModule]
    public var pageInfo: PageInfo
    /// The server's page numbers.
    private let reported: ReportedPaging

    /// The page as a search response, whose position can be checked.
    var response: SearchResponse<HALOModule> {
        var response = SearchResponse(items: modules, pageInfo: pageInfo)
        response.reported = reported
        return response
    }

    /// Accepts an array, a page with `items`, or one module.
    init(_ response: ResponseObject) throws {
        if case .array = response.value {
            modules = try response.elements().map(HALOModule.init)
        } else if response.value["items"] != nil {
            modules = try response.element("items").elements().map(HALOModule.init)
        } else if response.value["id"] != nil {
            modules = [try HALOModule(response)]
        } else {
            throw response.mismatch(nil, expected: "an array of modules, or a page of them")
        }
        let pagination = ResponseObject(response.value["pagination"] ?? .null, of: response.request)
        let limit = max(1, pagination.looseInteger("limit") ?? max(1, modules.count))
        let page = max(1, pagination.looseInteger("page") ?? 1)
        let (offset, overflow) = (page - 1).multipliedReportingOverflow(by: limit)
        var reported = ReportedPaging()
        reported.page = pagination.looseInteger("page")
        reported.limit = pagination.looseInteger("limit")
        reported.offset = pagination.looseInteger("offset")
        reported.totalItems = pagination.looseInteger("totalItems")
        reported.totalPages = pagination.looseInteger("totalPages")
        self.reported = reported
        pageInfo = PageInfo(
            page: page, limit: limit, offset: pagination.looseInteger("offset") ?? (overflow ? 0 : offset),
            totalItems: pagination.looseInteger("totalItems")
                ?? (response.value["pagination"] == nil ? modules.count : nil),
            totalPages: reported.totalPages)
    }
}

extension ModuleDescriptor {
    /// A placeholder for the list of modules, for reading its pages.
    static let modules = ModuleDescriptor(name: "the list of modules", fields: [])
}
