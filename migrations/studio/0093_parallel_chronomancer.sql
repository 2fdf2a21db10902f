CREATE TABLE `program_assignments` (
	`id` text PRIMARY KEY NOT NULL,
	`studio_id` text NOT NULL,
	`program_id` text NOT NULL,
	`person_id` text NOT NULL,
	`state` text NOT NULL,
	`version` integer NOT NULL,
	`plan` text NOT NULL,
	`starts_on` text NOT NULL,
	`paused_on` text,
	`offered` integer,
	`ended_at` text,
	`created_at` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `program_assignments_once` ON `program_assignments` (`studio_id`,`program_id`,`person_id`) WHERE ended_at IS NULL;--> statement-breakpoint
CREATE INDEX `program_assignments_by_person` ON `program_assignments` (`studio_id`,`person_id`,`ended_at`);--> statement-breakpoint
CREATE INDEX `program_assignments_by_program` ON `program_assignments` (`studio_id`,`program_id`,`ended_at`);--> statement-breakpoint
CREATE TABLE `training_program_versions` (
	`studio_id` text NOT NULL,
	`program_id` text NOT NULL,
	`version` integer NOT NULL,
	`plan` text NOT NULL,
	`created_at` text NOT NULL,
	PRIMARY KEY(`studio_id`, `program_id`, `version`)
);
--> statement-breakpoint
CREATE TABLE `training_programs` (
	`id` text PRIMARY KEY NOT NULL,
	`studio_id` text NOT NULL,
	`name` text NOT NULL,
	`folder` text DEFAULT '' NOT NULL,
	`summary` text DEFAULT '' NOT NULL,
	`state` text NOT NULL,
	`access` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`weeks` integer NOT NULL,
	`sessions` integer DEFAULT 0 NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `training_programs_by_name` ON `training_programs` (`studio_id`,`folder`,`name`,`id`);--> statement-breakpoint
CREATE TABLE `body_measures` (
	`studio_id` text NOT NULL,
	`person_id` text NOT NULL,
	`kind` text NOT NULL,
	`day` text NOT NULL,
	`value` integer NOT NULL,
	`created_at` text NOT NULL,
	PRIMARY KEY(`studio_id`, `person_id`, `kind`, `day`)
);
--> statement-breakpoint
CREATE TABLE `training_bests` (
	`studio_id` text NOT NULL,
	`person_id` text NOT NULL,
	`exercise_id` text NOT NULL,
	`kind` text NOT NULL,
	`at` integer DEFAULT 0 NOT NULL,
	`log_id` text NOT NULL,
	`value` integer NOT NULL,
	`before` integer,
	`set_id` text NOT NULL,
	`local_start` text NOT NULL,
	PRIMARY KEY(`studio_id`, `person_id`, `exercise_id`, `kind`, `at`, `log_id`)
);
--> statement-breakpoint
CREATE INDEX `training_bests_by_log` ON `training_bests` (`studio_id`,`log_id`);--> statement-breakpoint
CREATE INDEX `training_bests_newest` ON `training_bests` (`studio_id`,`person_id`,`local_start`);--> statement-breakpoint
CREATE TABLE `workout_logs` (
	`id` text PRIMARY KEY NOT NULL,
	`studio_id` text NOT NULL,
	`person_id` text NOT NULL,
	`name` text NOT NULL,
	`state` text NOT NULL,
	`workout_id` text,
	`workout_version` integer,
	`occurrence_id` text,
	`routine_id` text,
	`assignment_id` text,
	`session` text DEFAULT '' NOT NULL,
	`plan` text NOT NULL,
	`plan_ms` integer DEFAULT 0 NOT NULL,
	`started_at` text NOT NULL,
	`local_start` text NOT NULL,
	`time_zone` text NOT NULL,
	`ended_at` text,
	`input_at` text NOT NULL,
	`rest_until` text,
	`rest_seconds` integer DEFAULT 0 NOT NULL,
	`note` text DEFAULT '' NOT NULL,
	`effort` text DEFAULT '' NOT NULL,
	`shared_at` text,
	`score` integer,
	`division` text DEFAULT 'rx' NOT NULL,
	`on_board` integer DEFAULT 0 NOT NULL,
	`source` text DEFAULT '' NOT NULL,
	`source_key` text,
	`sets` integer DEFAULT 0 NOT NULL,
	`volume` integer DEFAULT 0 NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `workout_logs_by_day` ON `workout_logs` (`studio_id`,`person_id`,`local_start`,`state`);--> statement-breakpoint
CREATE UNIQUE INDEX `workout_logs_one_open` ON `workout_logs` (`studio_id`,`person_id`) WHERE ended_at IS NULL;--> statement-breakpoint
CREATE INDEX `workout_logs_open` ON `workout_logs` (`input_at`,`studio_id`) WHERE state IN ('in_progress', 'paused');--> statement-breakpoint
CREATE UNIQUE INDEX `workout_logs_once_per_source` ON `workout_logs` (`studio_id`,`person_id`,`source`,`source_key`) WHERE source_key IS NOT NULL;--> statement-breakpoint
CREATE INDEX `workout_logs_by_assignment` ON `workout_logs` (`studio_id`,`assignment_id`,`session`) WHERE assignment_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `workout_logs_by_routine` ON `workout_logs` (`studio_id`,`person_id`,`routine_id`,`local_start`) WHERE routine_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `workout_logs_by_workout` ON `workout_logs` (`studio_id`,`workout_id`,`person_id`,`local_start`) WHERE workout_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `workout_logs_by_class` ON `workout_logs` (`studio_id`,`occurrence_id`,`person_id`) WHERE occurrence_id IS NOT NULL;--> statement-breakpoint
CREATE TABLE `workout_routines` (
	`id` text PRIMARY KEY NOT NULL,
	`studio_id` text NOT NULL,
	`person_id` text NOT NULL,
	`name` text NOT NULL,
	`plan` text NOT NULL,
	`created_at` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `workout_routines_by_person` ON `workout_routines` (`studio_id`,`person_id`,`name`);--> statement-breakpoint
CREATE TABLE `workout_set_edits` (
	`id` text PRIMARY KEY NOT NULL,
	`studio_id` text NOT NULL,
	`person_id` text NOT NULL,
	`log_id` text NOT NULL,
	`set_id` text NOT NULL,
	`before` text NOT NULL,
	`device` text DEFAULT '' NOT NULL,
	`at` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `workout_set_edits_by_log` ON `workout_set_edits` (`studio_id`,`log_id`,`set_id`);--> statement-breakpoint
CREATE TABLE `workout_sets` (
	`studio_id` text NOT NULL,
	`log_id` text NOT NULL,
	`id` text NOT NULL,
	`person_id` text NOT NULL,
	`exercise_id` text NOT NULL,
	`entry` text NOT NULL,
	`n` integer NOT NULL,
	`type` text DEFAULT 'normal' NOT NULL,
	`side` text DEFAULT '' NOT NULL,
	`grams` integer,
	`reps` integer,
	`seconds` integer,
	`metres` integer,
	`rpe` integer,
	`rir` integer,
	`done_at` text NOT NULL,
	`changed_ms` integer NOT NULL,
	`device` text DEFAULT '' NOT NULL,
	`removed` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`studio_id`, `log_id`, `id`)
);
--> statement-breakpoint
CREATE INDEX `workout_sets_by_exercise` ON `workout_sets` (`studio_id`,`person_id`,`exercise_id`,`done_at`);--> statement-breakpoint
ALTER TABLE `people` ADD `weight_unit` text DEFAULT '' NOT NULL;
