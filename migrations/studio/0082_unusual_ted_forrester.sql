CREATE TABLE `product_variants` (
	`id` text PRIMARY KEY NOT NULL,
	`studio_id` text NOT NULL,
	`product_id` text NOT NULL,
	`size` text DEFAULT '' NOT NULL,
	`colour` text DEFAULT '' NOT NULL,
	`sku` text DEFAULT '' NOT NULL,
	`barcode` text DEFAULT '' NOT NULL,
	`price_minor` integer NOT NULL,
	`cost_minor` integer,
	`reorder_level` integer,
	`stock` integer DEFAULT 0 NOT NULL,
	`archived_at` text,
	`created_at` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE INDEX `product_variants_by_product` ON `product_variants` (`studio_id`,`product_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `product_variants_by_sku` ON `product_variants` (`studio_id`,`sku`) WHERE sku <> '';--> statement-breakpoint
CREATE UNIQUE INDEX `product_variants_by_barcode` ON `product_variants` (`studio_id`,`barcode`) WHERE barcode <> '';--> statement-breakpoint
CREATE INDEX `product_variants_low` ON `product_variants` (`studio_id`) WHERE archived_at IS NULL AND reorder_level IS NOT NULL AND stock <= reorder_level;--> statement-breakpoint
CREATE TABLE `products` (
	`id` text PRIMARY KEY NOT NULL,
	`studio_id` text NOT NULL,
	`name` text NOT NULL,
	`description` text DEFAULT '' NOT NULL,
	`supplier` text DEFAULT '' NOT NULL,
	`tax_rate_bp` integer DEFAULT 0 NOT NULL,
	`archived_at` text,
	`created_at` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE INDEX `products_by_name` ON `products` (`studio_id`,`name`,`id`);--> statement-breakpoint
CREATE TABLE `stock_counts` (
	`studio_id` text NOT NULL,
	`variant_id` text NOT NULL,
	`location_id` text NOT NULL,
	`quantity` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `stock_counts_once` ON `stock_counts` (`studio_id`,`variant_id`,`location_id`);--> statement-breakpoint
CREATE TABLE `stock_moves` (
	`id` text PRIMARY KEY NOT NULL,
	`studio_id` text NOT NULL,
	`variant_id` text NOT NULL,
	`location_id` text NOT NULL,
	`kind` text NOT NULL,
	`quantity` integer NOT NULL,
	`item_id` text DEFAULT '' NOT NULL,
	`reason` text DEFAULT '' NOT NULL,
	`by_name` text NOT NULL,
	`created_at` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `stock_moves_by_variant` ON `stock_moves` (`studio_id`,`variant_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `stock_moves_by_item` ON `stock_moves` (`studio_id`,`item_id`) WHERE item_id <> '';--> statement-breakpoint
CREATE TABLE `till_sales` (
	`id` text PRIMARY KEY NOT NULL,
	`studio_id` text NOT NULL,
	`state` text NOT NULL,
	`person_id` text,
	`location_id` text NOT NULL,
	`lines` text DEFAULT '[]' NOT NULL,
	`version` integer DEFAULT 0 NOT NULL,
	`invoice_id` text,
	`created_at` text NOT NULL,
	`created_by` text NOT NULL,
	`paid_at` text
);
--> statement-breakpoint
CREATE INDEX `till_sales_open` ON `till_sales` (`studio_id`,`created_at`) WHERE state = 'open';--> statement-breakpoint
CREATE INDEX `till_sales_by_person` ON `till_sales` (`studio_id`,`person_id`) WHERE person_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `till_sales_by_invoice` ON `till_sales` (`studio_id`,`invoice_id`) WHERE invoice_id IS NOT NULL;--> statement-breakpoint
-- Stock is the sum of its moves: whoever writes one, the counts follow in the same statement.
CREATE TRIGGER `stock_moves_counted` AFTER INSERT ON `stock_moves`
BEGIN
  INSERT INTO stock_counts (studio_id, variant_id, location_id, quantity)
  VALUES (new.studio_id, new.variant_id, new.location_id, new.quantity)
  ON CONFLICT (studio_id, variant_id, location_id) DO UPDATE SET quantity = quantity + new.quantity;
  UPDATE product_variants SET stock = stock + new.quantity
  WHERE studio_id = new.studio_id AND id = new.variant_id;
END;
--> statement-breakpoint
-- A move is never changed: a mistake is another move.
CREATE TRIGGER `stock_moves_stay` BEFORE UPDATE ON `stock_moves`
BEGIN
  SELECT raise(ABORT, 'a stock move is never changed');
END;
