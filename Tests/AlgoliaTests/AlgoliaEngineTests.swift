import QuireAlgolia
import Testing
