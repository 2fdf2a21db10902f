DROP INDEX `invoices_by_total`;--> statement-breakpoint
ALTER TABLE `invoices` ADD `paid_by` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `invoices` ADD `location_id` text;--> statement-breakpoint
CREATE INDEX `invoices_by_size` ON `invoices` (`studio_id`,abs(total_minor),`number`);--> statement-breakpoint
CREATE INDEX `invoices_by_state_size` ON `invoices` (`studio_id`,`kind`,`state`,abs(total_minor),`number`);--> statement-breakpoint
CREATE INDEX `invoices_by_location` ON `invoices` (`studio_id`,`location_id`,`issued_on`,`number`);--> statement-breakpoint
CREATE INDEX `invoices_by_location_state` ON `invoices` (`studio_id`,`location_id`,`kind`,`state`,`due_on`,`number`);--> statement-breakpoint
CREATE INDEX `invoices_cash` ON `invoices` (`studio_id`,`issued_on`,`number`) WHERE paid_by & 1;--> statement-breakpoint
CREATE INDEX `invoices_cash_state` ON `invoices` (`studio_id`,`kind`,`state`,`due_on`,`number`) WHERE paid_by & 1;--> statement-breakpoint
CREATE INDEX `invoices_card` ON `invoices` (`studio_id`,`issued_on`,`number`) WHERE paid_by & 2;--> statement-breakpoint
CREATE INDEX `invoices_card_state` ON `invoices` (`studio_id`,`kind`,`state`,`due_on`,`number`) WHERE paid_by & 2;--> statement-breakpoint
CREATE INDEX `invoices_transfer` ON `invoices` (`studio_id`,`issued_on`,`number`) WHERE paid_by & 4;--> statement-breakpoint
CREATE INDEX `invoices_transfer_state` ON `invoices` (`studio_id`,`kind`,`state`,`due_on`,`number`) WHERE paid_by & 4;--> statement-breakpoint
CREATE INDEX `invoices_desk` ON `invoices` (`studio_id`,`issued_on`,`number`) WHERE paid_by & 8;--> statement-breakpoint
CREATE INDEX `invoices_desk_state` ON `invoices` (`studio_id`,`kind`,`state`,`due_on`,`number`) WHERE paid_by & 8;--> statement-breakpoint
CREATE INDEX `invoices_credit` ON `invoices` (`studio_id`,`issued_on`,`number`) WHERE paid_by & 16;--> statement-breakpoint
CREATE INDEX `invoices_credit_state` ON `invoices` (`studio_id`,`kind`,`state`,`due_on`,`number`) WHERE paid_by & 16;--> statement-breakpoint
CREATE INDEX `invoices_by_total` ON `invoices` (`studio_id`,`total_minor`,`number`);
--> statement-breakpoint
UPDATE `invoices` SET paid_by = coalesce((SELECT sum(bit) FROM (
    SELECT DISTINCT CASE payment.method WHEN 'cash' THEN 1 WHEN 'card' THEN 2 WHEN 'transfer' THEN 4
      WHEN 'desk' THEN 8 WHEN 'credit' THEN 16 ELSE 0 END AS bit
    FROM allocations AS part JOIN payments AS payment ON payment.id = part.payment_id
    WHERE part.studio_id = invoices.studio_id AND part.invoice_id = invoices.id)), 0),
  location_id = (SELECT person.home_location_id FROM people AS person
    WHERE person.id = invoices.person_id);
--> statement-breakpoint
CREATE TRIGGER `invoices_paid_by` AFTER INSERT ON `allocations` BEGIN
  UPDATE invoices SET paid_by = paid_by | coalesce((SELECT CASE payment.method WHEN 'cash' THEN 1
      WHEN 'card' THEN 2 WHEN 'transfer' THEN 4 WHEN 'desk' THEN 8 WHEN 'credit' THEN 16 ELSE 0 END
    FROM payments AS payment WHERE payment.id = new.payment_id), 0)
  WHERE studio_id = new.studio_id AND id = new.invoice_id;
END;
--> statement-breakpoint
CREATE TRIGGER `invoices_location` AFTER INSERT ON `invoices` BEGIN
  UPDATE invoices SET location_id = (SELECT person.home_location_id FROM people AS person
    WHERE person.id = new.person_id)
  WHERE studio_id = new.studio_id AND id = new.id;
END;
--> statement-breakpoint
CREATE TRIGGER `invoices_location_payer` AFTER UPDATE OF person_id ON `invoices`
WHEN new.person_id <> old.person_id BEGIN
  UPDATE invoices SET location_id = (SELECT person.home_location_id FROM people AS person
    WHERE person.id = new.person_id)
  WHERE studio_id = new.studio_id AND id = new.id;
END;
--> statement-breakpoint
CREATE TRIGGER `invoices_location_moved` AFTER UPDATE OF home_location_id ON `people`
WHEN new.home_location_id IS NOT old.home_location_id BEGIN
  UPDATE invoices SET location_id = new.home_location_id
  WHERE studio_id = new.studio_id AND person_id = new.id;
END;
