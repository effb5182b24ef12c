/// The codes of all schema diagnostics. `QuireSchema.docc` explains each one.
public enum DiagnosticCode: String, CaseIterable, Sendable {
    // Files.
    case fileUnreadable = "file-unreadable"
    case noDocuments = "no-documents"

    // JSON.
    case jsonComment = "json-comment"
    case jsonControlCharacter = "json-control-character"
    case jsonEmpty = "json-empty"
    case jsonEncoding = "json-encoding"
    case jsonInvalidEscape = "json-invalid-escape"
    case jsonInvalidNumber = "json-invalid-number"
    case jsonInvalidUTF8 = "json-invalid-utf8"
    case jsonLoneSurrogate = "json-lone-surrogate"
    case jsonMismatchedBracket = "json-mismatched-bracket"
    case jsonMissingColon = "json-missing-colon"
    case jsonMissingComma = "json-missing-comma"
    case jsonNumberRange = "json-number-range"
    case jsonTooDeep = "json-too-deep"
    case jsonTooLarge = "json-too-large"
    case jsonTrailingComma = "json-trailing-comma"
    case jsonTrailingContent = "json-trailing-content"
    case jsonUnexpectedCharacter = "json-unexpected-character"
    case jsonUnexpectedEnd = "json-unexpected-end"
    case jsonUnknownWord = "json-unknown-word"
    case jsonUnquotedKey = "json-unquoted-key"
    case jsonUnterminatedString = "json-unterminated-string"
    case jsonWrongQuotes = "json-wrong-quotes"
    case duplicateKey = "duplicate-key"

    // The structure of a description.
    case missingKey = "missing-key"
    case misplacedKey = "misplaced-key"
    case unknownKey = "unknown-key"
    case unsupportedVersion = "unsupported-version"
    case wrongType = "wrong-type"
    case wrongValue = "wrong-value"

    // Names.
    case emptyName = "empty-name"
    case invalidSwiftName = "invalid-swift-name"
    case nameTooLong = "name-too-long"
    case invisibleCharacter = "invisible-character"
    case suspiciousName = "suspicious-name"
    case uncomposedName = "uncomposed-name"
    case duplicateName = "duplicate-name"
    case ambiguousFormerName = "ambiguous-former-name"

    // References.
    case unknownEnum = "unknown-enum"
    case unknownField = "unknown-field"
    case unknownLocale = "unknown-locale"
    case unknownMixin = "unknown-mixin"
    case unknownModule = "unknown-module"
    case unknownOperator = "unknown-operator"
    case unknownScalar = "unknown-scalar"
    case unknownType = "unknown-type"
    case mixinCycle = "mixin-cycle"
    case mixinTooDeep = "mixin-too-deep"
    case tooManyFields = "too-many-fields"
    case localeCycle = "locale-cycle"

    // Combinations that do not fit together.
    case conflictingAccess = "conflicting-access"
    case conflictingDefaultLocale = "conflicting-default-locale"
    case emptyChoices = "empty-choices"
    case emptyObject = "empty-object"
    case choiceSource = "choice-source"
    case invalidListElement = "invalid-list-element"
    case objectTooDeep = "object-too-deep"
    case invalidFormat = "invalid-format"
    case operatorNotAllowed = "operator-not-allowed"
    case duplicateOperator = "duplicate-operator"
    case notSortable = "not-sortable"
    case notFacetable = "not-facetable"
    case notSearchable = "not-searchable"
    case notRankable = "not-rankable"
    case invalidSynonym = "invalid-synonym"
    case invalidEmbedding = "invalid-embedding"
    case notLocalizable = "not-localizable"
    case localizedWithoutLocales = "localized-without-locales"
    case notInObject = "not-in-object"
    case invalidDefault = "invalid-default"
    case defaultNotAllowed = "default-not-allowed"
    case constraintNotAllowed = "constraint-not-allowed"
    case invalidConstraint = "invalid-constraint"
    case invalidPattern = "invalid-pattern"

    // Names in Swift, which are chosen after the schema is valid.
    case nameCollision = "name-collision"
    case hiddenType = "hidden-type"

    // Legal, but probably a mistake.
    case noModules = "no-modules"
    case noSearchableField = "no-searchable-field"
    case deprecatedUse = "deprecated-use"
    case relationsToSingle = "relations-to-single"
    case tooManyErrors = "too-many-errors"

    /// The codes that the generator reports.
    package static let ofSwiftNames: [DiagnosticCode] = [.nameCollision, .hiddenType]
}
