CREATE TABLE `events` (
	`id` text PRIMARY KEY NOT NULL,
	`studio_id` text NOT NULL,
	`class_type_id` text NOT NULL,
	`state` text NOT NULL,
	`capacity` integer NOT NULL,
	`hold_minutes` integer DEFAULT 15 NOT NULL,
	`refund_hours` integer DEFAULT 48 NOT NULL,
	`refund_percent` integer DEFAULT 100 NOT NULL,
	`transferable` integer DEFAULT true NOT NULL,
	`notes` text DEFAULT '' NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`created_at` text NOT NULL,
	`cancelled_at` text,
	`cancel_reason` text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE INDEX `events_by_studio` ON `events` (`studio_id`,`state`);--> statement-breakpoint
CREATE TABLE `run_order_items` (
	`id` text PRIMARY KEY NOT NULL,
	`studio_id` text NOT NULL,
	`event_id` text NOT NULL,
	`sort` integer NOT NULL,
	`title` text NOT NULL,
	`performers` text NOT NULL,
	`apparatus` text DEFAULT '' NOT NULL,
	`music` text DEFAULT '' NOT NULL,
	`minutes` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `run_order_items_by_event` ON `run_order_items` (`studio_id`,`event_id`,`sort`);--> statement-breakpoint
CREATE TABLE `ticket_orders` (
	`id` text PRIMARY KEY NOT NULL,
	`studio_id` text NOT NULL,
	`event_id` text NOT NULL,
	`person_id` text,
	`buyer_name` text NOT NULL,
	`buyer_email` text NOT NULL,
	`state` text NOT NULL,
	`held_until` text,
	`total_minor` integer NOT NULL,
	`currency` text NOT NULL,
	`pays` text NOT NULL,
	`paid_at` text,
	`dedupe_key` text NOT NULL,
	`token` text NOT NULL,
	`created_at` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `ticket_orders_once` ON `ticket_orders` (`studio_id`,`dedupe_key`);--> statement-breakpoint
CREATE UNIQUE INDEX `ticket_orders_by_token` ON `ticket_orders` (`studio_id`,`token`);--> statement-breakpoint
CREATE INDEX `ticket_orders_by_event` ON `ticket_orders` (`studio_id`,`event_id`,`state`);--> statement-breakpoint
CREATE INDEX `ticket_orders_held` ON `ticket_orders` (`studio_id`,`held_until`) WHERE state = 'held';--> statement-breakpoint
CREATE TABLE `ticket_types` (
	`id` text PRIMARY KEY NOT NULL,
	`studio_id` text NOT NULL,
	`event_id` text NOT NULL,
	`name` text NOT NULL,
	`price_minor` integer NOT NULL,
	`capacity` integer,
	`sales_from` text,
	`sales_until` text,
	`members_only` integer DEFAULT false NOT NULL,
	`per_order` integer DEFAULT 6 NOT NULL,
	`sort` integer DEFAULT 0 NOT NULL,
	`archived_at` text
);
--> statement-breakpoint
CREATE INDEX `ticket_types_by_event` ON `ticket_types` (`studio_id`,`event_id`);--> statement-breakpoint
CREATE TABLE `tickets` (
	`id` text PRIMARY KEY NOT NULL,
	`studio_id` text NOT NULL,
	`event_id` text NOT NULL,
	`order_id` text NOT NULL,
	`ticket_type_id` text NOT NULL,
	`holder_name` text NOT NULL,
	`holder_email` text DEFAULT '' NOT NULL,
	`price_minor` integer NOT NULL,
	`state` text NOT NULL,
	`code` text NOT NULL,
	`checked_in_at` text,
	`checked_in_by` text,
	`transferred_at` text,
	`ended_at` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `tickets_by_code` ON `tickets` (`studio_id`,`code`);--> statement-breakpoint
CREATE INDEX `tickets_by_event` ON `tickets` (`studio_id`,`event_id`,`state`);--> statement-breakpoint
CREATE INDEX `tickets_by_order` ON `tickets` (`studio_id`,`order_id`);--> statement-breakpoint
CREATE TABLE `closure_lots` (
	`studio_id` text NOT NULL,
	`closure_id` text NOT NULL,
	`lot_id` text NOT NULL,
	`days` integer NOT NULL,
	PRIMARY KEY(`studio_id`, `closure_id`, `lot_id`)
);
--> statement-breakpoint
CREATE TABLE `closures` (
	`id` text PRIMARY KEY NOT NULL,
	`studio_id` text NOT NULL,
	`location_id` text,
	`name` text NOT NULL,
	`from_date` text NOT NULL,
	`until_date` text NOT NULL,
	`message` text DEFAULT '' NOT NULL,
	`extends_packs` integer DEFAULT true NOT NULL,
	`state` text NOT NULL,
	`after_lot_id` text DEFAULT '' NOT NULL,
	`created_by` text NOT NULL,
	`created_by_name` text NOT NULL,
	`created_at` text NOT NULL,
	`applied_at` text,
	`lifted_at` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `closures_once` ON `closures` (`studio_id`,`from_date`,`until_date`,`name`);--> statement-breakpoint
CREATE INDEX `closures_by_end` ON `closures` (`studio_id`,`until_date`);--> statement-breakpoint
CREATE INDEX `closures_applying` ON `closures` (`studio_id`) WHERE state = 'applying';--> statement-breakpoint
CREATE TABLE `planned_changes` (
	`id` text PRIMARY KEY NOT NULL,
	`studio_id` text NOT NULL,
	`occurrence_id` text NOT NULL,
	`action` text NOT NULL,
	`local_start` text,
	`minutes` integer,
	`room_id` text,
	`coach_id` text,
	`capacity` integer,
	`reason` text DEFAULT '' NOT NULL,
	`sequence` integer DEFAULT 0 NOT NULL,
	`created_by` text NOT NULL,
	`created_by_name` text NOT NULL,
	`created_at` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `planned_changes_one_per_occurrence` ON `planned_changes` (`studio_id`,`occurrence_id`);--> statement-breakpoint
CREATE TABLE `sub_offers` (
	`studio_id` text NOT NULL,
	`request_id` text NOT NULL,
	`coach_id` text NOT NULL,
	`state` text NOT NULL,
	`offered_at` text NOT NULL,
	`answered_at` text,
	PRIMARY KEY(`studio_id`, `request_id`, `coach_id`)
);
--> statement-breakpoint
CREATE INDEX `sub_offers_by_coach` ON `sub_offers` (`studio_id`,`coach_id`,`state`);--> statement-breakpoint
CREATE TABLE `sub_requests` (
	`id` text PRIMARY KEY NOT NULL,
	`studio_id` text NOT NULL,
	`occurrence_id` text NOT NULL,
	`coach_id` text NOT NULL,
	`reason` text DEFAULT '' NOT NULL,
	`state` text NOT NULL,
	`claimed_by` text,
	`claimed_at` text,
	`decided_by` text,
	`decided_at` text,
	`pay_minor` integer,
	`currency` text DEFAULT '' NOT NULL,
	`created_by` text NOT NULL,
	`created_at` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `sub_requests_one_open` ON `sub_requests` (`studio_id`,`occurrence_id`) WHERE state IN ('requested','offered','claimed');--> statement-breakpoint
CREATE INDEX `sub_requests_by_occurrence` ON `sub_requests` (`studio_id`,`occurrence_id`);--> statement-breakpoint
CREATE INDEX `sub_requests_open` ON `sub_requests` (`studio_id`,`created_at`) WHERE state IN ('requested','offered','claimed');--> statement-breakpoint
CREATE TABLE `alert_rules` (
	`studio_id` text NOT NULL,
	`trigger` text NOT NULL,
	`action` text NOT NULL,
	PRIMARY KEY(`studio_id`, `trigger`)
);
--> statement-breakpoint
CREATE TABLE `arrivals` (
	`id` text PRIMARY KEY NOT NULL,
	`studio_id` text NOT NULL,
	`person_id` text NOT NULL,
	`booking_id` text,
	`method` text NOT NULL,
	`kiosk_id` text,
	`client_key` text NOT NULL,
	`arrived_at` text NOT NULL,
	`recorded_at` text NOT NULL,
	`overridden` text DEFAULT '' NOT NULL,
	`by` text NOT NULL,
	`undone_at` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `arrivals_once` ON `arrivals` (`studio_id`,`client_key`);--> statement-breakpoint
CREATE INDEX `arrivals_newest` ON `arrivals` (`studio_id`,`arrived_at`);--> statement-breakpoint
CREATE INDEX `arrivals_by_booking` ON `arrivals` (`studio_id`,`booking_id`) WHERE booking_id IS NOT NULL;--> statement-breakpoint
CREATE TABLE `kiosks` (
	`id` text PRIMARY KEY NOT NULL,
	`studio_id` text NOT NULL,
	`name` text NOT NULL,
	`location_id` text,
	`secret_hash` text NOT NULL,
	`created_by` text NOT NULL,
	`created_at` text NOT NULL,
	`last_seen_at` text,
	`revoked_at` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `kiosks_by_secret` ON `kiosks` (`secret_hash`);--> statement-breakpoint
CREATE INDEX `kiosks_by_studio` ON `kiosks` (`studio_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `member_codes` (
	`person_id` text PRIMARY KEY NOT NULL,
	`studio_id` text NOT NULL,
	`code` text NOT NULL,
	`created_at` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `member_codes_by_code` ON `member_codes` (`studio_id`,`code`);--> statement-breakpoint
CREATE TABLE `standing_dates` (
	`id` text PRIMARY KEY NOT NULL,
	`studio_id` text NOT NULL,
	`standing_id` text NOT NULL,
	`occurrence_id` text NOT NULL,
	`outcome` text NOT NULL,
	`tries` integer DEFAULT 1 NOT NULL,
	`tried_at` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `standing_dates_once` ON `standing_dates` (`studio_id`,`standing_id`,`occurrence_id`);--> statement-breakpoint
CREATE TABLE `standing_places` (
	`id` text PRIMARY KEY NOT NULL,
	`studio_id` text NOT NULL,
	`person_id` text NOT NULL,
	`series_id` text NOT NULL,
	`kind` text NOT NULL,
	`from_date` text NOT NULL,
	`until_date` text,
	`created_by` text NOT NULL,
	`created_at` text NOT NULL,
	`ended_at` text,
	`ended_by` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `standing_places_in_force` ON `standing_places` (`studio_id`,`series_id`,`person_id`) WHERE ended_at IS NULL;--> statement-breakpoint
CREATE INDEX `standing_places_by_person` ON `standing_places` (`studio_id`,`person_id`);--> statement-breakpoint
CREATE TABLE `wishes` (
	`id` text PRIMARY KEY NOT NULL,
	`studio_id` text NOT NULL,
	`person_id` text NOT NULL,
	`state` text NOT NULL,
	`booking_id` text,
	`created_at` text NOT NULL,
	`ended_at` text
);
--> statement-breakpoint
CREATE INDEX `wishes_by_person` ON `wishes` (`studio_id`,`person_id`,`state`);--> statement-breakpoint
ALTER TABLE `bookings` ADD `wish_id` text;--> statement-breakpoint
ALTER TABLE `bookings` ADD `standing_id` text;--> statement-breakpoint
ALTER TABLE `bookings` ADD `guest_of` text;--> statement-breakpoint
CREATE UNIQUE INDEX `bookings_one_per_spot` ON `bookings` (`studio_id`,`occurrence_id`,`spot`) WHERE spot <> '' AND state IN ('booked','checked_in','attended','no_show');--> statement-breakpoint
CREATE INDEX `bookings_by_wish` ON `bookings` (`studio_id`,`wish_id`) WHERE wish_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `bookings_by_guest` ON `bookings` (`studio_id`,`guest_of`) WHERE guest_of IS NOT NULL;--> statement-breakpoint
ALTER TABLE `rooms` ADD `spot_columns` integer DEFAULT 0 NOT NULL;