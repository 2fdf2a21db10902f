ALTER TABLE `bookings` ADD `offered_until` text;--> statement-breakpoint
CREATE INDEX `bookings_offered` ON `bookings` (`studio_id`,`offered_until`) WHERE state = 'waitlisted' AND offered_until IS NOT NULL;--> statement-breakpoint
ALTER TABLE `policies` ADD `offer_minutes` integer;