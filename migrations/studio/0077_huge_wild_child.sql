ALTER TABLE `lots` ADD `sold_with` text;--> statement-breakpoint
CREATE INDEX `lots_sold_with` ON `lots` (`studio_id`,`sold_with`) WHERE sold_with IS NOT NULL;--> statement-breakpoint
ALTER TABLE `packages` ADD `kind` text DEFAULT 'classes' NOT NULL;--> statement-breakpoint
ALTER TABLE `packages` ADD `bundle_id` text;--> statement-breakpoint
ALTER TABLE `packages` ADD `part` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
CREATE INDEX `packages_by_bundle` ON `packages` (`studio_id`,`bundle_id`) WHERE bundle_id IS NOT NULL;