package model

import "testing"

func TestBadByte(t *testing.T) {
	tests := []struct {
		name, text string
		at         int
		bad        bool
	}{
		{"nothing", "", 0, false},
		{"ASCII", "plain\n", 0, false},
		{"several bytes a character", "caf\u00e9 \U0001f469", 0, false},
		{"the replacement character itself", "\ufffd", 0, false},
		{"Latin 1", "caf\xe9 au lait", 3, true},
		{"a character that is cut at the end", "x\xf0\x9f\x91", 1, true},
		{"a surrogate", "\xed\xa0\x80", 0, true},
		{"the first of two", "\u00e9\xff\xfe", 2, true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if at, bad := BadByte([]byte(tt.text)); at != tt.at || bad != tt.bad {
				t.Errorf("%d, %v, want %d, %v", at, bad, tt.at, tt.bad)
			}
		})
	}
}
