import Foundation

/// The files of the page. They are part of the program, so that it needs no folder beside it, and no network.
struct PageFiles: Sendable {
    /// A folder to read the files from instead, to work on the page without building.
    var folder: String?

    /// The file with a name, and its media type; `nil` if there is none.
    func file(_ name: String) -> (type: String, bytes: [UInt8])? {
        guard let dot = name.lastIndex(of: "."),
            let type = Self.types[String(name[name.index(after: dot)...])]
        else { return nil }
        if let folder, Self.isName(name) {
            guard let data = FileManager.default.contents(atPath: "\(folder)/\(name)") else { return nil }
            return (type, [UInt8](data))
        }
        return Self.embedded[name].map { (type, $0()) }
    }

    /// The names of all files.
    static var names: [String] { embedded.keys.sorted() }

    /// Whether the text names a file of the folder itself.
    private static func isName(_ name: String) -> Bool {
        name.utf8.allSatisfy {
            (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2D || $0 == 0x2E
        }
            && !name.hasPrefix(".")
    }

    private static let types = [
        "html": "text/html; charset=utf-8", "css": "text/css; charset=utf-8",
        "js": "text/javascript; charset=utf-8", "svg": "image/svg+xml",
    ]

    private static let embedded: [String: @Sendable () -> [UInt8]] = [
        "api.js": { PackageResources.api_js },
        "app.js": { PackageResources.app_js },
        "builder.js": { PackageResources.builder_js },
        "code.js": { PackageResources.code_js },
        "compare.js": { PackageResources.compare_js },
        "content.js": { PackageResources.content_js },
        "diagram.js": { PackageResources.diagram_js },
        "editing.js": { PackageResources.editing_js },
        "element.js": { PackageResources.element_js },
        "export.js": { PackageResources.export_js },
        "facets.js": { PackageResources.facets_js },
        "icon.svg": { PackageResources.icon_svg },
        "index.html": { PackageResources.index_html },
        "inputs.js": { PackageResources.inputs_js },
        "item.js": { PackageResources.item_js },
        "live.js": { PackageResources.live_js },
        "map.js": { PackageResources.map_js },
        "notices.js": { PackageResources.notices_js },
        "operations.js": { PackageResources.operations_js },
        "query.js": { PackageResources.query_js },
        "saved.js": { PackageResources.saved_js },
        "schema-view.js": { PackageResources.schema_view_js },
        "schema.js": { PackageResources.schema_js },
        "shortcuts.js": { PackageResources.shortcuts_js },
        "state.js": { PackageResources.state_js },
        "style.css": { PackageResources.style_css },
        "table.js": { PackageResources.table_js },
        "tabs.js": { PackageResources.tabs_js },
        "value.js": { PackageResources.value_js },
    ]
}
