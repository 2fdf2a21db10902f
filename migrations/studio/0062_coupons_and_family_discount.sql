CREATE TABLE `coupon_uses` (
	`id` text PRIMARY KEY NOT NULL,
	`studio_id` text NOT NULL,
	`coupon_id` text NOT NULL,
	`person_id` text NOT NULL,
	`used_at` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `coupon_uses_by_coupon` ON `coupon_uses` (`studio_id`,`coupon_id`,`person_id`);--> statement-breakpoint
CREATE INDEX `coupon_uses_by_person` ON `coupon_uses` (`studio_id`,`person_id`);--> statement-breakpoint
CREATE TABLE `coupons` (
	`id` text PRIMARY KEY NOT NULL,
	`studio_id` text NOT NULL,
	`code` text NOT NULL,
	`kind` text NOT NULL,
	`value` integer NOT NULL,
	`audience` text NOT NULL,
	`offers` text DEFAULT '[]' NOT NULL,
	`sale_from` text,
	`sale_until` text,
	`once_per_person` integer NOT NULL,
	`most_uses` integer,
	`created_at` text NOT NULL,
	`stopped_at` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `coupons_by_code` ON `coupons` (`studio_id`,`code`) WHERE stopped_at IS NULL;--> statement-breakpoint
CREATE INDEX `coupons_by_age` ON `coupons` (`studio_id`,`created_at`);--> statement-breakpoint
ALTER TABLE `billing_settings` ADD `family_bp` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `memberships` ADD `family_bp` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `memberships` ADD `first_off` text;