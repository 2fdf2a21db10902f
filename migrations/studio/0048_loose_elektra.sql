CREATE TABLE `membership_freezes` (
	`id` text PRIMARY KEY NOT NULL,
	`studio_id` text NOT NULL,
	`membership_id` text NOT NULL,
	`from_on` text NOT NULL,
	`until_on` text
);
--> statement-breakpoint
CREATE INDEX `membership_freezes_by_membership` ON `membership_freezes` (`studio_id`,`membership_id`,`from_on`);--> statement-breakpoint
CREATE TABLE `membership_periods` (
	`studio_id` text NOT NULL,
	`membership_id` text NOT NULL,
	`from_on` text NOT NULL,
	`until_on` text NOT NULL,
	`price_minor` integer NOT NULL,
	`frozen_minor` integer DEFAULT 0 NOT NULL,
	`allowance` integer,
	`billed_at` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `membership_periods_once` ON `membership_periods` (`studio_id`,`membership_id`,`from_on`);--> statement-breakpoint
ALTER TABLE `memberships` ADD `anchor_on` text;--> statement-breakpoint
ALTER TABLE `memberships` ADD `next_bill_on` text;--> statement-breakpoint
ALTER TABLE `memberships` ADD `committed_until` text;--> statement-breakpoint
ALTER TABLE `memberships` ADD `trial_days` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `memberships` ADD `joining_fee_minor` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `memberships` ADD `payer_id` text;--> statement-breakpoint
ALTER TABLE `memberships` ADD `next_plan_id` text;--> statement-breakpoint
ALTER TABLE `memberships` ADD `next_plan_on` text;--> statement-breakpoint
ALTER TABLE `memberships` ADD `superseded_by` text;--> statement-breakpoint
ALTER TABLE `memberships` ADD `version` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `memberships_by_plan` ON `memberships` (`studio_id`,`plan_id`);--> statement-breakpoint
CREATE INDEX `memberships_to_bill` ON `memberships` (`studio_id`,`next_bill_on`) WHERE next_bill_on IS NOT NULL;--> statement-breakpoint
CREATE INDEX `memberships_to_start` ON `memberships` (`studio_id`,`starts_on`) WHERE state = 'scheduled';--> statement-breakpoint
CREATE INDEX `memberships_to_end` ON `memberships` (`studio_id`,`ends_on`) WHERE ends_on IS NOT NULL AND state NOT IN ('cancelled','expired','superseded','pending_payment');--> statement-breakpoint
ALTER TABLE `plans` ADD `period_limit` integer;--> statement-breakpoint
ALTER TABLE `plans` ADD `joining_fee_minor` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `plans` ADD `trial_days` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `plans` ADD `anchor_day` integer;--> statement-breakpoint
ALTER TABLE `plans` ADD `term_months` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `plans` ADD `notice_days` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `plans` ADD `freeze_least_days` integer DEFAULT 7 NOT NULL;--> statement-breakpoint
ALTER TABLE `plans` ADD `freeze_most_days` integer DEFAULT 60 NOT NULL;--> statement-breakpoint
ALTER TABLE `plans` ADD `freeze_fee_minor` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `plans` ADD `sale_from` text;--> statement-breakpoint
ALTER TABLE `plans` ADD `sale_until` text;--> statement-breakpoint
ALTER TABLE `plans` ADD `most_holders` integer;--> statement-breakpoint
ALTER TABLE `plans` ADD `listed` integer DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE `plans` ADD `description` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `plans` ADD `contract` text DEFAULT '' NOT NULL;--> statement-breakpoint
INSERT INTO `membership_freezes` (`id`, `studio_id`, `membership_id`, `from_on`, `until_on`)
SELECT id || ':' || frozen_from, studio_id, id, frozen_from, frozen_until FROM `memberships`
WHERE frozen_from IS NOT NULL;--> statement-breakpoint
-- The newest freeze stands on its membership, for lists and guards, whoever writes it.
CREATE TRIGGER `membership_frozen_added` AFTER INSERT ON `membership_freezes`
BEGIN
  UPDATE memberships SET (frozen_from, frozen_until) = (
    SELECT newest.from_on, newest.until_on FROM membership_freezes AS newest
    WHERE newest.studio_id = new.studio_id AND newest.membership_id = new.membership_id
    ORDER BY newest.from_on DESC LIMIT 1)
  WHERE studio_id = new.studio_id AND id = new.membership_id;
END;--> statement-breakpoint
CREATE TRIGGER `membership_frozen_changed` AFTER UPDATE ON `membership_freezes`
BEGIN
  UPDATE memberships SET (frozen_from, frozen_until) = (
    SELECT newest.from_on, newest.until_on FROM membership_freezes AS newest
    WHERE newest.studio_id = new.studio_id AND newest.membership_id = new.membership_id
    ORDER BY newest.from_on DESC LIMIT 1)
  WHERE studio_id = new.studio_id AND id = new.membership_id;
END;--> statement-breakpoint
CREATE TRIGGER `membership_frozen_removed` AFTER DELETE ON `membership_freezes`
BEGIN
  UPDATE memberships SET (frozen_from, frozen_until) = (
    SELECT newest.from_on, newest.until_on FROM membership_freezes AS newest
    WHERE newest.studio_id = old.studio_id AND newest.membership_id = old.membership_id
    ORDER BY newest.from_on DESC LIMIT 1)
  WHERE studio_id = old.studio_id AND id = old.membership_id;
END;--> statement-breakpoint
-- A membership that is written frozen, out of a file or a sample, has its freeze as well.
CREATE TRIGGER `membership_written_frozen` AFTER INSERT ON `memberships`
WHEN new.frozen_from IS NOT NULL
BEGIN
  INSERT INTO membership_freezes (id, studio_id, membership_id, from_on, until_on)
  VALUES (new.id || ':' || new.frozen_from, new.studio_id, new.id, new.frozen_from, new.frozen_until);
END;--> statement-breakpoint
CREATE TRIGGER `membership_removed` AFTER DELETE ON `memberships`
BEGIN
  DELETE FROM membership_freezes WHERE studio_id = old.studio_id AND membership_id = old.id;
  DELETE FROM membership_periods WHERE studio_id = old.studio_id AND membership_id = old.id;
END;
