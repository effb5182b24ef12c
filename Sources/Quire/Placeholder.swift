// replaced by the query layer
