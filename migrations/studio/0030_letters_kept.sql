CREATE TABLE `letter_rules` (
	`studio_id` text PRIMARY KEY NOT NULL,
	`months` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
DROP INDEX `outbox_kept`;--> statement-breakpoint
CREATE INDEX `outbox_kept` ON `outbox` (`studio_id`,`created_at_ms`) WHERE recipient <> '';