PRAGMA foreign_keys=OFF;--> statement-breakpoint
CREATE TABLE `__new_auth_one_time_tokens` (
	`user_id` text NOT NULL,
	`kind` text NOT NULL,
	`token_hash` text PRIMARY KEY NOT NULL,
	`code_hash` text,
	`flow_state_id` text,
	`relates_to` text NOT NULL,
	`created_at_ms` integer NOT NULL,
	`expires_at_ms` integer NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
INSERT INTO `__new_auth_one_time_tokens`("user_id", "kind", "token_hash", "code_hash", "flow_state_id", "relates_to", "created_at_ms", "expires_at_ms", "attempts") SELECT "user_id", "kind", "token_hash", "code_hash", "flow_state_id", "relates_to", "created_at_ms", "expires_at_ms", "attempts" FROM `auth_one_time_tokens`;--> statement-breakpoint
DROP TABLE `auth_one_time_tokens`;--> statement-breakpoint
ALTER TABLE `__new_auth_one_time_tokens` RENAME TO `auth_one_time_tokens`;--> statement-breakpoint
PRAGMA foreign_keys=ON;--> statement-breakpoint
CREATE INDEX `auth_one_time_tokens_by_user` ON `auth_one_time_tokens` (`user_id`,`kind`);--> statement-breakpoint
CREATE INDEX `auth_one_time_tokens_by_address` ON `auth_one_time_tokens` (`relates_to`,`kind`);