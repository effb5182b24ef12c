// The shop of the documentation's articles: the schema that the article "The shop of the examples" shows.
// A target of a schema needs one Swift file of its own.
