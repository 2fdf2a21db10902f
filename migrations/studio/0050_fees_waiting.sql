DROP INDEX `fees_owed`;--> statement-breakpoint
CREATE INDEX `fees_waiting` ON `fees` (`studio_id`,`person_id`) WHERE state = 'pending';