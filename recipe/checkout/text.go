package checkout

import (
	"bufio"
	"bytes"
	"io"
	"strings"
	"unicode/utf8"
)

// readLines reads the lines from..to and counts all of them.
func readLines(r io.Reader, from, to int) (lines []string, total int, err error) {
	in := bufio.NewReaderSize(r, 64<<10)
	if err := refuseBinary(in); err != nil {
		return nil, 0, err
	}
	var text []byte
	given, open := 0, false // open: the present line has begun
	end := func() {
		if total >= from && total <= to && given < maxShown {
			line := lineText(text, total == 1)
			given += len(line)
			lines = append(lines, line)
		}
		text, open = text[:0], false
	}
	for {
		chunk, err := in.ReadSlice('\n')
		if len(chunk) > 0 {
			if !open {
				total, open = total+1, true
			}
			if room := maxLineText + 1 - len(text); room > 0 && total >= from && total <= to {
				text = append(text, chunk[:min(room, len(chunk))]...)
			}
			if chunk[len(chunk)-1] == '\n' {
				end()
			}
		}
		switch {
		case err == io.EOF:
			if open {
				end()
			}
			return lines, total, nil
		case err != nil && err != bufio.ErrBufferFull:
			return nil, 0, err
		}
	}
}

// lineText is one line without its end, and the first one without a byte-order
// mark; a very long one is cut on a whole character.
func lineText(text []byte, first bool) string {
	if first {
		text = bytes.TrimPrefix(text, []byte("\xef\xbb\xbf"))
	}
	text = bytes.TrimSuffix(bytes.TrimSuffix(text, []byte("\n")), []byte("\r"))
	if len(text) <= maxLineText {
		return string(text)
	}
	n := maxLineText
	for n > maxLineText-utf8.UTFMax && !utf8.RuneStart(text[n]) {
		n--
	}
	return string(text[:n])
}

// refuseBinary looks at the beginning of a file as git does and gives a
// *PathError when it is no text that has lines.
func refuseBinary(in *bufio.Reader) error {
	start, err := in.Peek(sniffed)
	if err != nil && err != io.EOF {
		return err
	}
	if name := encoding(start); name != "" {
		return &PathError{Kind: PathEncoding, Detail: name}
	}
	if bytes.IndexByte(start, 0) >= 0 {
		return &PathError{Kind: PathBinary}
	}
	return nil
}

// encoding names an encoding of text in which a line break is more than one
// byte, "" for every other content.
func encoding(start []byte) string {
	s := string(start[:min(4, len(start))])
	switch {
	case strings.HasPrefix(s, "\xff\xfe\x00\x00"), strings.HasPrefix(s, "\x00\x00\xfe\xff"):
		return "UTF-32"
	case strings.HasPrefix(s, "\xff\xfe"), strings.HasPrefix(s, "\xfe\xff"):
		return "UTF-16"
	}
	// Without a mark: every other byte of Latin text is zero.
	var zeros [2]int
	for i, b := range start {
		if b == 0 {
			zeros[i%2]++
		}
	}
	half := len(start) / 2
	for i := range zeros {
		if half >= 8 && zeros[1-i] == 0 && zeros[i]*10 >= half*7 {
			return "UTF-16"
		}
	}
	return ""
}

// split gives the lines of a text without their ends, as readLines counts them.
func split(text []byte) [][]byte {
	if len(text) == 0 {
		return nil
	}
	lines := bytes.Split(bytes.TrimSuffix(text, []byte("\n")), []byte("\n"))
	for i, l := range lines {
		lines[i] = bytes.TrimSuffix(l, []byte("\r"))
	}
	return lines
}
