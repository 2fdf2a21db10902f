CREATE TABLE `person_exits` (
	`id` text PRIMARY KEY NOT NULL,
	`studio_id` text NOT NULL,
	`person_id` text NOT NULL,
	`reason` text NOT NULL,
	`text` text DEFAULT '' NOT NULL,
	`last_day` text NOT NULL,
	`by_name` text NOT NULL,
	`at` text NOT NULL,
	`returned_at` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `person_exits_one_in_force` ON `person_exits` (`studio_id`,`person_id`) WHERE returned_at IS NULL;--> statement-breakpoint
CREATE INDEX `person_exits_by_person` ON `person_exits` (`studio_id`,`person_id`,`at`);--> statement-breakpoint
CREATE INDEX `person_exits_by_day` ON `person_exits` (`studio_id`,`last_day`);--> statement-breakpoint
CREATE TABLE `person_pairs` (
	`studio_id` text NOT NULL,
	`person_id` text NOT NULL,
	`other_id` text NOT NULL,
	`decided_by` text NOT NULL,
	`decided_at` text NOT NULL,
	PRIMARY KEY(`studio_id`, `person_id`, `other_id`)
);
--> statement-breakpoint
CREATE INDEX `person_pairs_by_other` ON `person_pairs` (`studio_id`,`other_id`);--> statement-breakpoint
CREATE TABLE `staff_looks` (
	`studio_id` text NOT NULL,
	`person_id` text NOT NULL,
	`page` text NOT NULL,
	`since` text NOT NULL,
	`seen_at` text NOT NULL,
	PRIMARY KEY(`studio_id`, `person_id`, `page`)
);
--> statement-breakpoint
CREATE TABLE `win_backs` (
	`id` text PRIMARY KEY NOT NULL,
	`studio_id` text NOT NULL,
	`person_id` text NOT NULL,
	`offer` text DEFAULT '' NOT NULL,
	`note` text DEFAULT '' NOT NULL,
	`result` text NOT NULL,
	`by_name` text NOT NULL,
	`at` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `win_backs_by_person` ON `win_backs` (`studio_id`,`person_id`,`at`);--> statement-breakpoint
ALTER TABLE `people` ADD `merged_into` text;--> statement-breakpoint
ALTER TABLE `people` ADD `banned_at` text;--> statement-breakpoint
ALTER TABLE `people` ADD `ban_reason` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `people` ADD `do_not_contact_at` text;--> statement-breakpoint
ALTER TABLE `people` ADD `erased_at` text;--> statement-breakpoint
CREATE INDEX `people_by_birth_date` ON `people` (`studio_id`,`birth_date`) WHERE birth_date IS NOT NULL;--> statement-breakpoint
CREATE INDEX `people_banned` ON `people` (`studio_id`,`banned_at`) WHERE banned_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX `people_merged` ON `people` (`studio_id`,`merged_into`) WHERE merged_into IS NOT NULL;--> statement-breakpoint
ALTER TABLE `people_segments` ADD `shared` integer DEFAULT true NOT NULL;--> statement-breakpoint
CREATE INDEX `lots_by_expiry` ON `lots` (`studio_id`,`expires_on`);--> statement-breakpoint
CREATE INDEX `memberships_by_end` ON `memberships` (`studio_id`,`ends_on`) WHERE ends_on IS NOT NULL;--> statement-breakpoint
CREATE INDEX `happenings_of_people` ON `happenings` (`studio_id`,`at`) WHERE kind GLOB 'person.*';