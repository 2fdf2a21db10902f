CREATE TABLE `incidents` (
	`id` text PRIMARY KEY NOT NULL,
	`studio_id` text NOT NULL,
	`kind` text NOT NULL,
	`happened_at` text NOT NULL,
	`room_id` text DEFAULT '' NOT NULL,
	`person_id` text,
	`account` text NOT NULL,
	`done` text DEFAULT '' NOT NULL,
	`state` text DEFAULT 'open' NOT NULL,
	`outcome` text DEFAULT '' NOT NULL,
	`closed_by` text DEFAULT '' NOT NULL,
	`closed_at` text,
	`created_by` text NOT NULL,
	`created_at` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE INDEX `incidents_newest` ON `incidents` (`studio_id`,`happened_at`);--> statement-breakpoint
CREATE INDEX `incidents_by_state` ON `incidents` (`studio_id`,`state`,`happened_at`);--> statement-breakpoint
CREATE INDEX `incidents_by_person` ON `incidents` (`studio_id`,`person_id`);--> statement-breakpoint
CREATE TABLE `shift_notes` (
	`id` text PRIMARY KEY NOT NULL,
	`studio_id` text NOT NULL,
	`text` text NOT NULL,
	`person_id` text NOT NULL,
	`author_name` text NOT NULL,
	`created_at` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `shift_notes_newest` ON `shift_notes` (`studio_id`,`created_at`);