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
