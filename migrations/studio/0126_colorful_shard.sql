CREATE TABLE `score_asks` (
	`id` text PRIMARY KEY NOT NULL,
	`studio_id` text NOT NULL,
	`person_id` text NOT NULL,
	`token` text NOT NULL,
	`asked_at` text NOT NULL,
	`score` integer,
	`comment` text DEFAULT '' NOT NULL,
	`answered_at` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `score_asks_by_token` ON `score_asks` (`studio_id`,`token`);--> statement-breakpoint
CREATE INDEX `score_asks_by_person` ON `score_asks` (`studio_id`,`person_id`,`asked_at`);--> statement-breakpoint
CREATE INDEX `score_asks_by_time` ON `score_asks` (`studio_id`,`asked_at`);--> statement-breakpoint
CREATE INDEX `score_asks_by_answer` ON `score_asks` (`studio_id`,`answered_at`,`score`) WHERE answered_at IS NOT NULL;--> statement-breakpoint
CREATE TABLE `score_rules` (
	`studio_id` text PRIMARY KEY NOT NULL,
	`asks` integer NOT NULL,
	`every_days` integer NOT NULL,
	`next_at` text,
	`version` integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
ALTER TABLE `funnel_starts` ADD `half` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `funnel_starts` ADD `utm` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `funnels` ADD `headline_b` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `funnels` ADD `text_b` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `funnels` ADD `views_b` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `campaign_recipients` ADD `variant` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `campaigns` ADD `channel` text DEFAULT 'email' NOT NULL;--> statement-breakpoint
ALTER TABLE `campaigns` ADD `subject_b` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `marketing_rules` ADD `text_price` integer DEFAULT 0 NOT NULL;