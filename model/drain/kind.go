package drain

import (
	"bytes"
	"encoding/json"
	"fmt"
)

// The kinds of facts, as the ledger spells them. A spelling never changes: what
// was written must be read by every later version.
const (
	KindChosen    Kind = "chosen"
	KindClaiming  Kind = "claiming"
	KindClaimed   Kind = "claimed"
	KindBranching Kind = "branching"
	KindBranched  Kind = "branched"
	KindLeft      Kind = "left"
	KindRenamed   Kind = "renamed"
	KindConfirmed Kind = "confirmed"
	KindScreened  Kind = "screened"
	KindIsolated  Kind = "isolated"
	KindBegan     Kind = "began"
	KindWorked    Kind = "worked"
	KindFailed    Kind = "failed"
	KindGated     Kind = "gated"
	KindPushed    Kind = "pushed"
	KindProposed  Kind = "proposed"
	KindReviewed  Kind = "reviewed"
	KindChecked   Kind = "checked"
	KindAccepted  Kind = "accepted"
	KindBraked    Kind = "braked"
	KindDecided   Kind = "decided"
	KindMerging   Kind = "merging"
	KindMerged    Kind = "merged"
	KindBlocked   Kind = "blocked"
	KindUnclaimed Kind = "unclaimed"
	KindDelivered Kind = "delivered"
	KindEnding    Kind = "ending"
	KindEnded     Kind = "ended"
)

// Kinds gives every kind that this version writes, in the order of a unit's life.
func Kinds() []Kind {
	return []Kind{
		KindChosen, KindClaiming, KindClaimed, KindBranching, KindBranched, KindLeft, KindRenamed,
		KindConfirmed, KindScreened, KindIsolated, KindBegan, KindWorked, KindFailed,
		KindGated, KindPushed, KindProposed, KindReviewed, KindChecked, KindAccepted,
		KindBraked, KindDecided, KindMerging, KindMerged, KindBlocked, KindUnclaimed,
		KindDelivered, KindEnding, KindEnded,
	}
}

// EndKinds gives the kinds that end a unit's life: a unit whose newest event is
// of another kind is active.
func EndKinds() []Kind { return []Kind{KindDelivered, KindEnded} }

// Kind is KindChosen.
func (Chosen) Kind() Kind { return KindChosen }

// Kind is KindClaiming.
func (Claiming) Kind() Kind { return KindClaiming }

// Kind is KindClaimed.
func (Claimed) Kind() Kind { return KindClaimed }

// Kind is KindBranching.
func (Branching) Kind() Kind { return KindBranching }

// Kind is KindBranched.
func (Branched) Kind() Kind { return KindBranched }

// Kind is KindLeft.
func (Left) Kind() Kind { return KindLeft }

// Kind is KindRenamed.
func (Renamed) Kind() Kind { return KindRenamed }

// Kind is KindConfirmed.
func (Confirmed) Kind() Kind { return KindConfirmed }

// Kind is KindScreened.
func (Screened) Kind() Kind { return KindScreened }

// Kind is KindIsolated.
func (Isolated) Kind() Kind { return KindIsolated }

// Kind is KindBegan.
func (Began) Kind() Kind { return KindBegan }

// Kind is KindWorked.
func (Worked) Kind() Kind { return KindWorked }

// Kind is KindFailed.
func (Failed) Kind() Kind { return KindFailed }

// Kind is KindGated.
func (Gated) Kind() Kind { return KindGated }

// Kind is KindPushed.
func (Pushed) Kind() Kind { return KindPushed }

// Kind is KindProposed.
func (Proposed) Kind() Kind { return KindProposed }

// Kind is KindReviewed.
func (Reviewed) Kind() Kind { return KindReviewed }

// Kind is KindChecked.
func (Checked) Kind() Kind { return KindChecked }

// Kind is KindAccepted.
func (Accepted) Kind() Kind { return KindAccepted }

// Kind is KindBraked.
func (Braked) Kind() Kind { return KindBraked }

// Kind is KindDecided.
func (Decided) Kind() Kind { return KindDecided }

// Kind is KindMerging.
func (Merging) Kind() Kind { return KindMerging }

// Kind is KindMerged.
func (Merged) Kind() Kind { return KindMerged }

// Kind is KindBlocked.
func (Blocked) Kind() Kind { return KindBlocked }

// Kind is KindUnclaimed.
func (Unclaimed) Kind() Kind { return KindUnclaimed }

// Kind is KindDelivered.
func (Delivered) Kind() Kind { return KindDelivered }

// Kind is KindEnding.
func (Ending) Kind() Kind { return KindEnding }

// Kind is KindEnded.
func (Ended) Kind() Kind { return KindEnded }

// Kind is the kind that was read, which this version does not know.
func (u Unread) Kind() Kind { return u.As }

// EncodeFact gives the data that the ledger keeps of a fact: one JSON object.
// An Unread fact gives back what was read.
func EncodeFact(f Fact) ([]byte, error) {
	if u, ok := f.(Unread); ok {
		return bytes.Clone(u.Data), nil
	}
	if f == nil {
		return nil, fmt.Errorf("no fact to write down")
	}
	data, err := json.Marshal(f)
	if err != nil {
		return nil, fmt.Errorf("writing down a fact of kind %s: %w", f.Kind(), err)
	}
	return data, nil
}

// DecodeFact reads what EncodeFact wrote. A kind that this version does not know
// is an Unread fact, with its data as they are; fields it does not know are
// passed over. Data that are no JSON object are an error that names the kind.
func DecodeFact(kind Kind, data []byte) (Fact, error) {
	decode, ok := reader(kind)
	if !ok {
		return Unread{As: kind, Data: bytes.Clone(data)}, nil
	}
	if !bytes.HasPrefix(bytes.TrimLeft(data, " \t\r\n"), []byte("{")) {
		return nil, fmt.Errorf("reading a fact of kind %s: it is no JSON object", kind)
	}
	f, err := decode(data)
	if err != nil {
		return nil, fmt.Errorf("reading a fact of kind %s: %w", kind, err)
	}
	return f, nil
}

// read makes a fact of type F of its data.
func read[F Fact](data []byte) (Fact, error) {
	var f F
	err := json.Unmarshal(data, &f)
	return f, err
}

// reader gives the function that reads the facts of a kind.
func reader(kind Kind) (func([]byte) (Fact, error), bool) {
	switch kind {
	case KindChosen:
		return read[Chosen], true
	case KindClaiming:
		return read[Claiming], true
	case KindClaimed:
		return read[Claimed], true
	case KindBranching:
		return read[Branching], true
	case KindBranched:
		return read[Branched], true
	case KindLeft:
		return read[Left], true
	case KindRenamed:
		return read[Renamed], true
	case KindConfirmed:
		return read[Confirmed], true
	case KindScreened:
		return read[Screened], true
	case KindIsolated:
		return read[Isolated], true
	case KindBegan:
		return read[Began], true
	case KindWorked:
		return read[Worked], true
	case KindFailed:
		return read[Failed], true
	case KindGated:
		return read[Gated], true
	case KindPushed:
		return read[Pushed], true
	case KindProposed:
		return read[Proposed], true
	case KindReviewed:
		return read[Reviewed], true
	case KindChecked:
		return read[Checked], true
	case KindAccepted:
		return read[Accepted], true
	case KindBraked:
		return read[Braked], true
	case KindDecided:
		return read[Decided], true
	case KindMerging:
		return read[Merging], true
	case KindMerged:
		return read[Merged], true
	case KindBlocked:
		return read[Blocked], true
	case KindUnclaimed:
		return read[Unclaimed], true
	case KindDelivered:
		return read[Delivered], true
	case KindEnding:
		return read[Ending], true
	case KindEnded:
		return read[Ended], true
	}
	return nil, false
}
