import QuireCore
import QuireEngine

/// The formats of dates that documents hold as texts.
enum SampledDates {
    /// The format in which every text is a date; `nil` if one is none, or if the documents have no text.
    static func format(of texts: TextProfile) -> DateFormat? {
        guard texts.count > 0, texts.forms.contains(.date), !texts.distinct.isOverflowing else { return nil }
        return [DateFormat.dateOnly, .rfc3339].first { format in
            // Queries read the texts as they are, so a date that an import of data would rewrite is a text here.
            texts.distinct.counts.keys.allSatisfy { text in
                EvaluatedValue.values(in: .string(text), of: .dateTime(format)).count == 1
            }
        }
    }
}
