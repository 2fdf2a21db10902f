CREATE TABLE `outbox` (
	`id` text PRIMARY KEY NOT NULL,
	`studio_id` text,
	`dedupe_key` text NOT NULL,
	`channel` text NOT NULL,
	`recipient` text NOT NULL,
	`kind` text NOT NULL,
	`subject` text NOT NULL,
	`text` text NOT NULL,
	`html` text NOT NULL,
	`state` text NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`next_attempt_at_ms` integer NOT NULL,
	`claim` text,
	`last_error` text,
	`created_at_ms` integer NOT NULL,
	`sent_at_ms` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `outbox_once` ON `outbox` (`dedupe_key`);--> statement-breakpoint
CREATE INDEX `outbox_waiting` ON `outbox` (`state`,`next_attempt_at_ms`);--> statement-breakpoint
CREATE INDEX `outbox_newest` ON `outbox` (`created_at_ms`);--> statement-breakpoint
CREATE TABLE `bookings` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`studio_id` text NOT NULL,
	`occurrence_id` text NOT NULL,
	`person_id` text NOT NULL,
	`state` text NOT NULL,
	`lot_id` text,
	`membership_id` text,
	`policy_id` text NOT NULL,
	`created_at` text NOT NULL,
	`promoted_at` text,
	`decline_until` text,
	`ended_at` text,
	`ended_by` text,
	`skipped_reason` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `bookings_id` ON `bookings` (`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `bookings_one_per_person_per_occurrence` ON `bookings` (`studio_id`,`occurrence_id`,`person_id`) WHERE state IN ('booked','waitlisted','checked_in','attended','no_show');--> statement-breakpoint
CREATE INDEX `bookings_by_occurrence` ON `bookings` (`studio_id`,`occurrence_id`,`state`);--> statement-breakpoint
CREATE INDEX `bookings_by_person` ON `bookings` (`studio_id`,`person_id`,`seq`);--> statement-breakpoint
CREATE TABLE `fees` (
	`id` text PRIMARY KEY NOT NULL,
	`studio_id` text NOT NULL,
	`person_id` text NOT NULL,
	`booking_id` text NOT NULL,
	`kind` text NOT NULL,
	`amount_minor` integer NOT NULL,
	`currency` text NOT NULL,
	`state` text NOT NULL,
	`due_at` text NOT NULL,
	`reason` text DEFAULT '' NOT NULL,
	`created_at` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `fees_one_per_booking` ON `fees` (`studio_id`,`booking_id`,`kind`);--> statement-breakpoint
CREATE INDEX `fees_by_person` ON `fees` (`studio_id`,`person_id`);--> statement-breakpoint
CREATE INDEX `fees_pending` ON `fees` (`due_at`) WHERE state = 'pending';--> statement-breakpoint
CREATE TABLE `entries` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`studio_id` text NOT NULL,
	`person_id` text NOT NULL,
	`lot_id` text NOT NULL,
	`kind` text NOT NULL,
	`amount` integer NOT NULL,
	`booking_id` text,
	`reason` text DEFAULT '' NOT NULL,
	`created_at` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `entries_by_lot` ON `entries` (`studio_id`,`lot_id`);--> statement-breakpoint
CREATE INDEX `entries_by_person` ON `entries` (`studio_id`,`person_id`,`seq`);--> statement-breakpoint
CREATE UNIQUE INDEX `entries_once_per_booking` ON `entries` (`studio_id`,`booking_id`,`kind`) WHERE booking_id IS NOT NULL;--> statement-breakpoint
CREATE TABLE `lots` (
	`id` text PRIMARY KEY NOT NULL,
	`studio_id` text NOT NULL,
	`person_id` text NOT NULL,
	`package_id` text NOT NULL,
	`starts_on` text NOT NULL,
	`expires_on` text NOT NULL,
	`extended_at` text,
	`refunded_at` text,
	`purchased_at` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `lots_by_person` ON `lots` (`studio_id`,`person_id`,`expires_on`);--> statement-breakpoint
CREATE TABLE `memberships` (
	`id` text PRIMARY KEY NOT NULL,
	`studio_id` text NOT NULL,
	`person_id` text NOT NULL,
	`plan_id` text NOT NULL,
	`state` text NOT NULL,
	`starts_on` text NOT NULL,
	`ends_on` text,
	`frozen_from` text,
	`frozen_until` text,
	`purchased_at` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `memberships_by_person` ON `memberships` (`studio_id`,`person_id`);--> statement-breakpoint
CREATE TABLE `packages` (
	`id` text PRIMARY KEY NOT NULL,
	`studio_id` text NOT NULL,
	`name` text NOT NULL,
	`version` integer NOT NULL,
	`credits` integer NOT NULL,
	`price_minor` integer NOT NULL,
	`currency` text NOT NULL,
	`valid_days` integer NOT NULL,
	`covers` text DEFAULT '' NOT NULL,
	`archived_at` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `packages_by_version` ON `packages` (`studio_id`,`name`,`version`);--> statement-breakpoint
CREATE TABLE `plans` (
	`id` text PRIMARY KEY NOT NULL,
	`studio_id` text NOT NULL,
	`name` text NOT NULL,
	`version` integer NOT NULL,
	`price_minor` integer NOT NULL,
	`currency` text NOT NULL,
	`interval` text NOT NULL,
	`weekly_limit` integer,
	`covers` text DEFAULT '' NOT NULL,
	`archived_at` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `plans_by_version` ON `plans` (`studio_id`,`name`,`version`);--> statement-breakpoint
CREATE TABLE `audit_entries` (
	`id` text PRIMARY KEY NOT NULL,
	`studio_id` text NOT NULL,
	`actor_id` text NOT NULL,
	`actor_name` text NOT NULL,
	`action` text NOT NULL,
	`subject_kind` text NOT NULL,
	`subject_id` text NOT NULL,
	`reason` text DEFAULT '' NOT NULL,
	`detail` text DEFAULT '{}' NOT NULL,
	`created_at` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `audit_entries_by_subject` ON `audit_entries` (`studio_id`,`subject_kind`,`subject_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `notices` (
	`id` text PRIMARY KEY NOT NULL,
	`studio_id` text NOT NULL,
	`person_id` text NOT NULL,
	`dedupe_key` text NOT NULL,
	`kind` text NOT NULL,
	`text` text NOT NULL,
	`path` text DEFAULT '' NOT NULL,
	`created_at` text NOT NULL,
	`read_at` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `notices_once` ON `notices` (`studio_id`,`dedupe_key`);--> statement-breakpoint
CREATE INDEX `notices_unread` ON `notices` (`studio_id`,`person_id`) WHERE read_at IS NULL;--> statement-breakpoint
CREATE INDEX `notices_newest` ON `notices` (`studio_id`,`person_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `people` (
	`id` text PRIMARY KEY NOT NULL,
	`studio_id` text NOT NULL,
	`user_id` text,
	`name` text NOT NULL,
	`preferred_name` text DEFAULT '' NOT NULL,
	`email` text DEFAULT '' NOT NULL,
	`phone` text DEFAULT '' NOT NULL,
	`birth_date` text,
	`emergency_name` text DEFAULT '' NOT NULL,
	`emergency_phone` text DEFAULT '' NOT NULL,
	`is_staff` integer DEFAULT false NOT NULL,
	`joined_on` text NOT NULL,
	`archived_at` text,
	`created_at` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `people_one_per_account` ON `people` (`studio_id`,`user_id`) WHERE user_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `people_by_name` ON `people` (`studio_id`,`name`);--> statement-breakpoint
CREATE INDEX `people_staff` ON `people` (`studio_id`,`name`) WHERE is_staff = 1;--> statement-breakpoint
CREATE TABLE `person_levels` (
	`studio_id` text NOT NULL,
	`person_id` text NOT NULL,
	`discipline_id` text NOT NULL,
	`level_id` text NOT NULL,
	`since` text NOT NULL,
	PRIMARY KEY(`studio_id`, `person_id`, `discipline_id`)
);
--> statement-breakpoint
CREATE TABLE `class_types` (
	`id` text PRIMARY KEY NOT NULL,
	`studio_id` text NOT NULL,
	`name` text NOT NULL,
	`short_name` text NOT NULL,
	`discipline_id` text NOT NULL,
	`description` text DEFAULT '' NOT NULL,
	`minimum_level_id` text,
	`minutes` integer NOT NULL,
	`drop_in_minor` integer,
	`icon` text DEFAULT '' NOT NULL,
	`colour` text DEFAULT '' NOT NULL,
	`archived_at` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `class_types_by_name` ON `class_types` (`studio_id`,`name`);--> statement-breakpoint
CREATE TABLE `disciplines` (
	`id` text PRIMARY KEY NOT NULL,
	`studio_id` text NOT NULL,
	`name` text NOT NULL,
	`sort` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `disciplines_by_name` ON `disciplines` (`studio_id`,`name`);--> statement-breakpoint
CREATE TABLE `levels` (
	`id` text PRIMARY KEY NOT NULL,
	`studio_id` text NOT NULL,
	`discipline_id` text NOT NULL,
	`name` text NOT NULL,
	`rung` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `levels_by_rung` ON `levels` (`studio_id`,`discipline_id`,`rung`);--> statement-breakpoint
CREATE TABLE `locations` (
	`id` text PRIMARY KEY NOT NULL,
	`studio_id` text NOT NULL,
	`name` text NOT NULL,
	`address` text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE INDEX `locations_by_studio` ON `locations` (`studio_id`);--> statement-breakpoint
CREATE TABLE `occurrences` (
	`id` text PRIMARY KEY NOT NULL,
	`studio_id` text NOT NULL,
	`series_id` text NOT NULL,
	`recurrence_key` text NOT NULL,
	`class_type_id` text NOT NULL,
	`room_id` text NOT NULL,
	`coach_id` text NOT NULL,
	`substituted_coach_id` text,
	`policy_id` text NOT NULL,
	`starts_at` text NOT NULL,
	`ends_at` text NOT NULL,
	`time_zone` text NOT NULL,
	`local_start` text NOT NULL,
	`capacity` integer NOT NULL,
	`cutoff_at` text NOT NULL,
	`opens_at` text NOT NULL,
	`closes_at` text NOT NULL,
	`waitlist_closes_at` text NOT NULL,
	`waitlist_limit` integer NOT NULL,
	`state` text NOT NULL,
	`cancel_reason` text DEFAULT '' NOT NULL,
	`cancelled_at` text,
	`sequence` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `occurrences_one_per_recurrence` ON `occurrences` (`studio_id`,`series_id`,`recurrence_key`);--> statement-breakpoint
CREATE INDEX `occurrences_by_local_start` ON `occurrences` (`studio_id`,`local_start`);--> statement-breakpoint
CREATE INDEX `occurrences_by_start` ON `occurrences` (`studio_id`,`starts_at`);--> statement-breakpoint
CREATE INDEX `occurrences_to_reconcile` ON `occurrences` (`ends_at`) WHERE state = 'scheduled';--> statement-breakpoint
CREATE TABLE `policies` (
	`id` text PRIMARY KEY NOT NULL,
	`studio_id` text NOT NULL,
	`name` text NOT NULL,
	`version` integer NOT NULL,
	`opens_days` integer NOT NULL,
	`closes_minutes` integer NOT NULL,
	`cancel_minutes` integer NOT NULL,
	`late_keeps_credit` integer NOT NULL,
	`late_fee_minor` integer NOT NULL,
	`no_show_fee_minor` integer NOT NULL,
	`waitlist_closes_minutes` integer NOT NULL,
	`waitlist_limit` integer NOT NULL,
	`decline_minutes` integer NOT NULL,
	`blackout_from` text DEFAULT '' NOT NULL,
	`blackout_until` text DEFAULT '' NOT NULL,
	`reconcile_minutes` integer DEFAULT 120 NOT NULL,
	`created_at` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `policies_by_version` ON `policies` (`studio_id`,`name`,`version`);--> statement-breakpoint
CREATE TABLE `rooms` (
	`id` text PRIMARY KEY NOT NULL,
	`studio_id` text NOT NULL,
	`location_id` text NOT NULL,
	`name` text NOT NULL,
	`capacity` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `rooms_by_studio` ON `rooms` (`studio_id`);--> statement-breakpoint
CREATE TABLE `series` (
	`id` text PRIMARY KEY NOT NULL,
	`studio_id` text NOT NULL,
	`class_type_id` text NOT NULL,
	`room_id` text NOT NULL,
	`coach_id` text NOT NULL,
	`policy_id` text NOT NULL,
	`first_start` text NOT NULL,
	`time_zone` text NOT NULL,
	`rrule` text NOT NULL,
	`except_dates` text DEFAULT '' NOT NULL,
	`minutes` integer NOT NULL,
	`capacity` integer NOT NULL,
	`expanded_until` text DEFAULT '' NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`ended_at` text,
	`created_at` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `series_by_studio` ON `series` (`studio_id`,`expanded_until`);