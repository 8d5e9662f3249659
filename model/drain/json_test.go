package drain

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestAUnitAndItsEventsAsJSON(t *testing.T) {
	at := time.Date(2026, 11, 30, 9, 0, 0, 0, time.UTC)
	events := []Event{
		{ID: 1, At: at, Unit: "12-15", By: "ana", Fact: Chosen{Members: []Member{{Number: 15}, {Number: 12}}, Implementer: Me}},
		{ID: 2, At: at, Unit: "12-15", By: Engine, Fact: Left{Number: 12, Why: Lost, Reason: "bo was first"}},
		{ID: 3, At: at, Unit: "12-15", By: Engine, Fact: Unread{As: "teleported", Data: json.RawMessage(`{"to":"moon"}`)}},
	}
	tests := map[string]struct {
		value any
		want  string
	}{
		"a unit": {
			value: Fold("12-15", events),
			want: `{"id":"12-15","chosen":{"members":[{"number":15,"title":""},{"number":12,"title":""}],"named":false,"implementer":"me"},` +
				`"stage":"chosen","since":"2026-11-30T09:00:00Z","started":"2026-11-30T09:00:00Z","events":3,"lastId":3,` +
				`"left":[{"number":12,"why":"lost","reason":"bo was first"}],"numbers":[15]}`,
		},
		"a unit of which nothing is known": {
			value: Unit{ID: "7"},
			want:  `{"id":"7","stage":"","events":0,"numbers":[]}`,
		},
		"an event": {
			value: events[1],
			want:  `{"id":2,"at":"2026-11-30T09:00:00Z","unit":"12-15","by":"engine","kind":"left","sentence":"#12 left: lost: bo was first","data":{"number":12,"why":"lost","reason":"bo was first"}}`,
		},
		"an event of a later version": {
			value: events[2],
			want:  `{"id":3,"at":"2026-11-30T09:00:00Z","unit":"12-15","by":"engine","kind":"teleported","sentence":"teleported, which this version cannot read","data":{"to":"moon"}}`,
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			got, err := json.Marshal(tt.value)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, string(got)); diff != "" {
				t.Error(diff)
			}
		})
	}
}
