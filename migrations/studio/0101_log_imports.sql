CREATE TABLE `log_import_parts` (
	`studio_id` text NOT NULL,
	`import_id` text NOT NULL,
	`person_id` text NOT NULL,
	`n` integer NOT NULL,
	`workouts` text NOT NULL,
	PRIMARY KEY(`studio_id`, `import_id`, `n`)
);
--> statement-breakpoint
CREATE TABLE `log_imports` (
	`id` text PRIMARY KEY NOT NULL,
	`studio_id` text NOT NULL,
	`person_id` text NOT NULL,
	`state` text NOT NULL,
	`source` text NOT NULL,
	`file_name` text NOT NULL,
	`found` text NOT NULL,
	`exercises` text NOT NULL,
	`created_at` text NOT NULL,
	`kept_at` text,
	`undone_at` text
);
--> statement-breakpoint
CREATE INDEX `log_imports_by_person` ON `log_imports` (`studio_id`,`person_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `log_imports_open` ON `log_imports` (`created_at`,`studio_id`) WHERE state IN ('checked', 'keeping', 'undoing');--> statement-breakpoint
DROP INDEX `workout_logs_once_per_source`;--> statement-breakpoint
ALTER TABLE `workout_logs` ADD `import_id` text;--> statement-breakpoint
CREATE INDEX `workout_logs_by_source` ON `workout_logs` (`studio_id`,`person_id`,`source`,`source_key`) WHERE source_key IS NOT NULL;--> statement-breakpoint
CREATE INDEX `workout_logs_by_import` ON `workout_logs` (`studio_id`,`import_id`,`id`) WHERE import_id IS NOT NULL;
