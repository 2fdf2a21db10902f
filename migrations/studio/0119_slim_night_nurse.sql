ALTER TABLE `courses` ADD `settled_at` text;--> statement-breakpoint
ALTER TABLE `courses` ADD `settled_minor` integer;--> statement-breakpoint
ALTER TABLE `courses` ADD `settled_to` text;--> statement-breakpoint
ALTER TABLE `lots` ADD `unpaid` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `lots` ADD `frozen_from` text;--> statement-breakpoint
ALTER TABLE `lots` ADD `frozen_until` text;--> statement-breakpoint
ALTER TABLE `membership_freezes` ADD `packs` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX `membership_freezes_open` ON `membership_freezes` (`studio_id`) WHERE until_on IS NULL AND settled = 0;--> statement-breakpoint
ALTER TABLE `dunning_settings` ADD `hand_grace_days` integer DEFAULT 14;--> statement-breakpoint
ALTER TABLE `dunning_settings` ADD `reminds_unpaid` integer DEFAULT true NOT NULL;--> statement-breakpoint
CREATE INDEX `collection_steps_stopped` ON `collection_steps` (`studio_id`) WHERE kind = 'block' AND state = 'done';--> statement-breakpoint
-- A pack that was bought to be paid at the desk pays again once its line is settled.
CREATE TRIGGER `lots_paid` AFTER UPDATE OF state ON `open_items`
WHEN new.state = 'settled' AND old.state <> 'settled' AND new.kind = 'package'
BEGIN
  UPDATE lots SET unpaid = 0
  WHERE studio_id = new.studio_id AND unpaid = 1
    AND (id = new.subject_id OR sold_with = new.subject_id);
END;
