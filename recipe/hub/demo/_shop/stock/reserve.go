package stock

import (
	"context"
	"database/sql"
	"fmt"
)

// Steps are the steps of a checkout at which a reservation is held.
var Steps = []string{"payment", "review"}

// Reserve takes quantity pieces of an article off the shelf for an order.
func Reserve(ctx context.Context, db *sql.DB, sku string, quantity int) error {
	var left int
	err := db.QueryRowContext(ctx, `SELECT pieces FROM stock WHERE sku = $1`, sku).Scan(&left)
	if err != nil {
		return fmt.Errorf("read the stock of %s: %w", sku, err)
	}
	if left < quantity {
		return fmt.Errorf("only %d of %s are left", left, sku)
	}
	_, err = db.ExecContext(ctx, `UPDATE stock SET pieces = $1 WHERE sku = $2`, left-quantity, sku)
	if err != nil {
		return fmt.Errorf("reserve %s: %w", sku, err)
	}
	return nil
}
