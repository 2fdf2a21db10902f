CREATE TABLE `booking_agreements` (
	`id` text PRIMARY KEY NOT NULL,
	`studio_id` text NOT NULL,
	`booker_id` text NOT NULL,
	`person_id` text,
	`email` text DEFAULT '' NOT NULL,
	`said` text DEFAULT '' NOT NULL,
	`expires_at` text,
	`agreed_at` text,
	`ended_at` text,
	`ended_by` text,
	`created_at` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `booking_agreements_by_booker` ON `booking_agreements` (`studio_id`,`booker_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `booking_agreements_in_force` ON `booking_agreements` (`studio_id`,`person_id`,`booker_id`) WHERE agreed_at IS NOT NULL AND ended_at IS NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `booking_agreements_asked` ON `booking_agreements` (`studio_id`,`email`,`booker_id`) WHERE agreed_at IS NULL AND ended_at IS NULL;