CREATE TABLE `tasks` (
	`id` text PRIMARY KEY NOT NULL,
	`studio_id` text NOT NULL,
	`cause_kind` text NOT NULL,
	`cause_ref` text NOT NULL,
	`role` text NOT NULL,
	`person_id` text,
	`due_at` text NOT NULL,
	`ends_at` text,
	`path` text NOT NULL,
	`facts` text DEFAULT '{}' NOT NULL,
	`state` text DEFAULT 'open' NOT NULL,
	`created_at` text NOT NULL,
	`done_at` text,
	`done_by` text,
	`done_by_name` text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `tasks_one_per_cause` ON `tasks` (`studio_id`,`cause_kind`,`cause_ref`) WHERE state <> 'over';--> statement-breakpoint
CREATE INDEX `tasks_open` ON `tasks` (`studio_id`,`due_at`) WHERE state = 'open';--> statement-breakpoint
CREATE INDEX `tasks_open_of_role` ON `tasks` (`studio_id`,`role`,`due_at`) WHERE state = 'open';--> statement-breakpoint
CREATE INDEX `tasks_open_of_person` ON `tasks` (`studio_id`,`person_id`,`due_at`) WHERE state = 'open' AND person_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `tasks_open_of_kind` ON `tasks` (`studio_id`,`cause_kind`) WHERE state = 'open';--> statement-breakpoint
CREATE INDEX `tasks_done` ON `tasks` (`studio_id`,`done_at`) WHERE state = 'done';