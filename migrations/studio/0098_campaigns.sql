CREATE TABLE `campaign_recipients` (
	`studio_id` text NOT NULL,
	`campaign_id` text NOT NULL,
	`person_id` text NOT NULL,
	`outcome` text NOT NULL,
	`address` text DEFAULT '' NOT NULL,
	`at` text NOT NULL,
	`bounced_at` text,
	`unsubscribed_at` text,
	`booked_at` text,
	`bought_at` text,
	PRIMARY KEY(`studio_id`, `campaign_id`, `person_id`)
);
--> statement-breakpoint
CREATE INDEX `campaign_recipients_by_outcome` ON `campaign_recipients` (`studio_id`,`campaign_id`,`outcome`,`person_id`);--> statement-breakpoint
CREATE INDEX `campaign_recipients_by_address` ON `campaign_recipients` (`studio_id`,`campaign_id`,`address`) WHERE address <> '';--> statement-breakpoint
CREATE INDEX `campaign_recipients_bounced` ON `campaign_recipients` (`studio_id`,`campaign_id`,`person_id`) WHERE bounced_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX `campaign_recipients_unsubscribed` ON `campaign_recipients` (`studio_id`,`campaign_id`,`person_id`) WHERE unsubscribed_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX `campaign_recipients_booked` ON `campaign_recipients` (`studio_id`,`campaign_id`,`person_id`) WHERE booked_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX `campaign_recipients_bought` ON `campaign_recipients` (`studio_id`,`campaign_id`,`person_id`) WHERE bought_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX `campaign_recipients_by_person` ON `campaign_recipients` (`studio_id`,`person_id`,`outcome`,`at`);--> statement-breakpoint
CREATE TABLE `campaigns` (
	`id` text PRIMARY KEY NOT NULL,
	`studio_id` text NOT NULL,
	`name` text NOT NULL,
	`state` text NOT NULL,
	`subject` text NOT NULL,
	`text` text NOT NULL,
	`button` text DEFAULT '' NOT NULL,
	`page` text DEFAULT '' NOT NULL,
	`params` text NOT NULL,
	`audience` text NOT NULL,
	`occurrence_id` text,
	`counted` text DEFAULT '{}' NOT NULL,
	`counted_at` text,
	`send_at` text,
	`next_at` text,
	`tally` text DEFAULT '{}' NOT NULL,
	`tallied_at` text,
	`followed_at` text,
	`started_at` text,
	`ended_at` text,
	`by_name` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`created_at` text NOT NULL,
	`changed_at` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `campaigns_newest` ON `campaigns` (`studio_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `campaigns_due` ON `campaigns` (`studio_id`,`next_at`) WHERE state IN ('scheduled', 'sending');--> statement-breakpoint
CREATE INDEX `campaigns_followed` ON `campaigns` (`studio_id`,`started_at`) WHERE state IN ('sending', 'sent', 'cancelled') AND started_at IS NOT NULL;--> statement-breakpoint
CREATE TABLE `marketing_rules` (
	`studio_id` text PRIMARY KEY NOT NULL,
	`letters` integer NOT NULL,
	`days` integer NOT NULL,
	`from_hour` integer NOT NULL,
	`until_hour` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL
);
