CREATE TABLE `appointment_types` (
	`id` text PRIMARY KEY NOT NULL,
	`studio_id` text NOT NULL,
	`price_minor` integer NOT NULL,
	`price_per` text NOT NULL,
	`people` integer NOT NULL,
	`buffer_before` integer NOT NULL,
	`buffer_after` integer NOT NULL,
	`notice_minutes` integer NOT NULL,
	`ahead_days` integer NOT NULL,
	`grid_minutes` integer NOT NULL,
	`approval` integer NOT NULL,
	`policy_id` text NOT NULL,
	`room_ids` text NOT NULL,
	`coach_ids` text NOT NULL,
	`package_ids` text DEFAULT '' NOT NULL,
	`version` integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE INDEX `appointment_types_by_studio` ON `appointment_types` (`studio_id`);--> statement-breakpoint
CREATE TABLE `appointments` (
	`id` text PRIMARY KEY NOT NULL,
	`studio_id` text NOT NULL,
	`type_id` text NOT NULL,
	`person_id` text NOT NULL,
	`state` text NOT NULL,
	`people` integer DEFAULT 1 NOT NULL,
	`guests` text DEFAULT '' NOT NULL,
	`price_minor` integer DEFAULT 0 NOT NULL,
	`moves_id` text,
	`group_id` text,
	`reason` text DEFAULT '' NOT NULL,
	`created_at` text NOT NULL,
	`created_by` text NOT NULL,
	`ended_at` text
);
--> statement-breakpoint
CREATE INDEX `appointments_by_person` ON `appointments` (`studio_id`,`person_id`,`state`);--> statement-breakpoint
CREATE INDEX `appointments_by_state` ON `appointments` (`studio_id`,`state`);--> statement-breakpoint
CREATE TABLE `availability` (
	`id` text PRIMARY KEY NOT NULL,
	`studio_id` text NOT NULL,
	`coach_id` text NOT NULL,
	`weekday` integer NOT NULL,
	`from` text NOT NULL,
	`until` text NOT NULL,
	`time_zone` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `availability_once` ON `availability` (`studio_id`,`coach_id`,`weekday`,`from`,`until`);--> statement-breakpoint
CREATE TABLE `availability_exceptions` (
	`id` text PRIMARY KEY NOT NULL,
	`studio_id` text NOT NULL,
	`coach_id` text NOT NULL,
	`date` text NOT NULL,
	`kind` text NOT NULL,
	`from` text NOT NULL,
	`until` text NOT NULL,
	`time_zone` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `availability_exceptions_once` ON `availability_exceptions` (`studio_id`,`coach_id`,`date`,`kind`,`from`,`until`);--> statement-breakpoint
CREATE TABLE `blocks` (
	`id` text PRIMARY KEY NOT NULL,
	`studio_id` text NOT NULL,
	`room_id` text,
	`coach_id` text,
	`starts_at` text NOT NULL,
	`ends_at` text NOT NULL,
	`reason` text NOT NULL,
	`created_at` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `blocks_by_end` ON `blocks` (`studio_id`,`ends_at`);--> statement-breakpoint
CREATE TABLE `equipment` (
	`id` text PRIMARY KEY NOT NULL,
	`studio_id` text NOT NULL,
	`name` text NOT NULL,
	`room_id` text,
	`quantity` integer NOT NULL,
	`out_of_service` integer DEFAULT 0 NOT NULL,
	`defect` text DEFAULT '' NOT NULL,
	`inspect_days` integer,
	`inspected_on` text,
	`due_on` text,
	`archived_at` text,
	`version` integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `equipment_by_name` ON `equipment` (`studio_id`,`name`);--> statement-breakpoint
CREATE TABLE `equipment_needs` (
	`studio_id` text NOT NULL,
	`equipment_id` text NOT NULL,
	`class_type_id` text NOT NULL,
	PRIMARY KEY(`studio_id`, `equipment_id`, `class_type_id`)
);
--> statement-breakpoint
ALTER TABLE `rooms` ADD `spots` text DEFAULT '' NOT NULL;