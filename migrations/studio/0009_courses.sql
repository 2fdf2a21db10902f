CREATE TABLE `course_tiers` (
	`id` text PRIMARY KEY NOT NULL,
	`studio_id` text NOT NULL,
	`course_id` text NOT NULL,
	`name` text NOT NULL,
	`price_minor` integer NOT NULL,
	`until` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `course_tiers_by_until` ON `course_tiers` (`studio_id`,`course_id`,`until`);--> statement-breakpoint
CREATE TABLE `courses` (
	`id` text PRIMARY KEY NOT NULL,
	`studio_id` text NOT NULL,
	`kind` text NOT NULL,
	`class_type_id` text NOT NULL,
	`room_id` text NOT NULL,
	`coach_id` text NOT NULL,
	`policy_id` text NOT NULL,
	`state` text NOT NULL,
	`capacity` integer NOT NULL,
	`sessions` integer NOT NULL,
	`first_start` text NOT NULL,
	`last_start` text NOT NULL,
	`rrule` text DEFAULT '' NOT NULL,
	`price_minor` integer NOT NULL,
	`bring` text DEFAULT '' NOT NULL,
	`late_join` integer DEFAULT 0 NOT NULL,
	`drop_ins` integer DEFAULT false NOT NULL,
	`make_up_hours` integer,
	`make_up_days` integer DEFAULT 14 NOT NULL,
	`takes_make_ups` integer DEFAULT true NOT NULL,
	`withdrawal` text DEFAULT '' NOT NULL,
	`withdrawal_running` integer DEFAULT 0 NOT NULL,
	`waitlist_limit` integer DEFAULT 20 NOT NULL,
	`offer_hours` integer DEFAULT 24 NOT NULL,
	`opens_at` text,
	`follows_id` text,
	`re_enrol_until` text,
	`minimum_age` integer,
	`maximum_age` integer,
	`minimum_people` integer,
	`decide_at` text,
	`confirmed_at` text,
	`guest_name` text DEFAULT '' NOT NULL,
	`guest_percent` integer DEFAULT 0 NOT NULL,
	`guest_fixed_minor` integer DEFAULT 0 NOT NULL,
	`guest_minimum_minor` integer DEFAULT 0 NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`cancel_reason` text DEFAULT '' NOT NULL,
	`cancelled_at` text,
	`created_at` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `courses_by_studio` ON `courses` (`studio_id`,`kind`,`last_start`);--> statement-breakpoint
CREATE TABLE `enrolments` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`studio_id` text NOT NULL,
	`course_id` text NOT NULL,
	`person_id` text NOT NULL,
	`state` text NOT NULL,
	`kept_until` text,
	`offered_at` text,
	`enrolled_at` text,
	`price_minor` integer DEFAULT 0 NOT NULL,
	`sessions` integer DEFAULT 0 NOT NULL,
	`working` text DEFAULT '' NOT NULL,
	`free_since` text,
	`ended_at` text,
	`ended_by` text,
	`created_at` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `enrolments_id` ON `enrolments` (`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `enrolments_one_per_person` ON `enrolments` (`studio_id`,`course_id`,`person_id`) WHERE state IN ('held','pending_payment','enrolled','waitlisted','offered');--> statement-breakpoint
CREATE INDEX `enrolments_by_course` ON `enrolments` (`studio_id`,`course_id`,`state`,`seq`);--> statement-breakpoint
CREATE INDEX `enrolments_by_person` ON `enrolments` (`studio_id`,`person_id`,`seq`);--> statement-breakpoint
CREATE INDEX `enrolments_kept` ON `enrolments` (`studio_id`,`course_id`) WHERE state IN ('held','offered','pending_payment');--> statement-breakpoint
CREATE INDEX `enrolments_to_lapse` ON `enrolments` (`studio_id`,`kept_until`) WHERE state IN ('held','offered');--> statement-breakpoint
CREATE TABLE `make_ups` (
	`id` text PRIMARY KEY NOT NULL,
	`studio_id` text NOT NULL,
	`person_id` text NOT NULL,
	`course_id` text NOT NULL,
	`enrolment_id` text NOT NULL,
	`booking_id` text NOT NULL,
	`valid_until` text NOT NULL,
	`voided_at` text,
	`created_at` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `make_ups_one_per_booking` ON `make_ups` (`studio_id`,`booking_id`);--> statement-breakpoint
CREATE INDEX `make_ups_by_person` ON `make_ups` (`studio_id`,`person_id`,`valid_until`);--> statement-breakpoint
CREATE INDEX `make_ups_by_enrolment` ON `make_ups` (`studio_id`,`enrolment_id`);--> statement-breakpoint
CREATE INDEX `bookings_by_make_up` ON `bookings` (`studio_id`,`make_up_id`) WHERE make_up_id IS NOT NULL;