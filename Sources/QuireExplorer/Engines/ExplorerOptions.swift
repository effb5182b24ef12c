/// What an explorer may do, and how it presents itself.
package struct ExplorerOptions: Sendable {
    /// The name in the page's title.
    package var title: String
    /// Whether the content may be changed.
    package var mayWrite = false
    /// The file of the saved queries; `nil` keeps none.
    package var queriesFile: String?
    /// The field that stands for an item, by the name of its module. Other modules use the likeliest field.
    package var titleFields: [String: String] = [:]
    /// A folder with the page's files, to work on them without building.
    package var pageFolder: String?

    package init(title: String) { self.title = title }
}
