package hub

// schema2 adds what pull requests are made of. A pull request is an issue with
// a row here; head_sha and base_sha are the commits of its two branches when
// they were last looked at, and stay when a branch is gone. merge_intent is a
// merge that git is doing: it lasts only when the process was killed in the
// middle, and the next one finds out how far git came.
const schema2 = `
ALTER TABLE event ADD COLUMN commit_sha TEXT;
CREATE TABLE pull (
	issue_id     INTEGER PRIMARY KEY REFERENCES issue (id),
	head_ref     TEXT NOT NULL,
	head_sha     TEXT NOT NULL,
	base_ref     TEXT NOT NULL,
	base_sha     TEXT NOT NULL,
	draft        INTEGER NOT NULL DEFAULT 0,
	merge_sha    TEXT,
	merged_by    INTEGER REFERENCES user (id),
	auto_at      INTEGER,
	auto_by      INTEGER REFERENCES user (id),
	auto_title   TEXT,
	auto_message TEXT,
	queue_state  TEXT,
	queue_at     INTEGER,
	queue_by     INTEGER REFERENCES user (id)
) STRICT;
CREATE INDEX pull_head ON pull (head_ref);
CREATE TABLE merge_intent (
	issue_id INTEGER PRIMARY KEY REFERENCES issue (id),
	base_sha TEXT NOT NULL,
	head_sha TEXT NOT NULL,
	title    TEXT NOT NULL,
	message  TEXT NOT NULL,
	actor    INTEGER NOT NULL REFERENCES user (id)
) STRICT;
CREATE TABLE review (
	id         INTEGER PRIMARY KEY AUTOINCREMENT,
	issue_id   INTEGER NOT NULL REFERENCES issue (id),
	author     INTEGER NOT NULL REFERENCES user (id),
	state      TEXT NOT NULL,
	commit_sha TEXT NOT NULL,
	created_at INTEGER NOT NULL,
	body       TEXT NOT NULL
) STRICT;
CREATE INDEX review_issue ON review (issue_id, id);
CREATE TABLE commit_status (
	id          INTEGER PRIMARY KEY AUTOINCREMENT,
	sha         TEXT NOT NULL,
	context     TEXT NOT NULL,
	state       TEXT NOT NULL,
	description TEXT,
	target_url  TEXT,
	creator     INTEGER NOT NULL REFERENCES user (id),
	created_at  INTEGER NOT NULL
) STRICT;
CREATE INDEX commit_status_sha ON commit_status (sha, id);
CREATE TABLE workflow_run (
	id         INTEGER PRIMARY KEY AUTOINCREMENT,
	name       TEXT NOT NULL,
	event      TEXT NOT NULL,
	sha        TEXT NOT NULL,
	branch     TEXT,
	status     TEXT NOT NULL,
	conclusion TEXT,
	created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX workflow_run_sha ON workflow_run (sha, id);
CREATE TABLE check_run (
	id           INTEGER PRIMARY KEY AUTOINCREMENT,
	run_id       INTEGER REFERENCES workflow_run (id),
	sha          TEXT NOT NULL,
	name         TEXT NOT NULL,
	app          TEXT NOT NULL,
	status       TEXT NOT NULL,
	conclusion   TEXT,
	details_url  TEXT,
	external_id  TEXT,
	started_at   INTEGER,
	completed_at INTEGER,
	created_at   INTEGER NOT NULL
) STRICT;
CREATE INDEX check_run_sha ON check_run (sha, id);
CREATE INDEX check_run_run ON check_run (run_id, id);
CREATE TABLE branch_rule (
	branch      TEXT NOT NULL,
	classic     INTEGER NOT NULL,
	checks      TEXT NOT NULL,
	approvals   INTEGER NOT NULL,
	merge_queue INTEGER NOT NULL,
	squash      INTEGER NOT NULL,
	pull_only   INTEGER NOT NULL,
	PRIMARY KEY (branch, classic)
) STRICT, WITHOUT ROWID;
`
