package tracker

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sync/atomic"

	"gh-debt/model"
)

// decodeListed reads an answer that is an object with a list in it, one element at
// a time, and gives the number of all elements that it tells of.
func decodeListed[T any](r io.Reader, list, count string, take func(*T) error) (total int64, err error) {
	d := json.NewDecoder(r)
	start, err := d.Token()
	if err != nil {
		return 0, err
	}
	if start != json.Delim('{') {
		return 0, &answerError{err: errors.New("it is not an object"), whole: true}
	}
	listed, counted := false, false
	for d.More() {
		key, err := d.Token()
		if err != nil {
			return 0, err
		}
		switch key {
		case list:
			listed, err = true, decodeElements(d, take)
		case count:
			counted, err = true, d.Decode(&total)
		default:
			var skipped json.RawMessage
			err = d.Decode(&skipped)
		}
		if err != nil {
			return 0, err
		}
	}
	if _, err := d.Token(); err != nil {
		return 0, err
	}
	if !listed || !counted {
		return 0, &answerError{err: fmt.Errorf("it has no %s and %s", list, count), whole: true}
	}
	return total, nil
}

// decodeElements reads the list that a decoder stands before.
func decodeElements[T any](d *json.Decoder, take func(*T) error) error {
	start, err := d.Token()
	if err != nil {
		return err
	}
	if start != json.Delim('[') {
		return &answerError{err: errors.New("it is not a list"), whole: true}
	}
	for d.More() {
		var element T
		if err := d.Decode(&element); err != nil {
			return err
		}
		if err := take(&element); err != nil {
			return err
		}
	}
	_, err = d.Token()
	return err
}

// readCounted reads a list whose pages are objects that also tell how many elements
// there are in all. One that has fewer was changed while it was read, and is read
// again; one that never agrees is a FaultUnstable.
func readCounted[W, M any](ctx context.Context, c *Client, r request, list, count string, to func(*W) M) ([]M, error) {
	for range attempts {
		var most atomic.Int64
		decode := func(body io.Reader, take func(*W) error) error {
			total, err := decodeListed(body, list, count, take)
			for known := most.Load(); err == nil && total > known && !most.CompareAndSwap(known, total); known = most.Load() {
			}
			return err
		}
		items, err := readListed(ctx, c, r, decode, to)
		if err != nil {
			return nil, err
		}
		if int64(len(items)) >= most.Load() {
			return items, nil
		}
	}
	return nil, &model.Fault{
		Kind: model.FaultUnstable, Op: r.op,
		Detail: "the list has fewer entries than GitHub tells of", Hint: "try again in a moment",
	}
}
