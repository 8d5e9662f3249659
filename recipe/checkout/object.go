package checkout

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// object is what git says of a name; id is "" when the clone does not hold it.
type object struct {
	id   string
	kind string // commit, tree, blob, tag
	size int64
}

// check asks git about many names in one process. No name may hold a line break.
func (c *Checkout) check(ctx context.Context, names []string) ([]object, error) {
	if len(names) == 0 {
		return nil, nil
	}
	objects := make([]object, 0, len(names))
	err := c.run.Git(ctx, Call{Dir: c.top, Args: []string{"cat-file", "--batch-check"}, Stdin: oneALine(names),
		Read: func(r io.Reader) error {
			in := bufio.NewReader(r)
			for range names {
				o, err := readObject(in)
				if err != nil {
					return err
				}
				objects = append(objects, o)
			}
			return nil
		}})
	return objects, err
}

// contents hands the content of many objects to each, in their order and in one
// process; ok is false for one that the clone does not hold, or that is larger than
// a file that is read.
func (c *Checkout) contents(ctx context.Context, names []string, each func(i int, content []byte, ok bool) error) error {
	if len(names) == 0 {
		return nil
	}
	return c.run.Git(ctx, Call{Dir: c.top, Args: []string{"cat-file", "--batch"}, Stdin: oneALine(names),
		Read: func(r io.Reader) error {
			in := bufio.NewReaderSize(r, 64<<10)
			for i := range names {
				o, err := readObject(in)
				if err != nil {
					return err
				}
				content, err := readContent(in, o)
				if err != nil {
					return fmt.Errorf("read object %s: %w", o.id, err)
				}
				if err := each(i, content, o.id != "" && o.size <= maxFile); err != nil {
					return err
				}
			}
			return nil
		}})
}

// readContent reads what stands behind git's answer about an object: its content and
// a line break. That of one which is too large is passed over.
func readContent(in io.Reader, o object) ([]byte, error) {
	switch {
	case o.id == "":
		return nil, nil
	case o.size > maxFile:
		_, err := io.CopyN(io.Discard, in, o.size+1)
		return nil, err
	}
	content := make([]byte, o.size+1)
	_, err := io.ReadFull(in, content)
	return content[:o.size], err
}

func oneALine(names []string) io.Reader {
	return strings.NewReader(strings.Join(names, "\n") + "\n")
}

// readObject reads one answer: "<id> <kind> <size>", or the name as it was asked
// and why there is no object. Every name that is asked here begins with a full
// object name that a colon, a caret or a line end follows, so that a name is
// never taken for an answer.
func readObject(in *bufio.Reader) (object, error) {
	line, err := in.ReadString('\n')
	if err != nil {
		return object{}, fmt.Errorf("read git's answer about an object: %w", err)
	}
	fields := strings.Split(strings.TrimSuffix(line, "\n"), " ")
	if len(fields) != 3 || !fullName(fields[0]) {
		return object{}, nil
	}
	size, err := strconv.ParseInt(fields[2], 10, 64)
	if err != nil || size < 0 {
		return object{}, fmt.Errorf("git says of an object that %q", line)
	}
	return object{id: fields[0], kind: fields[1], size: size}, nil
}

// fullName reports whether s is the full name of an object: 40 hexadecimal
// digits, or 64 in a repository that uses SHA-256.
func fullName(s string) bool {
	if len(s) != 40 && len(s) != 64 {
		return false
	}
	for i := range len(s) {
		if c := s[i]; (c < '0' || c > '9') && (c < 'a' || c > 'f') {
			return false
		}
	}
	return true
}
