CREATE TABLE `ladders` (
	`id` text PRIMARY KEY NOT NULL,
	`studio_id` text NOT NULL,
	`discipline_id` text NOT NULL,
	`name` text NOT NULL,
	`audience` text DEFAULT 'everyone' NOT NULL,
	`counted` text DEFAULT '[]' NOT NULL,
	`refresh_days` integer,
	`version` integer DEFAULT 1 NOT NULL,
	`created_at` text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `ladders_by_name` ON `ladders` (`studio_id`,`discipline_id`,`name`);--> statement-breakpoint
DROP INDEX `levels_by_rung`;--> statement-breakpoint
ALTER TABLE `levels` ADD `ladder_id` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `levels` ADD `colour` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `levels` ADD `stripes` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `levels` ADD `ask_classes` integer;--> statement-breakpoint
ALTER TABLE `levels` ADD `ask_days` integer;--> statement-breakpoint
ALTER TABLE `levels` ADD `ask_age` integer;--> statement-breakpoint
ALTER TABLE `levels` ADD `asks` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `levels` ADD `people` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `levels` ADD `version` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
-- A discipline with levels had one ladder: it gets the discipline's id.
UPDATE `levels` SET `ladder_id` = `discipline_id`;--> statement-breakpoint
INSERT INTO `ladders` (`id`, `studio_id`, `discipline_id`, `name`, `created_at`)
SELECT `id`, `studio_id`, `id`, `name`, strftime('%Y-%m-%dT%H:%M:%SZ', 'now') FROM `disciplines`
WHERE EXISTS (SELECT 1 FROM `levels` WHERE `levels`.`discipline_id` = `disciplines`.`id`);--> statement-breakpoint
UPDATE `levels` SET `people` = (SELECT count(*) FROM `person_levels`
  WHERE `person_levels`.`studio_id` = `levels`.`studio_id`
    AND `person_levels`.`level_id` = `levels`.`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `levels_by_rung` ON `levels` (`studio_id`,`ladder_id`,`rung`);--> statement-breakpoint
ALTER TABLE `person_levels` ADD `stripes` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `person_levels_by_level` ON `person_levels` (`studio_id`,`level_id`,`since`);--> statement-breakpoint
CREATE TRIGGER `person_levels_come` AFTER INSERT ON `person_levels`
BEGIN
  UPDATE levels SET people = people + 1 WHERE id = new.level_id;
END;
--> statement-breakpoint
CREATE TRIGGER `person_levels_go` AFTER DELETE ON `person_levels`
BEGIN
  UPDATE levels SET people = people - 1 WHERE id = old.level_id;
END;
--> statement-breakpoint
CREATE TRIGGER `person_levels_change` AFTER UPDATE OF `level_id` ON `person_levels`
WHEN new.level_id <> old.level_id
BEGIN
  UPDATE levels SET people = people - 1 WHERE id = old.level_id;
  UPDATE levels SET people = people + 1 WHERE id = new.level_id;
END;
