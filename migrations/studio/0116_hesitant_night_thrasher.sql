ALTER TABLE `automations` DROP COLUMN `live_before`;--> statement-breakpoint
ALTER TABLE `automations` DROP COLUMN `paused_at`;