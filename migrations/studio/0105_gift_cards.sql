CREATE TABLE `gift_card_sums` (
	`studio_id` text NOT NULL,
	`kind` text NOT NULL,
	`entries` integer NOT NULL,
	`minor` integer NOT NULL,
	PRIMARY KEY(`studio_id`, `kind`)
);
--> statement-breakpoint
CREATE TABLE `gift_card_entries` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`studio_id` text NOT NULL,
	`card_id` text NOT NULL,
	`kind` text NOT NULL,
	`amount_minor` integer NOT NULL,
	`cause` text NOT NULL,
	`payment_id` text,
	`reason` text DEFAULT '' NOT NULL,
	`created_at` text NOT NULL,
	`created_by` text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `gift_card_entries_once` ON `gift_card_entries` (`studio_id`,`cause`);--> statement-breakpoint
CREATE INDEX `gift_card_entries_expired` ON `gift_card_entries` (`studio_id`,substr(cause, -10)) WHERE kind = 'expired';--> statement-breakpoint
CREATE INDEX `gift_card_entries_by_card` ON `gift_card_entries` (`studio_id`,`card_id`,`seq`);--> statement-breakpoint
CREATE INDEX `gift_card_entries_by_payment` ON `gift_card_entries` (`studio_id`,`payment_id`) WHERE payment_id IS NOT NULL;--> statement-breakpoint
CREATE TABLE `gift_card_settings` (
	`studio_id` text PRIMARY KEY NOT NULL,
	`version` integer NOT NULL,
	`months` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `gift_cards` (
	`id` text PRIMARY KEY NOT NULL,
	`studio_id` text NOT NULL,
	`code_hash` text NOT NULL,
	`last_four` text NOT NULL,
	`sealed_code` text NOT NULL,
	`token_hash` text NOT NULL,
	`sealed` text NOT NULL,
	`source` text NOT NULL,
	`item_id` text,
	`person_id` text NOT NULL,
	`recipient_name` text DEFAULT '' NOT NULL,
	`recipient_email` text DEFAULT '' NOT NULL,
	`from_name` text DEFAULT '' NOT NULL,
	`message` text DEFAULT '' NOT NULL,
	`deliver_on` text,
	`sent_at` text,
	`expires_on` text,
	`state` text NOT NULL,
	`currency` text NOT NULL,
	`amount_minor` integer NOT NULL,
	`balance_minor` integer DEFAULT 0 NOT NULL,
	`created_at` text NOT NULL,
	`created_by` text DEFAULT '' NOT NULL,
	CONSTRAINT "gift_cards_balance" CHECK(balance_minor >= 0)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `gift_cards_by_code` ON `gift_cards` (`studio_id`,`code_hash`);--> statement-breakpoint
CREATE UNIQUE INDEX `gift_cards_by_key` ON `gift_cards` (`token_hash`);--> statement-breakpoint
CREATE INDEX `gift_cards_by_age` ON `gift_cards` (`studio_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `gift_cards_by_person` ON `gift_cards` (`studio_id`,`person_id`);--> statement-breakpoint
CREATE INDEX `gift_cards_by_item` ON `gift_cards` (`studio_id`,`item_id`) WHERE item_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `gift_cards_open` ON `gift_cards` (`studio_id`,`created_at`) WHERE state = 'live' AND balance_minor > 0;--> statement-breakpoint
CREATE INDEX `gift_cards_to_end` ON `gift_cards` (`studio_id`,`expires_on`) WHERE state = 'live' AND balance_minor > 0 AND expires_on IS NOT NULL;--> statement-breakpoint
CREATE INDEX `gift_cards_to_send` ON `gift_cards` (`studio_id`,`deliver_on`) WHERE state = 'live' AND sent_at IS NULL AND deliver_on IS NOT NULL;--> statement-breakpoint
CREATE INDEX `invoices_gift_card` ON `invoices` (`studio_id`,`issued_on`,`number`) WHERE paid_by & 64;--> statement-breakpoint
CREATE INDEX `invoices_gift_card_state` ON `invoices` (`studio_id`,`kind`,`state`,`due_on`,`number`) WHERE paid_by & 64;--> statement-breakpoint
DROP TRIGGER `invoices_paid_by`;
--> statement-breakpoint
CREATE TRIGGER `invoices_paid_by` AFTER INSERT ON `allocations` BEGIN
  UPDATE invoices SET paid_by = paid_by | coalesce((SELECT CASE payment.method WHEN 'cash' THEN 1
      WHEN 'card' THEN 2 WHEN 'transfer' THEN 4 WHEN 'desk' THEN 8 WHEN 'credit' THEN 16
      WHEN 'online' THEN 32 WHEN 'gift_card' THEN 64 ELSE 0 END
    FROM payments AS payment WHERE payment.id = new.payment_id), 0)
  WHERE studio_id = new.studio_id AND id = new.invoice_id;
END;
--> statement-breakpoint
CREATE TRIGGER `gift_card_moves` AFTER INSERT ON `gift_card_entries` BEGIN
  UPDATE gift_cards SET balance_minor = balance_minor + NEW.amount_minor
  WHERE studio_id = NEW.studio_id AND id = NEW.card_id;
  INSERT INTO gift_card_sums (studio_id, kind, entries, minor)
  VALUES (NEW.studio_id, NEW.kind, 1, NEW.amount_minor)
  ON CONFLICT (studio_id, kind) DO UPDATE SET entries = entries + 1,
    minor = minor + excluded.minor;
END;
--> statement-breakpoint
-- Moves go only with their card, when what was brought over is taken back.
CREATE TRIGGER `gift_card_moves_back` AFTER DELETE ON `gift_card_entries` BEGIN
  UPDATE gift_card_sums SET entries = entries - 1, minor = minor - OLD.amount_minor
  WHERE studio_id = OLD.studio_id AND kind = OLD.kind;
END;
--> statement-breakpoint
CREATE TRIGGER `gift_card_moves_stay` BEFORE UPDATE ON `gift_card_entries` BEGIN
  SELECT RAISE(ABORT, 'Moves of a gift card are never changed');
END;
--> statement-breakpoint
CREATE TRIGGER `gift_card_paid` AFTER UPDATE OF state ON `open_items`
WHEN NEW.kind = 'gift_card' AND NEW.state = 'settled' AND OLD.state <> 'settled' BEGIN
  INSERT INTO gift_card_entries (studio_id, card_id, kind, amount_minor, cause, created_at)
  SELECT card.studio_id, card.id, 'issued', card.amount_minor, 'issued:' || card.id,
    NEW.settled_at
  FROM gift_cards AS card WHERE card.studio_id = NEW.studio_id AND card.item_id = NEW.id
    AND card.state = 'unpaid';
  -- Paid after its last day, it pays for 30 days more, as one that money comes back to.
  UPDATE gift_cards SET state = 'live', expires_on = iif(expires_on < date(NEW.settled_at),
    date(NEW.settled_at, '+30 days'), expires_on)
  WHERE studio_id = NEW.studio_id AND item_id = NEW.id AND state = 'unpaid';
END;
--> statement-breakpoint
CREATE TRIGGER `gift_card_not_paid` AFTER UPDATE OF state ON `open_items`
WHEN NEW.kind = 'gift_card' AND NEW.state <> 'settled' AND NEW.state <> OLD.state BEGIN
  UPDATE gift_cards SET state = iif(NEW.state = 'void', 'void', 'unpaid')
  WHERE studio_id = NEW.studio_id AND item_id = NEW.id AND state IN ('unpaid', 'void')
    AND NOT EXISTS (SELECT 1 FROM gift_card_entries AS entry
      WHERE entry.studio_id = gift_cards.studio_id AND entry.card_id = gift_cards.id);
END;
