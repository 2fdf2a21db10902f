ALTER TABLE `automations` ADD `live_before` text;--> statement-breakpoint
ALTER TABLE `automations` ADD `paused_at` text;