CREATE TABLE `funnel_days` (
	`studio_id` text NOT NULL,
	`funnel_id` text NOT NULL,
	`day` text NOT NULL,
	`views` integer NOT NULL,
	PRIMARY KEY(`studio_id`, `funnel_id`, `day`)
);
--> statement-breakpoint
CREATE TABLE `funnel_starts` (
	`id` text PRIMARY KEY NOT NULL,
	`studio_id` text NOT NULL,
	`funnel_id` text NOT NULL,
	`person_id` text NOT NULL,
	`key_hash` text NOT NULL,
	`started_at` text NOT NULL,
	`last_at` text NOT NULL,
	`counts_until` text NOT NULL,
	`paid_at` text,
	`booked_at` text,
	`attended_at` text,
	`reminder` text DEFAULT 'none' NOT NULL,
	`remind_at` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `funnel_starts_once` ON `funnel_starts` (`studio_id`,`funnel_id`,`person_id`);--> statement-breakpoint
CREATE INDEX `funnel_starts_by_key` ON `funnel_starts` (`studio_id`,`key_hash`);--> statement-breakpoint
CREATE INDEX `funnel_starts_by_person` ON `funnel_starts` (`studio_id`,`person_id`,`last_at`);--> statement-breakpoint
CREATE INDEX `funnel_starts_newest` ON `funnel_starts` (`studio_id`,`funnel_id`,`started_at`);--> statement-breakpoint
CREATE INDEX `funnel_starts_open` ON `funnel_starts` (`studio_id`,`counts_until`) WHERE attended_at IS NULL;--> statement-breakpoint
CREATE INDEX `funnel_starts_to_remind` ON `funnel_starts` (`studio_id`,`remind_at`) WHERE reminder = 'waiting';--> statement-breakpoint
CREATE TABLE `funnels` (
	`id` text PRIMARY KEY NOT NULL,
	`studio_id` text NOT NULL,
	`name` text NOT NULL,
	`slug` text NOT NULL,
	`state` text NOT NULL,
	`headline` text NOT NULL,
	`text` text DEFAULT '' NOT NULL,
	`package_id` text,
	`plan_id` text,
	`coupon` text DEFAULT '' NOT NULL,
	`reminds` integer DEFAULT true NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`created_at` text NOT NULL,
	`live_since` text,
	`ended_at` text,
	`views` integer DEFAULT 0 NOT NULL,
	`started` integer DEFAULT 0 NOT NULL,
	`paid` integer DEFAULT 0 NOT NULL,
	`booked` integer DEFAULT 0 NOT NULL,
	`attended` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `funnels_by_slug` ON `funnels` (`studio_id`,`slug`);--> statement-breakpoint
-- A funnel's sums are of its starts: one a person, with the steps they reached.
CREATE TRIGGER `funnel_starts_added` AFTER INSERT ON `funnel_starts`
BEGIN
  UPDATE funnels SET started = started + 1, paid = paid + (new.paid_at IS NOT NULL),
    booked = booked + (new.booked_at IS NOT NULL), attended = attended + (new.attended_at IS NOT NULL)
  WHERE studio_id = new.studio_id AND id = new.funnel_id;
END;
--> statement-breakpoint
CREATE TRIGGER `funnel_starts_moved` AFTER UPDATE OF `paid_at`, `booked_at`, `attended_at` ON `funnel_starts`
BEGIN
  UPDATE funnels SET paid = paid + (new.paid_at IS NOT NULL) - (old.paid_at IS NOT NULL),
    booked = booked + (new.booked_at IS NOT NULL) - (old.booked_at IS NOT NULL),
    attended = attended + (new.attended_at IS NOT NULL) - (old.attended_at IS NOT NULL)
  WHERE studio_id = new.studio_id AND id = new.funnel_id;
END;
--> statement-breakpoint
CREATE TRIGGER `funnel_starts_gone` AFTER DELETE ON `funnel_starts`
BEGIN
  UPDATE funnels SET started = started - 1, paid = paid - (old.paid_at IS NOT NULL),
    booked = booked - (old.booked_at IS NOT NULL), attended = attended - (old.attended_at IS NOT NULL)
  WHERE studio_id = old.studio_id AND id = old.funnel_id;
END;
