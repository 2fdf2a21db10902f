CREATE TABLE `term_copies` (
	`id` text PRIMARY KEY NOT NULL,
	`studio_id` text NOT NULL,
	`from_date` text NOT NULL,
	`weeks` integer NOT NULL,
	`to_date` text NOT NULL,
	`as_draft` integer NOT NULL,
	`series` text NOT NULL,
	`seen` text NOT NULL,
	`position` integer DEFAULT 0 NOT NULL,
	`made` integer DEFAULT 0 NOT NULL,
	`classes` integer DEFAULT 0 NOT NULL,
	`refused` text DEFAULT '[]' NOT NULL,
	`state` text NOT NULL,
	`created_by` text NOT NULL,
	`created_by_name` text NOT NULL,
	`created_at` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `term_copies_under_way` ON `term_copies` (`studio_id`) WHERE state = 'copying';