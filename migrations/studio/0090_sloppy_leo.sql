CREATE TABLE `pay_lines` (
	`id` text PRIMARY KEY NOT NULL,
	`studio_id` text NOT NULL,
	`person_id` text NOT NULL,
	`payee` text DEFAULT '' NOT NULL,
	`kind` text NOT NULL,
	`work_on` text NOT NULL,
	`occurrence_id` text,
	`course_id` text,
	`class_type_id` text,
	`rule_id` text,
	`scope` text NOT NULL,
	`basis` text DEFAULT 'flat' NOT NULL,
	`rule_minor` integer DEFAULT 0 NOT NULL,
	`tiers` text DEFAULT '[]' NOT NULL,
	`least_minor` integer DEFAULT 0 NOT NULL,
	`counts` text DEFAULT 'attended' NOT NULL,
	`percent` integer DEFAULT 100 NOT NULL,
	`people` integer DEFAULT 0 NOT NULL,
	`people_before` integer,
	`minutes` integer DEFAULT 0 NOT NULL,
	`instead_of` text,
	`amount_minor` integer NOT NULL,
	`currency` text NOT NULL,
	`reason` text DEFAULT '' NOT NULL,
	`corrects_id` text,
	`run_id` text,
	`created_by` text DEFAULT '' NOT NULL,
	`created_at` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `pay_lines_once` ON `pay_lines` (`studio_id`,`occurrence_id`,`person_id`,`kind`) WHERE kind IN ('work','cancelled');--> statement-breakpoint
CREATE UNIQUE INDEX `pay_lines_once_a_guest` ON `pay_lines` (`studio_id`,`course_id`) WHERE kind = 'guest';--> statement-breakpoint
CREATE INDEX `pay_lines_open` ON `pay_lines` (`studio_id`,`work_on`) WHERE run_id IS NULL;--> statement-breakpoint
CREATE INDEX `pay_lines_by_run` ON `pay_lines` (`studio_id`,`run_id`) WHERE run_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `pay_lines_by_person` ON `pay_lines` (`studio_id`,`person_id`,`work_on`);--> statement-breakpoint
CREATE INDEX `pay_lines_corrections` ON `pay_lines` (`studio_id`,`corrects_id`) WHERE corrects_id IS NOT NULL;--> statement-breakpoint
CREATE TABLE `pay_rules` (
	`id` text PRIMARY KEY NOT NULL,
	`studio_id` text NOT NULL,
	`person_id` text DEFAULT '' NOT NULL,
	`class_type_id` text DEFAULT '' NOT NULL,
	`basis` text NOT NULL,
	`amount_minor` integer DEFAULT 0 NOT NULL,
	`tiers` text DEFAULT '[]' NOT NULL,
	`least_minor` integer DEFAULT 0 NOT NULL,
	`counts` text DEFAULT 'attended' NOT NULL,
	`created_by` text NOT NULL,
	`created_at` text NOT NULL,
	`ended_at` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `pay_rules_in_force` ON `pay_rules` (`studio_id`,`person_id`,`class_type_id`) WHERE ended_at IS NULL;--> statement-breakpoint
CREATE TABLE `pay_runs` (
	`id` text PRIMARY KEY NOT NULL,
	`studio_id` text NOT NULL,
	`month` text NOT NULL,
	`state` text NOT NULL,
	`reviewed_at` text NOT NULL,
	`reviewed_by` text NOT NULL,
	`locked_at` text,
	`locked_by` text DEFAULT '' NOT NULL,
	`total_minor` integer DEFAULT 0 NOT NULL,
	`people` integer DEFAULT 0 NOT NULL,
	`currency` text NOT NULL,
	`paid_on` text,
	`paid_by` text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `pay_runs_by_month` ON `pay_runs` (`studio_id`,`month`);--> statement-breakpoint
CREATE TABLE `pay_settings` (
	`studio_id` text PRIMARY KEY NOT NULL,
	`cancel_hours` integer DEFAULT 0 NOT NULL,
	`cancel_percent` integer DEFAULT 0 NOT NULL,
	`payday` integer DEFAULT 28 NOT NULL,
	`version` integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE `file_folders` (
	`id` text PRIMARY KEY NOT NULL,
	`studio_id` text NOT NULL,
	`parent_id` text DEFAULT '' NOT NULL,
	`name` text NOT NULL,
	`created_at` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `file_folders_by_name` ON `file_folders` (`studio_id`,`parent_id`,`name`);--> statement-breakpoint
CREATE TABLE `file_links` (
	`studio_id` text NOT NULL,
	`file_id` text NOT NULL,
	`kind` text NOT NULL,
	`ref` text NOT NULL,
	`created_at` text NOT NULL,
	PRIMARY KEY(`studio_id`, `file_id`, `kind`, `ref`)
);
--> statement-breakpoint
CREATE INDEX `file_links_by_ref` ON `file_links` (`studio_id`,`kind`,`ref`);--> statement-breakpoint
CREATE TABLE `file_shares` (
	`id` text PRIMARY KEY NOT NULL,
	`studio_id` text NOT NULL,
	`file_id` text NOT NULL,
	`token_hash` text NOT NULL,
	`expires_at` text NOT NULL,
	`ended_at` text,
	`opened` integer DEFAULT 0 NOT NULL,
	`created_by` text NOT NULL,
	`created_at` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `file_shares_by_token` ON `file_shares` (`studio_id`,`token_hash`);--> statement-breakpoint
CREATE INDEX `file_shares_by_file` ON `file_shares` (`studio_id`,`file_id`);--> statement-breakpoint
CREATE TABLE `file_versions` (
	`studio_id` text NOT NULL,
	`file_id` text NOT NULL,
	`number` integer NOT NULL,
	`object_key` text NOT NULL,
	`content_type` text NOT NULL,
	`bytes` integer NOT NULL,
	`hash` text NOT NULL,
	`original_name` text NOT NULL,
	`created_by` text NOT NULL,
	`created_at` text NOT NULL,
	PRIMARY KEY(`studio_id`, `file_id`, `number`)
);
--> statement-breakpoint
CREATE TABLE `files` (
	`id` text PRIMARY KEY NOT NULL,
	`studio_id` text NOT NULL,
	`folder_id` text DEFAULT '' NOT NULL,
	`name` text NOT NULL,
	`tags` text DEFAULT '' NOT NULL,
	`licence` text DEFAULT '' NOT NULL,
	`audience` text DEFAULT 'staff' NOT NULL,
	`person_id` text,
	`signed` integer DEFAULT false NOT NULL,
	`search` text NOT NULL,
	`newest` integer DEFAULT 1 NOT NULL,
	`created_by` text NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE INDEX `files_by_folder` ON `files` (`studio_id`,`folder_id`,`name`);--> statement-breakpoint
CREATE INDEX `files_newest` ON `files` (`studio_id`,`updated_at`);--> statement-breakpoint
CREATE INDEX `files_by_audience` ON `files` (`studio_id`,`audience`,`name`);--> statement-breakpoint
CREATE INDEX `files_by_person` ON `files` (`studio_id`,`person_id`) WHERE person_id IS NOT NULL;--> statement-breakpoint
CREATE TRIGGER `files_go` AFTER DELETE ON `files`
BEGIN
  DELETE FROM file_versions WHERE studio_id = OLD.studio_id AND file_id = OLD.id;
  DELETE FROM file_links WHERE studio_id = OLD.studio_id AND file_id = OLD.id;
  DELETE FROM file_shares WHERE studio_id = OLD.studio_id AND file_id = OLD.id;
END;
--> statement-breakpoint
CREATE TRIGGER `file_versions_go` AFTER DELETE ON `file_versions`
BEGIN
  INSERT INTO stray_objects (object_key, due_at_ms) VALUES (OLD.object_key, 0)
  ON CONFLICT (object_key) DO UPDATE SET due_at_ms = 0;
END;
--> statement-breakpoint
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
--> statement-breakpoint
CREATE INDEX `signatures_newest` ON `signatures` (`studio_id`,`signed_at`);
