package model

import (
	"strings"
	"testing"
)

const realKey = "<!-- gaia-debt-key: v1 class=a path=real line=1 -->"
const quotedKey = "<!-- gaia-debt-key: v1 class=a path=quoted line=2 -->"

// TestFindKeyPicksTheRealOne is section 1.1 and C-18: a quoted key is neither a
// key nor a candidate, and does not hide the real one.
func TestFindKeyPicksTheRealOne(t *testing.T) {
	for name, body := range map[string]string{
		"in prose":                              "see " + quotedKey + " there\n" + realKey,
		"indented by one space":                 " " + quotedKey + "\n" + realKey,
		"indented code":                         "text\n\n    " + quotedKey + "\n\n" + realKey,
		"behind a tab":                          "\t" + quotedKey + "\n" + realKey,
		"list item":                             "- " + quotedKey + "\n* " + quotedKey + "\n1. " + quotedKey + "\n\n" + realKey,
		"block quote":                           "> " + quotedKey + "\n>" + quotedKey + "\n\n" + realKey,
		"inline code":                           "`" + quotedKey + "`\n" + realKey,
		"backtick fence":                        "```\n" + quotedKey + "\n```\n" + realKey,
		"tilde fence":                           "~~~\n" + quotedKey + "\n~~~\n" + realKey,
		"fence with a language":                 "```html title=\"x\"\n" + quotedKey + "\n```\n" + realKey,
		"tilde fence with backticks behind it":  "~~~ `a`\n" + quotedKey + "\n~~~\n" + realKey,
		"indented fence":                        "   ```\n" + quotedKey + "\n   ```\n" + realKey,
		"closed by a longer fence":              "```\n" + quotedKey + "\n`````\n" + realKey,
		"not closed by a shorter fence":         "`````\n```\n" + quotedKey + "\n```\n`````\n" + realKey,
		"not closed by the other character":     "```\n~~~\n" + quotedKey + "\n```\n" + realKey,
		"not closed by a fence with a language": "```\n```go\n" + quotedKey + "\n```\n" + realKey,
		"not closed by an indented one":         "```\n    ```\n" + quotedKey + "\n```\n" + realKey,
		"closed with spaces behind":             "```\n" + quotedKey + "\n```  \t\n" + realKey,
		"fence with CR LF":                      "```\r\n" + quotedKey + "\r\n```\r\n" + realKey + "\r\n",
		"two backticks are no fence":            "``\n" + realKey,
		"inline code of three backticks":        "``` a ``` b\n" + realKey,
		"four spaces are no fence":              "    ```\n" + realKey,
		"an open fence in a list item":          "- item\n  ```\n  code\n\n" + realKey,
		"a fence on a list item's own line":     "- ```\n  code\n  ```\n\n" + realKey,
		"a fence on a numbered item's line":     "12. ```\n    code\n    ```\n" + realKey,
		"an open fence in a block quote":        "> ```\n> code\n\n" + realKey,
		"a fence behind a thematic break":       "* * *\n  ```\n" + quotedKey + "\n  ```\n" + realKey,
		"a fence behind a list":                 "- item\n\ntext\n  ```\n" + quotedKey + "\n  ```\n" + realKey,
		"bold text is no list":                  "**bold**\n  ```\n" + quotedKey + "\n  ```\n" + realKey,
		"C-18 an opener without an end":         "prose <!-- gaia-debt-key: v1 class=\n" + strings.Repeat("line\n", 20) + realKey + "\n<!-- gaia-debt-origin: branch=x -->\n```\nsnippet\n```\n",
		"C-22 a byte-order mark at the start":   "\ufeff" + realKey + "\n",
		"C-17 no line end":                      realKey,
		"C-17 CR LF":                            realKey + "\r\n\r\ntext\r\n",
		"C-17 mixed":                            "text\r\n" + realKey + "\ntext\r\n",
		"first of two":                          realKey + "\n" + quotedKey + "\n",
		"in an unclosed fence after it":         realKey + "\n```\n" + quotedKey + "\n",
	} {
		t.Run(name, func(t *testing.T) {
			got, ok := FindKey(body)
			if want := (Key{"a", "real", 1}); !ok || got != want {
				t.Errorf("FindKey = %v, %v, want %v", got, ok, want)
			}
		})
	}
}

func TestBodiesWithoutAKey(t *testing.T) {
	for name, body := range map[string]string{
		"C-22 empty":                    "",
		"C-22 spaces only":              "   \n \n",
		"line break only":               "\n",
		"in a fence that is never shut": "```\n" + quotedKey + "\n",
		"one space before":              " " + quotedKey,
		"another comment":               "<!-- gaia-debt-origin: branch=x -->",
		"another spelling":              "<!-- GAIA-DEBT-KEY: v1 class=a path=x line=1 -->",
		"no space behind the opening":   "<!--gaia-debt-key: v1 class=a path=x line=1 -->",
	} {
		t.Run(name, func(t *testing.T) {
			if k, ok := FindKey(body); ok {
				t.Errorf("FindKey = %v", k)
			}
			if got := KeyLines(body); len(got) > 0 {
				t.Errorf("KeyLines = %v", got)
			}
		})
	}
}

// TestLoneCarriageReturn is C-17: it does not hide what stands behind it.
func TestLoneCarriageReturn(t *testing.T) {
	for name, body := range map[string]string{
		"between key and origin": realKey + "\r<!-- gaia-debt-origin: branch=x mode=adhoc unit=unknown changed=0 head=unknown session=unknown -->\n",
		"between two keys":       realKey + "\r" + quotedKey + "\n",
		"between key and text":   realKey + "\rtext\n",
	} {
		t.Run(name, func(t *testing.T) {
			if k, ok := FindKey(body); ok {
				t.Errorf("FindKey = %v, want none", k)
			}
			lines := KeyLines(body)
			if len(lines) != 1 || lines[0].Err == nil || !strings.Contains(lines[0].Err.Error(), "carriage return") {
				t.Errorf("KeyLines = %+v, want one with a carriage return named", lines)
			}
		})
	}
}
