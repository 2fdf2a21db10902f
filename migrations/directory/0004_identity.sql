CREATE TABLE `auth_challenges` (
	`id` text PRIMARY KEY NOT NULL,
	`factor_id` text NOT NULL,
	`ip` text NOT NULL,
	`code_hash` text,
	`attempts` integer DEFAULT 0 NOT NULL,
	`created_at_ms` integer NOT NULL,
	`verified_at_ms` integer
);
--> statement-breakpoint
CREATE INDEX `auth_challenges_by_factor` ON `auth_challenges` (`factor_id`);--> statement-breakpoint
CREATE INDEX `auth_challenges_by_age` ON `auth_challenges` (`created_at_ms`);--> statement-breakpoint
CREATE TABLE `auth_factors` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`friendly_name` text DEFAULT '' NOT NULL,
	`factor_type` text NOT NULL,
	`status` text NOT NULL,
	`secret_sealed` text,
	`phone` text,
	`last_step` integer,
	`last_challenged_at` text,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `auth_factors_name` ON `auth_factors` (`user_id`,`friendly_name`);--> statement-breakpoint
CREATE TABLE `auth_flow_states` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text,
	`method` text NOT NULL,
	`provider` text,
	`code_challenge` text,
	`redirect_to` text DEFAULT '' NOT NULL,
	`sealed` text,
	`purpose` text DEFAULT '{}' NOT NULL,
	`created_at_ms` integer NOT NULL,
	`used_at_ms` integer,
	`auth_code_hash` text,
	`auth_code_at_ms` integer,
	`provider_tokens_sealed` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `auth_flow_states_by_code` ON `auth_flow_states` (`auth_code_hash`) WHERE auth_code_hash IS NOT NULL;--> statement-breakpoint
CREATE INDEX `auth_flow_states_by_age` ON `auth_flow_states` (`created_at_ms`);--> statement-breakpoint
CREATE TABLE `auth_recovery_codes` (
	`user_id` text NOT NULL,
	`code_hash` text NOT NULL,
	`created_at` text NOT NULL,
	`used_at` text,
	PRIMARY KEY(`user_id`, `code_hash`)
);
--> statement-breakpoint
CREATE TABLE `auth_sso_domains` (
	`domain` text PRIMARY KEY NOT NULL,
	`provider_id` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `auth_sso_providers` (
	`id` text PRIMARY KEY NOT NULL,
	`studio_id` text NOT NULL,
	`issuer` text NOT NULL,
	`client_id` text NOT NULL,
	`client_secret_sealed` text NOT NULL,
	`enabled` integer DEFAULT true NOT NULL,
	`created_at` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `auth_sso_providers_by_studio` ON `auth_sso_providers` (`studio_id`);--> statement-breakpoint
CREATE TABLE `invitations` (
	`id` text PRIMARY KEY NOT NULL,
	`studio_id` text NOT NULL,
	`email` text NOT NULL,
	`name` text DEFAULT '' NOT NULL,
	`role_id` text NOT NULL,
	`person_id` text,
	`token_hash` text NOT NULL,
	`invited_by` text NOT NULL,
	`state` text NOT NULL,
	`created_at` text NOT NULL,
	`expires_at_ms` integer NOT NULL,
	`accepted_by` text,
	`accepted_at` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `invitations_by_token` ON `invitations` (`token_hash`);--> statement-breakpoint
CREATE UNIQUE INDEX `invitations_one_open` ON `invitations` (`studio_id`,`email`) WHERE state = 'open';--> statement-breakpoint
DROP INDEX `auth_users_email`;--> statement-breakpoint
ALTER TABLE `auth_users` ADD `new_email` text;--> statement-breakpoint
ALTER TABLE `auth_users` ADD `email_change_sent_at` text;--> statement-breakpoint
ALTER TABLE `auth_users` ADD `email_change_half` text;--> statement-breakpoint
ALTER TABLE `auth_users` ADD `new_phone` text;--> statement-breakpoint
ALTER TABLE `auth_users` ADD `phone_change_sent_at` text;--> statement-breakpoint
ALTER TABLE `auth_users` ADD `reauthentication_sent_at` text;--> statement-breakpoint
ALTER TABLE `auth_users` ADD `is_sso_user` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `auth_users` ADD `password_contested` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX `auth_users_by_creation` ON `auth_users` (`created_at`,`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `auth_users_email` ON `auth_users` (`email`,`aud`) WHERE email IS NOT NULL AND is_sso_user = 0;--> statement-breakpoint
ALTER TABLE `auth_one_time_tokens` ADD `code_hash` text;--> statement-breakpoint
ALTER TABLE `auth_one_time_tokens` ADD `flow_state_id` text;--> statement-breakpoint
CREATE INDEX `auth_one_time_tokens_by_address` ON `auth_one_time_tokens` (`relates_to`,`kind`);--> statement-breakpoint
ALTER TABLE `auth_sessions` ADD `factor_id` text;