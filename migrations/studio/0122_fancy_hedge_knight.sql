CREATE TABLE `coaching_shifts` (
	`id` text PRIMARY KEY NOT NULL,
	`studio_id` text NOT NULL,
	`relation_id` text NOT NULL,
	`person_id` text NOT NULL,
	`days` integer NOT NULL,
	`reason` text DEFAULT '' NOT NULL,
	`state` text NOT NULL,
	`asked_on` text NOT NULL,
	`answered_by` text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `coaching_shifts_waiting` ON `coaching_shifts` (`studio_id`,`relation_id`) WHERE state = 'asked';--> statement-breakpoint
CREATE INDEX `coaching_shifts_of` ON `coaching_shifts` (`studio_id`,`relation_id`,`asked_on`);--> statement-breakpoint
CREATE INDEX `coaching_shifts_by_person` ON `coaching_shifts` (`studio_id`,`person_id`,`asked_on`);