CREATE TABLE `qualification_kinds` (
	`id` text PRIMARY KEY NOT NULL,
	`studio_id` text NOT NULL,
	`name` text NOT NULL,
	`needed_for` text DEFAULT '' NOT NULL,
	`effect` text NOT NULL,
	`created_at` text NOT NULL,
	`archived_at` text,
	`version` integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `qualification_kinds_by_name` ON `qualification_kinds` (`studio_id`,`name`) WHERE archived_at IS NULL;--> statement-breakpoint
CREATE TABLE `qualifications` (
	`id` text PRIMARY KEY NOT NULL,
	`studio_id` text NOT NULL,
	`person_id` text NOT NULL,
	`kind_id` text NOT NULL,
	`number` text DEFAULT '' NOT NULL,
	`issued_on` text,
	`expires_on` text,
	`file_id` text,
	`reminded_at` text,
	`created_by` text NOT NULL,
	`created_at` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `qualifications_by_person` ON `qualifications` (`studio_id`,`person_id`,`kind_id`);--> statement-breakpoint
CREATE INDEX `qualifications_by_end` ON `qualifications` (`studio_id`,`expires_on`) WHERE expires_on IS NOT NULL;