import QuireSchema

extension RenderDescriptor {
    /// The members that describe the constraints of a field, each after a comma.
    static func json(_ constraints: Constraints) -> String {
        var result = ""
        if constraints.unique { result += ", \"unique\": true" }
        if let minimum = constraints.minimum { result += ", \"minimum\": \(minimum)" }
        if let maximum = constraints.maximum { result += ", \"maximum\": \(maximum)" }
        if let minLength = constraints.minLength { result += ", \"minLength\": \(minLength)" }
        if let maxLength = constraints.maxLength { result += ", \"maxLength\": \(maxLength)" }
        if let pattern = constraints.pattern { result += ", \"pattern\": " + Literals.json(pattern) }
        if let minItems = constraints.minItems { result += ", \"minItems\": \(minItems)" }
        if let maxItems = constraints.maxItems { result += ", \"maxItems\": \(maxItems)" }
        return result
    }
}
