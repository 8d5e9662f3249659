package model

import "testing"

func TestNearestFindsTheWordThatWasMeant(t *testing.T) {
	keys := []string{"audience", "investigate-cap", "label", "classes"}
	tests := []struct {
		name, word string
		among      []string
		want       string
		ok         bool
	}{
		{"a swapped pair", "lable", keys, "label", true},
		{"a missing letter", "audence", keys, "audience", true},
		{"another separator", "investigate_cap", keys, "investigate-cap", true},
		{"another case", "Label", keys, "label", true},
		{"the word itself", "label", keys, "label", true},
		{"nothing like it", "refresh", keys, "", false},
		{"the earlier of two", "sav", []string{"sev", "save"}, "sev", true},
		{"the nearer of two", "stale!", []string{"state", "stale"}, "stale", true},
		{"one letter is too little", "x", []string{"y"}, "", false},
		{"no word", "", keys, "", false},
		{"among none", "label", nil, "", false},
		{"letters of several bytes", "schlüsel", []string{"schlüssel"}, "schlüssel", true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, ok := Nearest(tt.word, tt.among)
			if got != tt.want || ok != tt.ok {
				t.Errorf("Nearest(%q) = %q, %v, want %q, %v", tt.word, got, ok, tt.want, tt.ok)
			}
		})
	}
}
