package filing_test

import (
	"strings"
	"testing"

	"gh-debt/recipe"
	"gh-debt/ui/filing"
	"gh-debt/ui/screen"
	"gh-debt/ui/screen/screentest"
)

// BenchmarkKey is one key press and its frame in a failure mode of 5,000
// characters in paragraphs, which is a long one.
func BenchmarkKey(b *testing.B) {
	stage := screentest.NewStage(b)
	s := &desk{rows: vocabulary()}
	m := filing.New(stage.Env, filing.Deps{
		Dedup: dedups{s}, Cap: cappers{s}, Labels: labels{s}, Rights: rights{s}, Code: codes{s}, Paths: paths{s},
		Origin: origins{}, Drafts: &shelf{kept: map[string]recipe.FindingInput{}},
	}, recipe.FindingInput{Path: "app/pay/refund.ts", Line: 118, Fix: "Rethrow it.", Severity: "critical", Footprint: "narrow"})
	m.SetSize(screen.Size{Width: 120, Height: 39})
	stage.Paste(m, strings.Repeat(strings.Repeat("The caller never learns of it. ", 10)+"\n", 16))
	key := screentest.Keys("x")[0]
	for b.Loop() {
		m.Table().Text(key)
		_ = m.View()
	}
}
