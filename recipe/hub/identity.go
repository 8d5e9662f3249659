package hub

import (
	"encoding/base64"
	"encoding/binary"
	"strings"
)

// The ids that GitHub gives are large, and an issue's id is not its number.
// Here they are a row's id on top of a base of its kind, so that they are the
// same on every run and a program that takes one kind for another is found.
const (
	repositoryID int64 = 780_000_001
	userBase     int64 = 40_000_000
	issueBase    int64 = 2_400_000_000
	commentBase  int64 = 1_900_000_000
	labelBase    int64 = 6_100_000_000
	eventBase    int64 = 13_000_000_000
	pullBase     int64 = 1_700_000_000
	reviewBase   int64 = 2_100_000_000
	statusBase   int64 = 30_000_000_000
	checkBase    int64 = 34_000_000_000
	runBase      int64 = 12_000_000_000
)

// The prefixes of GitHub's node ids, by kind.
const (
	repositoryNode = "R_"
	userNode       = "U_"
	issueNode      = "I_"
	pullNode       = "PR_"
	labelNode      = "LA_"
	commentNode    = "IC_"
	eventNode      = "EV_"
	refNode        = "REF_"
	commitNode     = "C_"
	reviewNode     = "PRR_"
	statusNode     = "SC_"
	checkNode      = "CR_"
	runNode        = "WFR_"
	queueNode      = "MQE_"
)

// refNodeID is the opaque id of a branch.
func refNodeID(branch string) string {
	return refNode + base64.RawURLEncoding.EncodeToString([]byte(headsPrefix+branch))
}

// commitNodeID is the opaque id of a commit.
func commitNodeID(sha string) string {
	return commitNode + base64.RawURLEncoding.EncodeToString([]byte(sha))
}

// nodeID is the opaque id of an object for GraphQL.
func nodeID(kind string, id int64) string {
	var b [11]byte
	copy(b[:3], "\x90\xce\x00")
	binary.BigEndian.PutUint64(b[3:], uint64(id))
	return kind + base64.RawURLEncoding.EncodeToString(b[:])
}

// rowOfNode gives back the id that nodeID was given; ok is false for an id of
// another kind or of no kind.
func rowOfNode(kind, node string) (id int64, ok bool) {
	rest, ok := strings.CutPrefix(node, kind)
	if !ok {
		return 0, false
	}
	b, err := base64.RawURLEncoding.DecodeString(rest)
	if err != nil || len(b) != 11 {
		return 0, false
	}
	return int64(binary.BigEndian.Uint64(b[3:])), true
}
