DROP INDEX `invoices_open`;--> statement-breakpoint
DROP INDEX `invoices_by_state`;--> statement-breakpoint
CREATE INDEX `invoices_by_state` ON `invoices` (`studio_id`,`kind`,`state`,`due_on`,`number`);