CREATE TABLE `referral_links` (
	`studio_id` text NOT NULL,
	`person_id` text NOT NULL,
	`code` text NOT NULL,
	`created_at` text NOT NULL,
	PRIMARY KEY(`studio_id`, `person_id`)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `referral_links_by_code` ON `referral_links` (`studio_id`,`code`);--> statement-breakpoint
CREATE TABLE `referrals` (
	`id` text PRIMARY KEY NOT NULL,
	`studio_id` text NOT NULL,
	`referrer_id` text NOT NULL,
	`friend_id` text NOT NULL,
	`came_at` text NOT NULL,
	`settled_at` text,
	`referrer_minor` integer DEFAULT 0 NOT NULL,
	`friend_minor` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE INDEX `referrals_by_referrer` ON `referrals` (`studio_id`,`referrer_id`,`came_at`);--> statement-breakpoint
CREATE INDEX `referrals_by_friend` ON `referrals` (`studio_id`,`friend_id`);--> statement-breakpoint
CREATE INDEX `referrals_open` ON `referrals` (`studio_id`,`friend_id`) WHERE settled_at IS NULL;--> statement-breakpoint
ALTER TABLE `billing_settings` ADD `referrer_minor` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `billing_settings` ADD `friend_minor` integer DEFAULT 0 NOT NULL;