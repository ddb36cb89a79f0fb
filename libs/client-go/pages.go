package nameyard

// Items iterates over the items of all pages, which it loads when they are needed. With Go 1.23 and later it is an
// iter.Seq2: for item, err := range items. An error ends the iteration.
type Items[T any] func(yield func(T, error) bool)

// All returns all items.
func (i Items[T]) All() (all []T, err error) {
	i(func(item T, failure error) bool {
		if failure != nil {
			err = failure
			return false
		}
		all = append(all, item)
		return true
	})
	return all, err
}

func pages[T any](load func(after string) ([]T, string, error)) Items[T] {
	return func(yield func(T, error) bool) {
		for after, isLast := "", false; !isLast; {
			items, next, err := load(after)
			if err != nil {
				var none T
				yield(none, err)
				return
			}
			for _, item := range items {
				if !yield(item, nil) {
					return
				}
			}
			after, isLast = next, next == ""
		}
	}
}
