CREATE TABLE `announcements` (
	`id` text PRIMARY KEY NOT NULL,
	`studio_id` text NOT NULL,
	`title` text NOT NULL,
	`text` text NOT NULL,
	`audience` text NOT NULL,
	`from_on` text NOT NULL,
	`until_on` text NOT NULL,
	`pinned` integer DEFAULT false NOT NULL,
	`by_name` text NOT NULL,
	`created_at` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `announcements_by_end` ON `announcements` (`studio_id`,`until_on`);--> statement-breakpoint
CREATE TABLE `conversation_messages` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`studio_id` text NOT NULL,
	`conversation_id` text NOT NULL,
	`way` text NOT NULL,
	`channel` text NOT NULL,
	`person_id` text,
	`by_id` text DEFAULT '' NOT NULL,
	`by_name` text NOT NULL,
	`text` text NOT NULL,
	`quoted` text DEFAULT '' NOT NULL,
	`about` text DEFAULT '' NOT NULL,
	`about_path` text DEFAULT '' NOT NULL,
	`source_ref` text DEFAULT '' NOT NULL,
	`letter_key` text DEFAULT '' NOT NULL,
	`delivery` text DEFAULT '' NOT NULL,
	`at` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `conversation_messages_id` ON `conversation_messages` (`id`);--> statement-breakpoint
CREATE INDEX `conversation_messages_in_order` ON `conversation_messages` (`studio_id`,`conversation_id`,`seq`);--> statement-breakpoint
CREATE UNIQUE INDEX `conversation_messages_once` ON `conversation_messages` (`studio_id`,`source_ref`) WHERE source_ref <> '';--> statement-breakpoint
CREATE INDEX `conversation_messages_watched` ON `conversation_messages` (`studio_id`,`seq`) WHERE delivery = 'watch';--> statement-breakpoint
CREATE INDEX `conversation_messages_by_person` ON `conversation_messages` (`studio_id`,`person_id`) WHERE person_id IS NOT NULL;--> statement-breakpoint
CREATE TABLE `conversation_reads` (
	`studio_id` text NOT NULL,
	`conversation_id` text NOT NULL,
	`person_id` text NOT NULL,
	`read_at` text NOT NULL,
	PRIMARY KEY(`studio_id`, `conversation_id`, `person_id`)
);
--> statement-breakpoint
CREATE TABLE `conversations` (
	`id` text PRIMARY KEY NOT NULL,
	`studio_id` text NOT NULL,
	`kind` text NOT NULL,
	`person_id` text,
	`name` text DEFAULT '' NOT NULL,
	`address` text DEFAULT '' NOT NULL,
	`subject_kind` text DEFAULT '' NOT NULL,
	`subject_id` text DEFAULT '' NOT NULL,
	`state` text DEFAULT 'open' NOT NULL,
	`snoozed_until` text,
	`assignee_id` text,
	`labels` text DEFAULT '' NOT NULL,
	`token` text NOT NULL,
	`waiting_since` text,
	`first_reply_minutes` integer,
	`last_at` text NOT NULL,
	`last_text` text DEFAULT '' NOT NULL,
	`last_way` text DEFAULT 'in' NOT NULL,
	`last_channel` text DEFAULT 'app' NOT NULL,
	`merged_into` text,
	`created_at` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `conversations_by_state` ON `conversations` (`studio_id`,`state`,`last_at`) WHERE merged_into IS NULL;--> statement-breakpoint
CREATE INDEX `conversations_newest` ON `conversations` (`studio_id`,`last_at`) WHERE merged_into IS NULL;--> statement-breakpoint
CREATE INDEX `conversations_waiting` ON `conversations` (`studio_id`,`waiting_since`) WHERE waiting_since IS NOT NULL AND merged_into IS NULL;--> statement-breakpoint
CREATE INDEX `conversations_snoozed` ON `conversations` (`studio_id`,`snoozed_until`) WHERE state = 'snoozed';--> statement-breakpoint
CREATE INDEX `conversations_by_person` ON `conversations` (`studio_id`,`person_id`,`last_at`) WHERE person_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `conversations_by_assignee` ON `conversations` (`studio_id`,`assignee_id`,`last_at`) WHERE assignee_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `conversations_by_address` ON `conversations` (`studio_id`,`address`) WHERE address <> '';--> statement-breakpoint
CREATE UNIQUE INDEX `conversations_by_token` ON `conversations` (`studio_id`,`token`);--> statement-breakpoint
CREATE UNIQUE INDEX `conversations_of_group` ON `conversations` (`studio_id`,`subject_kind`,`subject_id`) WHERE subject_kind <> '';--> statement-breakpoint
CREATE TABLE `saved_replies` (
	`id` text PRIMARY KEY NOT NULL,
	`studio_id` text NOT NULL,
	`name` text NOT NULL,
	`text` text NOT NULL,
	`created_at` text NOT NULL,
	`archived_at` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `saved_replies_by_name` ON `saved_replies` (`studio_id`,`name`) WHERE archived_at IS NULL;--> statement-breakpoint
ALTER TABLE `outbox` ADD `reply_to` text;