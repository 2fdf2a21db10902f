CREATE TABLE `affiliations` (
	`user_id` text NOT NULL,
	`studio_id` text NOT NULL,
	`role_id` text NOT NULL,
	`person_id` text NOT NULL,
	`state` text NOT NULL,
	`created_at` text NOT NULL,
	PRIMARY KEY(`user_id`, `studio_id`)
);
--> statement-breakpoint
CREATE INDEX `affiliations_by_studio` ON `affiliations` (`studio_id`,`role_id`);--> statement-breakpoint
CREATE TABLE `auth_audit_entries` (
	`id` text PRIMARY KEY NOT NULL,
	`actor_id` text NOT NULL,
	`action` text NOT NULL,
	`ip` text DEFAULT '' NOT NULL,
	`traits` text DEFAULT '{}' NOT NULL,
	`created_at` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `auth_audit_entries_by_actor` ON `auth_audit_entries` (`actor_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `auth_identities` (
	`identity_id` text PRIMARY KEY NOT NULL,
	`provider_id` text NOT NULL,
	`provider` text NOT NULL,
	`user_id` text NOT NULL,
	`identity_data` text NOT NULL,
	`last_sign_in_at` text,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `auth_identities_provider` ON `auth_identities` (`provider`,`provider_id`);--> statement-breakpoint
CREATE INDEX `auth_identities_by_user` ON `auth_identities` (`user_id`);--> statement-breakpoint
CREATE TABLE `auth_one_time_tokens` (
	`user_id` text NOT NULL,
	`kind` text NOT NULL,
	`token_hash` text NOT NULL,
	`relates_to` text NOT NULL,
	`created_at_ms` integer NOT NULL,
	`expires_at_ms` integer NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`user_id`, `kind`)
);
--> statement-breakpoint
CREATE INDEX `auth_one_time_tokens_by_hash` ON `auth_one_time_tokens` (`token_hash`);--> statement-breakpoint
CREATE TABLE `auth_refresh_tokens` (
	`hash` text PRIMARY KEY NOT NULL,
	`parent_hash` text,
	`session_id` text NOT NULL,
	`user_id` text NOT NULL,
	`created_at_ms` integer NOT NULL,
	`revoked_at_ms` integer,
	`successor_sealed` text
);
--> statement-breakpoint
CREATE INDEX `auth_refresh_tokens_by_session` ON `auth_refresh_tokens` (`session_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `auth_refresh_tokens_one_active_per_session` ON `auth_refresh_tokens` (`session_id`) WHERE revoked_at_ms IS NULL;--> statement-breakpoint
CREATE TABLE `auth_sessions` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`aal` text DEFAULT 'aal1' NOT NULL,
	`amr` text NOT NULL,
	`user_agent` text DEFAULT '' NOT NULL,
	`ip` text DEFAULT '' NOT NULL,
	`created_at` text NOT NULL,
	`refreshed_at` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `auth_sessions_by_user` ON `auth_sessions` (`user_id`);--> statement-breakpoint
CREATE TABLE `auth_users` (
	`id` text PRIMARY KEY NOT NULL,
	`aud` text DEFAULT 'authenticated' NOT NULL,
	`role` text DEFAULT 'authenticated' NOT NULL,
	`email` text,
	`phone` text,
	`password_hash` text,
	`email_confirmed_at` text,
	`phone_confirmed_at` text,
	`invited_at` text,
	`confirmation_sent_at` text,
	`recovery_sent_at` text,
	`last_sign_in_at` text,
	`banned_until` text,
	`deleted_at` text,
	`is_anonymous` integer DEFAULT false NOT NULL,
	`app_metadata` text DEFAULT '{}' NOT NULL,
	`user_metadata` text DEFAULT '{}' NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `auth_users_email` ON `auth_users` (`email`,`aud`) WHERE email IS NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `auth_users_phone` ON `auth_users` (`phone`,`aud`) WHERE phone IS NOT NULL;--> statement-breakpoint
CREATE TABLE `limit_counters` (
	`key` text PRIMARY KEY NOT NULL,
	`window_start_ms` integer NOT NULL,
	`count` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `outbox` (
	`id` text PRIMARY KEY NOT NULL,
	`studio_id` text,
	`dedupe_key` text NOT NULL,
	`channel` text NOT NULL,
	`recipient` text NOT NULL,
	`kind` text NOT NULL,
	`subject` text NOT NULL,
	`text` text NOT NULL,
	`html` text NOT NULL,
	`state` text NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`next_attempt_at_ms` integer NOT NULL,
	`claim` text,
	`last_error` text,
	`created_at_ms` integer NOT NULL,
	`sent_at_ms` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `outbox_once` ON `outbox` (`dedupe_key`);--> statement-breakpoint
CREATE INDEX `outbox_waiting` ON `outbox` (`state`,`next_attempt_at_ms`);--> statement-breakpoint
CREATE INDEX `outbox_newest` ON `outbox` (`created_at_ms`);--> statement-breakpoint
CREATE TABLE `public_classes` (
	`occurrence_id` text PRIMARY KEY NOT NULL,
	`studio_id` text NOT NULL,
	`title` text NOT NULL,
	`starts_at` text NOT NULL,
	`local_start` text NOT NULL,
	`places` integer NOT NULL,
	`capacity` integer NOT NULL,
	`refreshed_at` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `public_classes_by_studio` ON `public_classes` (`studio_id`,`starts_at`);--> statement-breakpoint
CREATE TABLE `roles` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`is_staff` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `server_settings` (
	`key` text PRIMARY KEY NOT NULL,
	`value` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `studio_slugs` (
	`slug` text PRIMARY KEY NOT NULL,
	`studio_id` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `studios` (
	`id` text PRIMARY KEY NOT NULL,
	`slug` text NOT NULL,
	`name` text NOT NULL,
	`legal_name` text DEFAULT '' NOT NULL,
	`shard` integer NOT NULL,
	`state` text NOT NULL,
	`listed` integer DEFAULT true NOT NULL,
	`time_zone` text NOT NULL,
	`currency` text NOT NULL,
	`locale` text DEFAULT 'en-GB' NOT NULL,
	`town` text DEFAULT '' NOT NULL,
	`address` text DEFAULT '' NOT NULL,
	`disciplines` text DEFAULT '' NOT NULL,
	`hue` integer DEFAULT 335 NOT NULL,
	`chroma` integer DEFAULT 130 NOT NULL,
	`created_at` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `studios_slug` ON `studios` (`slug`);--> statement-breakpoint
CREATE INDEX `studios_listed_by_name` ON `studios` (`listed`,`state`,`name`);--> statement-breakpoint
CREATE TABLE `users` (
	`auth_id` text PRIMARY KEY NOT NULL,
	`name` text DEFAULT '' NOT NULL,
	`setup_complete` integer DEFAULT false NOT NULL,
	`studio_id` text,
	`role_id` text DEFAULT 'member' NOT NULL,
	`time_zone` text,
	`terms_accepted_at` text,
	`created_at` text NOT NULL
);
