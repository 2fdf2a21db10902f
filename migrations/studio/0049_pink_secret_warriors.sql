ALTER TABLE `imported_people` ADD `lead_id` text;--> statement-breakpoint
ALTER TABLE `imported_people` ADD `touch_id` text;--> statement-breakpoint
ALTER TABLE `imported_people` ADD `new_person` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `people_imports` ADD `kind` text DEFAULT 'people' NOT NULL;