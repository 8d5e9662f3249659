package model_test

import (
	"fmt"

	"gh-debt/model"
)

func ExampleFinding_Body() {
	key, err := model.NewKey(model.Unclassified, "app/pay/refund.ts", 118)
	if err != nil {
		fmt.Println(err)
		return
	}
	finding := model.Finding{
		Key:         key,
		Origin:      model.NewOrigin("debt/1121-refund", "0", "", ""),
		FailureMode: "A timeout reaches the empty catch, and the refund counts as done.",
		Fix:         "Rethrow, and let the caller retry.",
		Grades:      model.Grades{Severity: model.Important, Footprint: model.Narrow},
	}
	fmt.Print(finding.Body())
	// Output:
	// <!-- gaia-debt-key: v1 class=holistic/unclassified path=app/pay/refund.ts line=118 -->
	// <!-- gaia-debt-origin: branch=debt/1121-refund mode=drain unit=1121 changed=0 head=unknown session=unknown -->
	//
	// `app/pay/refund.ts:118`
	//
	// ## Failure mode
	//
	// A timeout reaches the empty catch, and the refund counts as done.
	//
	// ## Suggested fix
	//
	// Rethrow, and let the caller retry.
}

func ExampleCheckFiling() {
	labels := model.ParseLabelCSV("tech-debt, severity:urgent")
	body := "<!-- gaia-debt-key: v1 class=shell/quoting path=bin/run line=0 -->\n"
	for _, problem := range model.CheckFiling(labels, body, model.DefaultRules()) {
		fmt.Println(problem.Code)
	}
	// Output:
	// severity-value
	// malformed-dedup-key
}
