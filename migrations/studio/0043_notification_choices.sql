CREATE TABLE `notification_choices` (
	`studio_id` text NOT NULL,
	`person_id` text NOT NULL,
	`kind` text NOT NULL,
	`channel` text NOT NULL,
	PRIMARY KEY(`studio_id`, `person_id`, `kind`, `channel`)
);
--> statement-breakpoint
ALTER TABLE `outbox` ADD `unsubscribe` text;--> statement-breakpoint
ALTER TABLE `people` ADD `unnamed` integer DEFAULT false NOT NULL;