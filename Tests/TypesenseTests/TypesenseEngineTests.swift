import QuireTypesense
import Testing
