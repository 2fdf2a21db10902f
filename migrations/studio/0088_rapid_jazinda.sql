CREATE TABLE `class_skills` (
	`studio_id` text NOT NULL,
	`type_id` text NOT NULL,
	`skill_id` text NOT NULL,
	PRIMARY KEY(`studio_id`, `type_id`, `skill_id`)
);
--> statement-breakpoint
CREATE INDEX `class_skills_by_skill` ON `class_skills` (`studio_id`,`skill_id`);--> statement-breakpoint
CREATE INDEX `class_skills_by_type` ON `class_skills` (`type_id`);--> statement-breakpoint
CREATE TABLE `level_skills` (
	`studio_id` text NOT NULL,
	`level_id` text NOT NULL,
	`skill_id` text NOT NULL,
	PRIMARY KEY(`studio_id`, `level_id`, `skill_id`)
);
--> statement-breakpoint
CREATE INDEX `level_skills_by_skill` ON `level_skills` (`studio_id`,`skill_id`);--> statement-breakpoint
CREATE TABLE `skill_assessments` (
	`id` text PRIMARY KEY NOT NULL,
	`studio_id` text NOT NULL,
	`person_id` text NOT NULL,
	`skill_id` text NOT NULL,
	`kind` text NOT NULL,
	`on_date` text NOT NULL,
	`assessor_id` text NOT NULL,
	`assessor_name` text NOT NULL,
	`left_times` integer DEFAULT 0 NOT NULL,
	`right_times` integer DEFAULT 0 NOT NULL,
	`familiar` integer DEFAULT 0 NOT NULL,
	`note` text DEFAULT '' NOT NULL,
	`evidence` text DEFAULT '' NOT NULL,
	`occurrence_id` text,
	`undone_at` text,
	`created_at` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `skill_assessments_of` ON `skill_assessments` (`studio_id`,`person_id`,`skill_id`,`on_date`);--> statement-breakpoint
CREATE INDEX `skill_assessments_claimed` ON `skill_assessments` (`studio_id`,`created_at`) WHERE kind = 'claimed' AND undone_at IS NULL;--> statement-breakpoint
CREATE TABLE `skill_needs` (
	`studio_id` text NOT NULL,
	`skill_id` text NOT NULL,
	`needs_id` text NOT NULL,
	`state` text DEFAULT 'cleared' NOT NULL,
	PRIMARY KEY(`studio_id`, `skill_id`, `needs_id`)
);
--> statement-breakpoint
CREATE INDEX `skill_needs_back` ON `skill_needs` (`studio_id`,`needs_id`,`skill_id`);--> statement-breakpoint
CREATE TABLE `skill_stands` (
	`studio_id` text NOT NULL,
	`person_id` text NOT NULL,
	`skill_id` text NOT NULL,
	`state` text NOT NULL,
	`days` integer DEFAULT 0 NOT NULL,
	`left_days` integer DEFAULT 0 NOT NULL,
	`right_days` integer DEFAULT 0 NOT NULL,
	`since` text NOT NULL,
	`seen_on` text NOT NULL,
	`lapses_on` text,
	`cleared_by` text,
	PRIMARY KEY(`studio_id`, `person_id`, `skill_id`)
);
--> statement-breakpoint
CREATE INDEX `skill_stands_by_skill` ON `skill_stands` (`studio_id`,`skill_id`,`state`,`since`);--> statement-breakpoint
CREATE TABLE `skill_teachings` (
	`studio_id` text NOT NULL,
	`skill_id` text NOT NULL,
	`kind` text NOT NULL,
	`ref_id` text NOT NULL,
	PRIMARY KEY(`studio_id`, `skill_id`, `kind`, `ref_id`)
);
--> statement-breakpoint
CREATE INDEX `skill_teachings_by_ref` ON `skill_teachings` (`studio_id`,`ref_id`,`skill_id`);--> statement-breakpoint
CREATE TABLE `skills` (
	`id` text PRIMARY KEY NOT NULL,
	`studio_id` text NOT NULL,
	`discipline_id` text NOT NULL,
	`name` text NOT NULL,
	`aliases` text DEFAULT '' NOT NULL,
	`tier` integer DEFAULT 0 NOT NULL,
	`apparatus` text DEFAULT '' NOT NULL,
	`about` text DEFAULT '' NOT NULL,
	`safety` text DEFAULT '' NOT NULL,
	`video` text DEFAULT '' NOT NULL,
	`badge` text DEFAULT '' NOT NULL,
	`points` integer DEFAULT 0 NOT NULL,
	`two_sided` integer DEFAULT 0 NOT NULL,
	`times` integer DEFAULT 1 NOT NULL,
	`days` integer DEFAULT 1 NOT NULL,
	`needs_rule` text DEFAULT 'all' NOT NULL,
	`needs_count` integer DEFAULT 0 NOT NULL,
	`assessors` text DEFAULT '[]' NOT NULL,
	`lapse_months` integer,
	`cleared` integer DEFAULT 0 NOT NULL,
	`learning` integer DEFAULT 0 NOT NULL,
	`archived_at` text,
	`version` integer DEFAULT 1 NOT NULL,
	`created_at` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `skills_by_name` ON `skills` (`studio_id`,`discipline_id`,`name`) WHERE archived_at IS NULL;--> statement-breakpoint
CREATE INDEX `equipment_needs_by_type` ON `equipment_needs` (`class_type_id`);--> statement-breakpoint
-- How many have a skill is kept beside it, so that a tree is read without reading its people.
CREATE TRIGGER `skill_stands_come` AFTER INSERT ON `skill_stands`
BEGIN
  UPDATE `skills` SET `cleared` = `cleared` + (NEW.`state` = 'cleared'),
    `learning` = `learning` + (NEW.`state` <> 'cleared') WHERE `id` = NEW.`skill_id`;
END;
--> statement-breakpoint
CREATE TRIGGER `skill_stands_go` AFTER DELETE ON `skill_stands`
BEGIN
  UPDATE `skills` SET `cleared` = `cleared` - (OLD.`state` = 'cleared'),
    `learning` = `learning` - (OLD.`state` <> 'cleared') WHERE `id` = OLD.`skill_id`;
END;
--> statement-breakpoint
CREATE TRIGGER `skill_stands_change` AFTER UPDATE OF `state` ON `skill_stands`
WHEN (NEW.`state` = 'cleared') <> (OLD.`state` = 'cleared')
BEGIN
  UPDATE `skills` SET `cleared` = `cleared` + (NEW.`state` = 'cleared') - (OLD.`state` = 'cleared'),
    `learning` = `learning` + (OLD.`state` = 'cleared') - (NEW.`state` = 'cleared')
    WHERE `id` = NEW.`skill_id`;
END;
--> statement-breakpoint
CREATE TABLE `certificates` (
	`studio_id` text NOT NULL,
	`number` integer NOT NULL,
	`grading_id` text NOT NULL,
	`person_id` text NOT NULL,
	`name` text NOT NULL,
	`level` text NOT NULL,
	`on_date` text NOT NULL,
	`issued_by` text NOT NULL,
	`issued_at` text NOT NULL,
	PRIMARY KEY(`studio_id`, `number`)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `certificates_once` ON `certificates` (`studio_id`,`grading_id`,`person_id`);--> statement-breakpoint
CREATE INDEX `certificates_of` ON `certificates` (`studio_id`,`person_id`);--> statement-breakpoint
CREATE TABLE `grading_candidates` (
	`id` text PRIMARY KEY NOT NULL,
	`studio_id` text NOT NULL,
	`grading_id` text NOT NULL,
	`person_id` text NOT NULL,
	`state` text NOT NULL,
	`override_reason` text DEFAULT '' NOT NULL,
	`override_by` text DEFAULT '' NOT NULL,
	`invited_at` text,
	`answered_at` text,
	`result` text,
	`note` text DEFAULT '' NOT NULL,
	`retest_items` text DEFAULT '' NOT NULL,
	`retest_by` text,
	`result_by` text DEFAULT '' NOT NULL,
	`version` integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `grading_candidates_once` ON `grading_candidates` (`studio_id`,`grading_id`,`person_id`);--> statement-breakpoint
CREATE INDEX `grading_candidates_of` ON `grading_candidates` (`studio_id`,`person_id`,`grading_id`);--> statement-breakpoint
CREATE TABLE `grading_marks` (
	`studio_id` text NOT NULL,
	`grading_id` text NOT NULL,
	`person_id` text NOT NULL,
	`item` text NOT NULL,
	`side` text DEFAULT '' NOT NULL,
	`assessor_id` text NOT NULL,
	`assessor_name` text NOT NULL,
	`mark` text NOT NULL,
	`made_at_ms` integer NOT NULL,
	PRIMARY KEY(`studio_id`, `grading_id`, `person_id`, `item`, `side`, `assessor_id`)
);
--> statement-breakpoint
CREATE TABLE `gradings` (
	`id` text PRIMARY KEY NOT NULL,
	`studio_id` text NOT NULL,
	`ladder_id` text NOT NULL,
	`level_id` text NOT NULL,
	`on_date` text NOT NULL,
	`starts_at` text NOT NULL,
	`place` text DEFAULT '' NOT NULL,
	`fee_minor` integer DEFAULT 0 NOT NULL,
	`answer_by` text NOT NULL,
	`panel` text DEFAULT '[]' NOT NULL,
	`items` text DEFAULT '' NOT NULL,
	`belt_id` text,
	`state` text NOT NULL,
	`opened_at` text,
	`published_at` text,
	`version` integer DEFAULT 1 NOT NULL,
	`created_at` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `gradings_by_date` ON `gradings` (`studio_id`,`on_date`,`id`);
