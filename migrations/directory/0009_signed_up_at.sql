ALTER TABLE `auth_flow_states` ADD `password_hash` text;--> statement-breakpoint
ALTER TABLE `auth_users` ADD `signed_up_at` text;--> statement-breakpoint
CREATE INDEX `auth_users_unconfirmed` ON `auth_users` (`signed_up_at`) WHERE email_confirmed_at IS NULL AND phone_confirmed_at IS NULL;--> statement-breakpoint
-- Who signed up for an account is told by the line of the audit that names it as its own maker.
UPDATE `auth_users` SET `signed_up_at` = `created_at`
WHERE `invited_at` IS NULL AND `is_anonymous` = 0 AND EXISTS (
  SELECT 1 FROM `auth_audit_entries` WHERE `actor_id` = `auth_users`.`id` AND `action` = 'user_signedup'
);
