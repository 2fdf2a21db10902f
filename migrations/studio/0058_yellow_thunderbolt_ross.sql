ALTER TABLE `people` ADD `shows_name` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX `people_shown` ON `people` (`studio_id`) WHERE shows_name = 1;