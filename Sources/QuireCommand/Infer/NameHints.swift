/// Names from which people tell what a field holds.
enum NameHints {
    /// Numbers that are not counted with: leading zeros matter.
    static let identifiers: Set<String> = [
        "zip", "zipcode", "postcode", "postal", "isbn", "isbn10", "isbn13", "issn", "ean", "gtin", "upc",
        "sku",
        "phone", "mobile", "fax", "tel", "telephone", "iban", "bic", "ssn", "vat", "barcode", "version",
        "asin",
        "plz",
    ]
    /// Names of ids.
    static let keys: Set<String> = ["id", "ids", "uuid", "guid", "key"]
    static let moments: Set<String> = [
        "at", "date", "time", "timestamp", "created", "updated", "modified", "published", "ts", "on",
        "expires",
        "expiry", "epoch", "millis", "ms", "datetime", "seen",
    ]
    static let booleans: Set<String> = [
        "is", "has", "can", "was", "should", "did", "does", "are",
    ]
    static let flags: Set<String> = [
        "active", "enabled", "disabled", "deleted", "visible", "hidden", "verified", "featured", "archived",
        "available", "flag",
    ]
    static let titles: Set<String> = ["title", "name", "headline", "label"]
    static let choices: Set<String> = [
        "status", "state", "type", "kind", "category", "language", "lang", "locale", "genre", "gender", "sex",
        "level", "role", "color", "colour", "size", "currency", "priority", "severity", "format", "unit",
        "mode",
        "tier", "stage", "condition", "visibility", "season", "weekday", "month", "country", "continent",
        "region", "department", "section", "group", "class", "difficulty", "availability", "material", "plan",
        "theme", "platform", "species", "cuisine", "position", "categories", "genres", "tags", "languages",
        "colors", "sizes", "roles", "types", "labels", "topics",
    ]
    static let notChoices: Set<String> = [
        "title", "name", "firstname", "lastname", "surname", "headline", "subtitle", "description", "summary",
        "body", "text", "content", "email", "mail", "phone", "address", "street", "id", "ids", "uuid", "guid",
        "slug", "url", "uri", "link", "href", "comment", "comments", "note", "notes", "message", "path",
        "file",
        "filename", "hash", "token", "username", "handle",
    ]
    static let prose: Set<String> = [
        "description", "body", "content", "summary", "bio", "biography", "text", "abstract", "review",
        "notes",
        "comment", "comments", "message", "plot", "overview", "story", "synopsis", "excerpt", "intro",
        "instructions",
    ]
    static let commaLists: Set<String> = [
        "tags", "genres", "categories", "keywords", "labels", "topics", "languages", "authors", "actors",
        "cast",
        "directors", "writers", "colors", "sizes", "ingredients", "countries", "features", "amenities",
        "skills",
        "hobbies", "interests", "roles", "themes", "artists",
    ]
    /// People, whose names may have a comma: `Austen, Jane`.
    static let people: Set<String> = ["authors", "actors", "cast", "directors", "writers", "artists"]
    /// Short texts that may look like `yes` and `no`.
    static let codes: Set<String> = [
        "code", "codes", "symbol", "ticker", "country", "countries", "nation", "iso", "abbreviation", "abbr",
        "initials", "state", "province", "region", "language", "lang", "locale", "key", "id",
    ]
    /// Names of relations within one module.
    static let itself: Set<String> = [
        "parent", "child", "children", "sequel", "prequel", "next", "previous", "prev", "manager",
        "supervisor", "boss",
        "root", "ancestor", "predecessor", "successor", "related", "similar", "original", "duplicate",
        "mother",
        "father", "spouse", "partner", "sibling", "replyto", "mentor", "referrer",
    ]
    static let images: Set<String> = [
        "image", "images", "img", "photo", "photos", "picture", "cover", "thumbnail", "thumb", "avatar",
        "logo",
        "icon", "poster", "banner",
    ]
    static let popularity: [String] = [
        "popularity", "ratingscount", "reviewscount", "views", "viewcount", "downloads", "downloadcount",
        "sales",
        "sold", "likes", "likecount", "stars", "votes", "votecount", "plays", "playcount", "followers",
        "numratings", "numreviews", "workratingscount",
    ]
}
