CREATE TABLE `guardian_invitations` (
	`id` text NOT NULL,
	`studio_id` text NOT NULL,
	`dependant_id` text NOT NULL,
	`email` text NOT NULL,
	`asked_by_id` text,
	`asked_by_name` text NOT NULL,
	`expires_at` text NOT NULL,
	`created_at` text NOT NULL,
	PRIMARY KEY(`studio_id`, `dependant_id`, `email`)
);
--> statement-breakpoint
CREATE INDEX `guardian_invitations_by_email` ON `guardian_invitations` (`studio_id`,`email`);--> statement-breakpoint
ALTER TABLE `guardians` ADD `of_age_at` text;