package tracker

import (
	"encoding/binary"
	"errors"
	"hash/crc32"
	"io"
	"math"
	"os"
	"strings"
	"time"

	"gh-debt/model"
)

// A file of the cache is
//
//	"ghdebt" | kind (1 byte) | version (1 byte) | CRC-32C of the rest (4 bytes, little endian) | rest
//
// where rest is made of unsigned varints, zigzag varints for times (nanoseconds
// since 1970, 0 for no time), and strings as their length and their bytes. JSON
// was measured first: reading 10,000 issues of 2 KB takes it thirty times as long
// (BenchmarkKnownAsJSON10000) and more than there is for the app's first frame. In
// this form the strings are cut out of one text for each page, and nothing is
// copied or unescaped.
//
// kind 'p', a page: direct, etag, next, last, entries (number)…, issues (number,
// title, body, url, state, reason, labels…, author, comments, created, updated,
// closed)…
//
// kind 'l', a list: time of the read, whether it was walked, pages (number, file)…
const (
	fileMagic   = "ghdebt"
	fileVersion = 1
	kindPage    = 'p'
	kindList    = 'l'
	headerSize  = len(fileMagic) + 2 + 4
)

var (
	errDamaged = errors.New("it is damaged")
	crcTable   = crc32.MakeTable(crc32.Castagnoli)
)

// appender builds a file.
type appender struct{ b []byte }

// start begins a file, in the space of the one before.
func (a *appender) start(kind byte) {
	a.b = append(a.b[:0], fileMagic...)
	a.b = append(a.b, kind, fileVersion, 0, 0, 0, 0)
}

// bytes closes the file with its checksum. They are good until the next start.
func (a *appender) bytes() []byte {
	binary.LittleEndian.PutUint32(a.b[headerSize-4:], crc32.Checksum(a.b[headerSize:], crcTable))
	return a.b
}

func (a *appender) int(n int) { a.b = binary.AppendUvarint(a.b, uint64(n)) }

func (a *appender) text(s string) {
	a.int(len(s))
	a.b = append(a.b, s...)
}

func (a *appender) time(t time.Time) {
	var n int64
	if !t.IsZero() {
		n = t.UnixNano()
	}
	a.b = binary.AppendVarint(a.b, n)
}

// cutter takes a file apart. After the first fault all that it gives is zero.
type cutter struct {
	s      string
	broken bool
}

// openFile reads a file whole and checks its kind, version and checksum. A file of another
// version is as good as none: fs.ErrNotExist.
func openFile(path string, kind byte) (*cutter, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	head := make([]byte, headerSize)
	if _, err := io.ReadFull(f, head); err != nil {
		return nil, errDamaged
	}
	version := len(fileMagic) + 1
	if string(head[:version-1]) != fileMagic || head[version-1] != kind {
		return nil, errDamaged
	}
	if head[version] != fileVersion {
		return nil, os.ErrNotExist
	}
	var rest strings.Builder
	rest.Grow(max(0, int(info.Size())-headerSize))
	sum := crc32.New(crcTable)
	if _, err := io.Copy(io.MultiWriter(&rest, sum), f); err != nil {
		return nil, err
	}
	if sum.Sum32() != binary.LittleEndian.Uint32(head[version+1:]) {
		return nil, errDamaged
	}
	return &cutter{s: rest.String()}, nil
}

func (c *cutter) fail() {
	c.broken, c.s = true, ""
}

func (c *cutter) uint() uint64 {
	var n uint64
	for i := 0; i < len(c.s) && i < binary.MaxVarintLen64; i++ {
		b := c.s[i]
		n |= uint64(b&0x7f) << (7 * i)
		if b < 0x80 {
			c.s = c.s[i+1:]
			return n
		}
	}
	c.fail()
	return 0
}

func (c *cutter) int() int {
	n := c.uint()
	if n > math.MaxInt32 {
		c.fail()
		return 0
	}
	return int(n)
}

// count is the length of a list of which each element takes at least a byte.
func (c *cutter) count() int {
	n := c.int()
	if n > len(c.s) {
		c.fail()
		return 0
	}
	return n
}

func (c *cutter) text() string {
	n := c.count()
	s := c.s[:n]
	c.s = c.s[n:]
	return s
}

func (c *cutter) time() time.Time {
	u := c.uint()
	n := int64(u >> 1)
	if u&1 != 0 {
		n = ^n
	}
	if n == 0 {
		return time.Time{}
	}
	return time.Unix(0, n).UTC()
}

// end reports a file that does not end where its contents do.
func (c *cutter) end() error {
	if c.broken || c.s != "" {
		return errDamaged
	}
	return nil
}

// page makes the file of a page.
func (a *appender) page(p *page) []byte {
	a.start(kindPage)
	a.text(p.direct)
	a.text(p.etag)
	a.text(p.next)
	a.int(p.last)
	a.int(len(p.items))
	for _, n := range p.items {
		a.int(n)
	}
	a.int(len(p.issues))
	labels := 0
	for i := range p.issues {
		labels += len(p.issues[i].Labels)
	}
	a.int(labels)
	for i := range p.issues {
		a.issue(&p.issues[i])
	}
	return a.bytes()
}

func (a *appender) issue(i *model.Issue) {
	a.int(i.Number)
	a.text(i.Title)
	a.text(i.Body)
	a.text(i.URL)
	a.text(string(i.State))
	a.text(string(i.StateReason))
	a.int(len(i.Labels))
	for _, l := range i.Labels {
		a.text(l)
	}
	a.text(i.Author)
	a.int(i.Comments)
	a.time(i.CreatedAt)
	a.time(i.UpdatedAt)
	a.time(i.ClosedAt)
}

func decodePage(c *cutter) (*page, error) {
	p := &page{direct: c.text(), etag: c.text(), next: c.text(), last: c.int()}
	p.items = make([]int, c.count())
	for i := range p.items {
		p.items[i] = c.int()
	}
	p.issues = make([]model.Issue, c.count())
	labels := make([]string, 0, c.count())
	for i := range p.issues {
		labels = c.issue(&p.issues[i], labels)
	}
	return p, c.end()
}

// issue reads one issue; its labels are appended to those of the page.
func (c *cutter) issue(i *model.Issue, labels []string) []string {
	i.Number = c.int()
	i.Title, i.Body, i.URL = c.text(), c.text(), c.text()
	i.State, i.StateReason = model.State(c.text()), model.StateReason(c.text())
	from := len(labels)
	for range c.count() {
		labels = append(labels, c.text())
	}
	i.Labels = labels[from:len(labels):len(labels)]
	i.Author, i.Comments = c.text(), c.int()
	i.CreatedAt, i.UpdatedAt, i.ClosedAt = c.time(), c.time(), c.time()
	return labels
}
