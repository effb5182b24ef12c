extension CanonicalWriter {
    mutating func constraints(_ constraints: Constraints) {
        flag("unique", constraints.unique)
        bound("minimum", constraints.minimum)
        bound("maximum", constraints.maximum)
        count("minLength", constraints.minLength)
        count("maxLength", constraints.maxLength)
        text("pattern", constraints.pattern)
        count("minItems", constraints.minItems)
        count("maxItems", constraints.maxItems)
    }

    private mutating func bound(_ name: String, _ bound: NumberBound?) {
        guard let bound else { return }
        key(name)
        number(bound.description)
    }

    private mutating func count(_ name: String, _ count: Int?) {
        guard let count else { return }
        key(name)
        number(String(count))
    }
}
