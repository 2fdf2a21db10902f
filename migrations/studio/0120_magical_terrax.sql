ALTER TABLE `gift_card_settings` ADD `online` integer DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE `checkouts` ADD `gift` text DEFAULT '' NOT NULL;