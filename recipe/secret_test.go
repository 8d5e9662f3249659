package recipe

import (
	"encoding/base64"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// fakeToken is shaped like a live token; it is put together here so that no
// scanner takes this file for one that holds a secret.
const fakeToken = "ghp" + "_aB3dE5fG7hI9jK1lM3nO5pQ7rS9tU1vW3xY5"

func TestSecretsAreFoundAndNeverShown(t *testing.T) {
	tests := []struct {
		name string
		text string
		want []Secret
	}{
		{"plain prose", "the refund path swallows the error at head 3f2c9d1e8b7a6f5e4d3c2b1a0f9e8d7c6b5a4f3e", nil},
		{"empty", "", nil},
		{"a token in prose", "the client sends\n" + fakeToken + " to everyone", []Secret{{"github-pat", 2}}},
		{"a permission in the text is none", "key " + fakeToken + " # gitleaks:allow", []Secret{{"github-pat", 1}}},
		{"base64 hides nothing", base64.StdEncoding.EncodeToString([]byte("token=" + fakeToken)), []Secret{{"github-pat", 1}}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := Secrets{}.Find(tt.text)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("secrets (-want +got):\n%s", diff)
			}
		})
	}
}

func TestSecretsAreTakenOutOfText(t *testing.T) {
	encoded := base64.StdEncoding.EncodeToString([]byte("token=" + fakeToken))
	tests := []struct {
		name, text, want string
		found            bool
	}{
		{"nothing to take out", "a quiet line", "a quiet line", false},
		{"the secret alone goes", "before " + fakeToken + " after", "before [secret removed] after", true},
		{"an encoded one takes the text with it", "see " + encoded, "[secret removed]", true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, found, err := Secrets{}.Redact(tt.text)
			if err != nil {
				t.Fatal(err)
			}
			if got != tt.want || found != tt.found {
				t.Errorf("got %q, %v; want %q, %v", got, found, tt.want, tt.found)
			}
			if strings.Contains(got, fakeToken) {
				t.Error("the secret is still there")
			}
		})
	}
}
