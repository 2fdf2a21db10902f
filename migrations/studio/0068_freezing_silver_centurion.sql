ALTER TABLE `invoices` ADD `billed_to_id` text;--> statement-breakpoint
CREATE INDEX `invoices_by_billed_to` ON `invoices` (`studio_id`,`billed_to_id`) WHERE billed_to_id IS NOT NULL;
--> statement-breakpoint
CREATE TRIGGER `invoices_addressed` AFTER INSERT ON `invoices` BEGIN
  UPDATE invoices SET billed_to_id = CASE WHEN new.credits_invoice_id IS NOT NULL
    THEN (SELECT sold.billed_to_id FROM invoices AS sold
      WHERE sold.studio_id = new.studio_id AND sold.id = new.credits_invoice_id)
    ELSE (SELECT link.guardian_id FROM guardians AS link
      CROSS JOIN people AS child ON child.id = link.dependant_id AND child.studio_id = link.studio_id
      CROSS JOIN people AS guardian ON guardian.id = link.guardian_id
        AND guardian.studio_id = link.studio_id AND guardian.archived_at IS NULL
      WHERE link.studio_id = new.studio_id AND link.dependant_id = new.person_id
        AND (child.birth_date > printf('%04d', substr(new.issued_on, 1, 4) - 18) || substr(new.issued_on, 5)
          OR child.birth_date IS NULL AND child.user_id IS NULL)
      ORDER BY link.created_at, link.guardian_id LIMIT 1) END
  WHERE id = new.id;
END;
