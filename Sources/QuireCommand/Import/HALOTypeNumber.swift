import QuireSchema

/// HALO's field types.
enum HALOTypeNumber: Int, CaseIterable {
    case text = 1
    case number, website, youtube, image, date, time, boolean, color, multipleRelation, singleRelation
    case longText, object, list, localizedText, video, multipleChoice, singleChoice
    case multipleSelectDropdown, singleSelectDropdown, audio

    /// HALO's name for the type.
    var name: String {
        switch self {
        case .text: return "Text"
        case .number: return "Number"
        case .website: return "Website"
        case .youtube: return "Youtube"
        case .image: return "Image"
        case .date: return "Date"
        case .time: return "Time"
        case .boolean: return "Boolean"
        case .color: return "Color"
        case .multipleRelation: return "Multiple relation"
        case .singleRelation: return "Single relation"
        case .longText: return "Long text"
        case .object: return "Object"
        case .list: return "List"
        case .localizedText: return "Localized text"
        case .video: return "Video"
        case .multipleChoice: return "Multiple choice"
        case .singleChoice: return "Single choice"
        case .multipleSelectDropdown: return "Multiple select dropdown"
        case .singleSelectDropdown: return "Single select dropdown"
        case .audio: return "Audio"
        }
    }

    /// Whether HALO stores its values as long ones, which are slow to search and cannot be sorted.
    var isLongValue: Bool {
        switch self {
        case .text, .number, .date, .time, .boolean, .color, .multipleRelation, .singleRelation: return false
        default: return true
        }
    }

    /// Finds the type by its name, ignoring case and spaces, otherwise by the last digits of its 24-digit id.
    init?(name: String?, id: String?) {
        if let type = name.flatMap({ Self.byName[Self.folded($0)] }) {
            self = type
        } else if let id, id.utf8.count == 24, let number = Int(id), let type = Self(rawValue: number) {
            self = type
        } else {
            return nil
        }
    }

    private static func folded(_ name: String) -> String {
        String(name.lowercased().filter { $0.isLetter || $0.isNumber })
    }

    private static let byName: [String: HALOTypeNumber] = {
        var types: [String: HALOTypeNumber] = [:]
        for type in allCases { types[folded(type.name)] = type }
        return types
    }()
}
