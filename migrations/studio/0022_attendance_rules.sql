CREATE TABLE `attendance_rules` (
	`studio_id` text PRIMARY KEY NOT NULL,
	`editable_days` integer NOT NULL
);
