DROP INDEX `closures_once`;--> statement-breakpoint
CREATE UNIQUE INDEX `closures_once` ON `closures` (`studio_id`,`from_date`,`until_date`,`name`) WHERE state <> 'lifted';