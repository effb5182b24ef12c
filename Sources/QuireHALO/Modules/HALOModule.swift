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

    init(_ answer: ResponseObject) throws {
        try answer.expectObject()
        id = try answer.id()
        name = try answer.text("name")
        isSingle = answer.looseBoolean("isSingle") ?? false
        tags = answer.looseObjects("tags").compactMap(Tag.init)
        if case .array? = answer.value["fields"] {
            fields = try answer.looseObjects("fields").map(HALOField.init)
        }
        defaultLanguage = answer.looseText("defaultLanguage")
        pushTemplates = answer.looseTexts("pushTemplates")
        customerID = answer.looseInteger("customerId")
        externalID = answer.value["externalId"].flatMap { $0 == .null ? nil : $0 }
        createdBy = answer.looseText("createdBy")
        updatedBy = answer.looseText("updatedBy")
        deletedBy = answer.looseText("deletedBy")
        createdAt = answer.looseDate("createdAt")
        updatedAt = answer.looseDate("updatedAt")
        deletedAt = answer.looseDate("deletedAt")
        json = answer.value
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
    init(_ answer: ResponseObject) throws {
        if case .array = answer.value {
            modules = try answer.elements().map(HALOModule.init)
        } else if answer.value["items"] != nil {
            modules = try answer.element("items").elements().map(HALOModule.init)
        } else if answer.value["id"] != nil {
            modules = [try HALOModule(answer)]
        } else {
            throw answer.mismatch(nil, expected: "an array of modules, or a page of them")
        }
        let pagination = ResponseObject(answer.value["pagination"] ?? .null, of: answer.request)
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
                ?? (answer.value["pagination"] == nil ? modules.count : nil),
            totalPages: reported.totalPages)
    }
}

extension ModuleDescriptor {
    /// A placeholder for the list of modules, for reading its pages.
    static let modules = ModuleDescriptor(name: "the list of modules", fields: [])
}
