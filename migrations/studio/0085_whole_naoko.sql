CREATE TABLE `class_workouts` (
	`studio_id` text NOT NULL,
	`occurrence_id` text NOT NULL,
	`workout_id` text NOT NULL,
	`set_at` text NOT NULL,
	PRIMARY KEY(`studio_id`, `occurrence_id`)
);
--> statement-breakpoint
CREATE INDEX `class_workouts_by_workout` ON `class_workouts` (`studio_id`,`workout_id`,`occurrence_id`);