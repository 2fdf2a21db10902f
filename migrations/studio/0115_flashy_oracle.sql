ALTER TABLE `automations` ADD `stretches` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
UPDATE automations SET stretches = json_array(json_object('since', live_before, 'until', paused_at))
WHERE live_before IS NOT NULL AND paused_at IS NOT NULL;
