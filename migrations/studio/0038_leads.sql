CREATE TABLE `consent_texts` (
	`id` text PRIMARY KEY NOT NULL,
	`studio_id` text NOT NULL,
	`channel` text NOT NULL,
	`purpose` text NOT NULL,
	`version` integer NOT NULL,
	`text` text NOT NULL,
	`created_at` text NOT NULL,
	`created_by` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `consent_texts_once` ON `consent_texts` (`studio_id`,`channel`,`purpose`,`version`);--> statement-breakpoint
CREATE TABLE `consents` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`studio_id` text NOT NULL,
	`person_id` text NOT NULL,
	`channel` text NOT NULL,
	`purpose` text NOT NULL,
	`given` integer NOT NULL,
	`text_id` text,
	`source` text NOT NULL,
	`source_ref` text DEFAULT '' NOT NULL,
	`by_name` text NOT NULL,
	`at` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `consents_id` ON `consents` (`id`);--> statement-breakpoint
CREATE INDEX `consents_by_person` ON `consents` (`studio_id`,`person_id`,`channel`,`purpose`,`seq`);--> statement-breakpoint
CREATE TABLE `suppressions` (
	`studio_id` text NOT NULL,
	`channel` text NOT NULL,
	`address` text NOT NULL,
	`why` text NOT NULL,
	`at` text NOT NULL,
	PRIMARY KEY(`studio_id`, `channel`, `address`)
);
--> statement-breakpoint
CREATE TABLE `unsubscribe_links` (
	`studio_id` text NOT NULL,
	`person_id` text NOT NULL,
	`token` text NOT NULL,
	PRIMARY KEY(`studio_id`, `person_id`)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `unsubscribe_links_by_token` ON `unsubscribe_links` (`studio_id`,`token`) WHERE token <> '';--> statement-breakpoint
CREATE TABLE `lead_form_versions` (
	`studio_id` text NOT NULL,
	`form_id` text NOT NULL,
	`version` integer NOT NULL,
	`definition` text NOT NULL,
	`created_at` text NOT NULL,
	`created_by` text NOT NULL,
	PRIMARY KEY(`studio_id`, `form_id`, `version`)
);
--> statement-breakpoint
CREATE TABLE `lead_forms` (
	`id` text PRIMARY KEY NOT NULL,
	`studio_id` text NOT NULL,
	`name` text NOT NULL,
	`version` integer NOT NULL,
	`state` text NOT NULL,
	`pipeline_id` text NOT NULL,
	`source_id` text NOT NULL,
	`owner_id` text,
	`created_at` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `lead_forms_by_studio` ON `lead_forms` (`studio_id`,`name`);--> statement-breakpoint
CREATE TABLE `lead_keys` (
	`studio_id` text NOT NULL,
	`kind` text NOT NULL,
	`value` text NOT NULL,
	`person_id` text NOT NULL,
	PRIMARY KEY(`studio_id`, `kind`, `value`)
);
--> statement-breakpoint
CREATE INDEX `lead_keys_by_person` ON `lead_keys` (`studio_id`,`person_id`);--> statement-breakpoint
CREATE TABLE `lead_owners` (
	`studio_id` text NOT NULL,
	`person_id` text NOT NULL,
	`position` integer NOT NULL,
	`given` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`studio_id`, `person_id`)
);
--> statement-breakpoint
CREATE TABLE `lead_pairs` (
	`studio_id` text NOT NULL,
	`person_id` text NOT NULL,
	`other_id` text NOT NULL,
	`at` text NOT NULL,
	`decided_at` text,
	PRIMARY KEY(`studio_id`, `person_id`, `other_id`)
);
--> statement-breakpoint
CREATE INDEX `lead_pairs_open` ON `lead_pairs` (`studio_id`,`at`) WHERE decided_at IS NULL;--> statement-breakpoint
CREATE TABLE `lead_pipelines` (
	`studio_id` text NOT NULL,
	`id` text NOT NULL,
	`name` text NOT NULL,
	`position` integer NOT NULL,
	`archived_at` text,
	PRIMARY KEY(`studio_id`, `id`)
);
--> statement-breakpoint
CREATE TABLE `lead_sources` (
	`studio_id` text NOT NULL,
	`id` text NOT NULL,
	`name` text NOT NULL,
	`archived_at` text,
	PRIMARY KEY(`studio_id`, `id`)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `lead_sources_by_name` ON `lead_sources` (`studio_id`,`name`);--> statement-breakpoint
CREATE TABLE `lead_stages` (
	`studio_id` text NOT NULL,
	`id` text NOT NULL,
	`pipeline_id` text NOT NULL,
	`name` text NOT NULL,
	`kind` text NOT NULL,
	`position` integer NOT NULL,
	PRIMARY KEY(`studio_id`, `id`)
);
--> statement-breakpoint
CREATE INDEX `lead_stages_by_pipeline` ON `lead_stages` (`studio_id`,`pipeline_id`,`position`);--> statement-breakpoint
CREATE TABLE `lead_submissions` (
	`id` text PRIMARY KEY NOT NULL,
	`studio_id` text NOT NULL,
	`form_id` text NOT NULL,
	`form_version` integer NOT NULL,
	`content_type` text NOT NULL,
	`raw` text NOT NULL,
	`page` text DEFAULT '' NOT NULL,
	`state` text NOT NULL,
	`why` text DEFAULT '' NOT NULL,
	`lead_id` text,
	`attempts` integer DEFAULT 0 NOT NULL,
	`received_at` text NOT NULL,
	`settled_at` text
);
--> statement-breakpoint
CREATE INDEX `lead_submissions_waiting` ON `lead_submissions` (`studio_id`,`received_at`) WHERE state = 'received';--> statement-breakpoint
CREATE INDEX `lead_submissions_by_state` ON `lead_submissions` (`studio_id`,`state`,`received_at`);--> statement-breakpoint
CREATE INDEX `lead_submissions_by_form` ON `lead_submissions` (`studio_id`,`form_id`,`received_at`);--> statement-breakpoint
CREATE INDEX `lead_submissions_by_lead` ON `lead_submissions` (`studio_id`,`lead_id`) WHERE lead_id IS NOT NULL;--> statement-breakpoint
CREATE TABLE `lead_touches` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`studio_id` text NOT NULL,
	`lead_id` text NOT NULL,
	`kind` text NOT NULL,
	`text` text DEFAULT '' NOT NULL,
	`detail` text DEFAULT '{}' NOT NULL,
	`by_name` text NOT NULL,
	`at` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `lead_touches_id` ON `lead_touches` (`studio_id`,`id`);--> statement-breakpoint
CREATE INDEX `lead_touches_by_lead` ON `lead_touches` (`studio_id`,`lead_id`,`seq`);--> statement-breakpoint
CREATE TABLE `leads` (
	`id` text PRIMARY KEY NOT NULL,
	`studio_id` text NOT NULL,
	`person_id` text NOT NULL,
	`pipeline_id` text NOT NULL,
	`stage_id` text NOT NULL,
	`state` text NOT NULL,
	`stage_since` text NOT NULL,
	`source_id` text DEFAULT '' NOT NULL,
	`form_id` text DEFAULT '' NOT NULL,
	`campaign` text DEFAULT '' NOT NULL,
	`interest` text DEFAULT '' NOT NULL,
	`preferred_times` text DEFAULT '' NOT NULL,
	`value_minor` integer,
	`tags` text DEFAULT '' NOT NULL,
	`owner_id` text,
	`referred_by` text DEFAULT '' NOT NULL,
	`lost_reason` text DEFAULT '' NOT NULL,
	`created_at` text NOT NULL,
	`last_touch_at` text NOT NULL,
	`touches` integer DEFAULT 0 NOT NULL,
	`contacted_at` text,
	`trial_booked_at` text,
	`trial_attended_at` text,
	`offer_made_at` text,
	`closed_at` text,
	`answer_minutes` integer,
	`trial_booking_id` text,
	`trial_outcome` text,
	`next_ref` text,
	`next_at` text,
	`version` integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `leads_one_open_per_person` ON `leads` (`studio_id`,`person_id`) WHERE state IN ('open','nurture');--> statement-breakpoint
CREATE INDEX `leads_by_person` ON `leads` (`studio_id`,`person_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `leads_by_stage` ON `leads` (`studio_id`,`stage_id`,`last_touch_at`);--> statement-breakpoint
CREATE INDEX `leads_by_state` ON `leads` (`studio_id`,`state`,`last_touch_at`);--> statement-breakpoint
CREATE INDEX `leads_by_created` ON `leads` (`studio_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `leads_by_owner` ON `leads` (`studio_id`,`owner_id`,`last_touch_at`) WHERE state = 'open';--> statement-breakpoint
CREATE INDEX `leads_by_next` ON `leads` (`studio_id`,`next_at`) WHERE state = 'open' AND next_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX `leads_by_answer` ON `leads` (`studio_id`,`contacted_at`) WHERE answer_minutes IS NOT NULL;--> statement-breakpoint
CREATE INDEX `leads_with_trial` ON `leads` (`studio_id`,`trial_booking_id`) WHERE trial_outcome IN ('booked','held');--> statement-breakpoint
ALTER TABLE `people` ADD `prospect` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX `people_by_phone` ON `people` (`studio_id`,`phone`) WHERE phone <> '';