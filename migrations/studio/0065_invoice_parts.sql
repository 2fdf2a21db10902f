CREATE TABLE `invoice_parts` (
	`id` text PRIMARY KEY NOT NULL,
	`studio_id` text NOT NULL,
	`invoice_id` text NOT NULL,
	`due_on` text NOT NULL,
	`amount_minor` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `invoice_parts_by_invoice` ON `invoice_parts` (`studio_id`,`invoice_id`,`due_on`);