CREATE TABLE `class_flows` (
	`studio_id` text NOT NULL,
	`occurrence_id` text NOT NULL,
	`flow_id` text NOT NULL,
	`version` integer,
	`set_at` text NOT NULL,
	PRIMARY KEY(`studio_id`, `occurrence_id`)
);
--> statement-breakpoint
CREATE INDEX `class_flows_by_flow` ON `class_flows` (`studio_id`,`flow_id`,`occurrence_id`);--> statement-breakpoint
CREATE INDEX `class_flows_to_pin` ON `class_flows` (`studio_id`,`flow_id`) WHERE version IS NULL;--> statement-breakpoint
CREATE TABLE `flow_comments` (
	`id` text PRIMARY KEY NOT NULL,
	`studio_id` text NOT NULL,
	`flow_id` text NOT NULL,
	`item_id` text DEFAULT '' NOT NULL,
	`text` text NOT NULL,
	`author_id` text NOT NULL,
	`author_name` text NOT NULL,
	`created_at` text NOT NULL,
	`settled_at` text
);
--> statement-breakpoint
CREATE INDEX `flow_comments_by_flow` ON `flow_comments` (`studio_id`,`flow_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `flow_exercises` (
	`studio_id` text NOT NULL,
	`flow_id` text NOT NULL,
	`exercise_id` text NOT NULL,
	PRIMARY KEY(`studio_id`, `flow_id`, `exercise_id`)
);
--> statement-breakpoint
CREATE INDEX `flow_exercises_by_exercise` ON `flow_exercises` (`studio_id`,`exercise_id`);--> statement-breakpoint
CREATE TABLE `flow_versions` (
	`studio_id` text NOT NULL,
	`flow_id` text NOT NULL,
	`version` integer NOT NULL,
	`plan` text NOT NULL,
	`what` text NOT NULL,
	`saved_by_id` text NOT NULL,
	`saved_by` text NOT NULL,
	`created_at` text NOT NULL,
	PRIMARY KEY(`studio_id`, `flow_id`, `version`)
);
--> statement-breakpoint
CREATE TABLE `flows` (
	`id` text PRIMARY KEY NOT NULL,
	`studio_id` text NOT NULL,
	`title` text NOT NULL,
	`discipline_id` text DEFAULT '' NOT NULL,
	`level` text DEFAULT '' NOT NULL,
	`focus` text DEFAULT '' NOT NULL,
	`minutes` integer NOT NULL,
	`seconds` integer DEFAULT 0 NOT NULL,
	`items` integer DEFAULT 0 NOT NULL,
	`state` text NOT NULL,
	`author_id` text NOT NULL,
	`author_name` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `flows_by_title` ON `flows` (`studio_id`,`title`,`id`,`state`);--> statement-breakpoint
CREATE TABLE `series_flows` (
	`studio_id` text NOT NULL,
	`series_id` text NOT NULL,
	`flow_id` text NOT NULL,
	`set_at` text NOT NULL,
	PRIMARY KEY(`studio_id`, `series_id`)
);
--> statement-breakpoint
CREATE INDEX `series_flows_by_flow` ON `series_flows` (`studio_id`,`flow_id`);--> statement-breakpoint
CREATE TABLE `exercise_links` (
	`studio_id` text NOT NULL,
	`easier_id` text NOT NULL,
	`harder_id` text NOT NULL,
	`created_at` text NOT NULL,
	PRIMARY KEY(`studio_id`, `easier_id`, `harder_id`)
);
--> statement-breakpoint
CREATE INDEX `exercise_links_by_harder` ON `exercise_links` (`studio_id`,`harder_id`);--> statement-breakpoint
CREATE TABLE `exercise_translations` (
	`studio_id` text NOT NULL,
	`exercise_id` text NOT NULL,
	`language` text NOT NULL,
	`name` text NOT NULL,
	`instructions` text NOT NULL,
	`cues` text NOT NULL,
	`updated_at` text NOT NULL,
	PRIMARY KEY(`studio_id`, `exercise_id`, `language`)
);
--> statement-breakpoint
CREATE TABLE `series_workouts` (
	`studio_id` text NOT NULL,
	`series_id` text NOT NULL,
	`workout_id` text NOT NULL,
	`set_at` text NOT NULL,
	PRIMARY KEY(`studio_id`, `series_id`)
);
--> statement-breakpoint
DROP INDEX `exercises_by_facet`;--> statement-breakpoint
ALTER TABLE `exercises` ADD `contraindications` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `exercises` ADD `custom` text DEFAULT '{}' NOT NULL;--> statement-breakpoint
CREATE INDEX `exercises_by_facet` ON `exercises` (`studio_id`,`name`,`state`,`discipline_id`,`equipment`,`body_part`,`level`,`category`,`log_type`,`force`,`mechanic`,`unilateral`,`id`);--> statement-breakpoint
ALTER TABLE `series` ADD `online_url` text DEFAULT '' NOT NULL;--> statement-breakpoint
-- A new class of a series begins with what the series carries; taken off a class, it stays off.
CREATE TRIGGER `classes_carry_plans` AFTER INSERT ON `occurrences` WHEN new.kind = 'class'
BEGIN
  INSERT INTO class_flows (studio_id, occurrence_id, flow_id, set_at)
  SELECT studio_id, new.id, flow_id, set_at FROM series_flows
  WHERE studio_id = new.studio_id AND series_id = new.series_id
  ON CONFLICT DO NOTHING;
  INSERT INTO class_workouts (studio_id, occurrence_id, workout_id, set_at)
  SELECT studio_id, new.id, workout_id, set_at FROM series_workouts
  WHERE studio_id = new.studio_id AND series_id = new.series_id
  ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
-- The second half of a split series carries what the first does.
CREATE TRIGGER `split_series_carry_plans` AFTER UPDATE OF `series_id` ON `occurrences`
  WHEN new.kind = 'class' AND new.series_id <> old.series_id
BEGIN
  INSERT INTO series_flows (studio_id, series_id, flow_id, set_at)
  SELECT studio_id, new.series_id, flow_id, set_at FROM series_flows
  WHERE studio_id = new.studio_id AND series_id = old.series_id
  ON CONFLICT DO NOTHING;
  INSERT INTO series_workouts (studio_id, series_id, workout_id, set_at)
  SELECT studio_id, new.series_id, workout_id, set_at FROM series_workouts
  WHERE studio_id = new.studio_id AND series_id = old.series_id
  ON CONFLICT DO NOTHING;
END;
