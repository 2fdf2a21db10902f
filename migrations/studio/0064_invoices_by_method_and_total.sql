CREATE INDEX `invoices_by_total` ON `invoices` (`studio_id`,`total_minor`,`issued_on`);--> statement-breakpoint
CREATE INDEX `payments_by_method` ON `payments` (`studio_id`,`method`,`taken_on`);