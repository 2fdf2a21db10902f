CREATE TABLE `kiosk_settings` (
	`studio_id` text PRIMARY KEY NOT NULL,
	`proof` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `member_pins` (
	`person_id` text PRIMARY KEY NOT NULL,
	`studio_id` text NOT NULL,
	`pin_hash` text NOT NULL,
	`set_by` text NOT NULL,
	`set_at` text NOT NULL
);
