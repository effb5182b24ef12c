import BookshopContent
import Quire
import QuireTerminal

/// Formats reviews, one per line. Samples are marked.
enum ReviewLines {
    static func lines(of reviews: some Sequence<Review>) -> [Detail] {
        reviews.compactMap { review in
            let text = [review.title, review.body].compactMap { $0 }.joined(separator: ": ")
            let mark = review.sample == true ? " (sample)" : ""
            return Detail(
                "\(review.rating) of 5", "\(text) \(review.reviewer), \(Text.day(review.reviewedAt))\(mark)")
        }
    }
}
