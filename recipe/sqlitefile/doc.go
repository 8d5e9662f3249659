// Package sqlitefile opens a SQLite file that several processes use at once and
// that must lose nothing, such as the hub and the ledger: for its owner alone,
// with a write-ahead log, each write one transaction that is on the disk when
// it returns. Nothing else of gh debt speaks to SQLite. A damaged file is
// set aside with its name told, a newer one is left as it is, and a full disk,
// a read-only file or another process that keeps it are told apart.
//
//	f, err := sqlitefile.Open(ctx, ".git/gh-debt/ledger.db", sqlitefile.Settings{
//		Name: "ledger", Application: 0x6764626c, Migrations: []string{schema1}})
//	err = f.Write(ctx, func(ctx context.Context, q sqlitefile.Querier) error { … })
package sqlitefile
