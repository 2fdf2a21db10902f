CREATE TABLE `document_versions` (
	`studio_id` text NOT NULL,
	`document_id` text NOT NULL,
	`number` integer NOT NULL,
	`text` text NOT NULL,
	`asks_again` integer NOT NULL,
	`author_id` text NOT NULL,
	`author_name` text NOT NULL,
	`published_at` text NOT NULL,
	PRIMARY KEY(`studio_id`, `document_id`, `number`)
);
--> statement-breakpoint
CREATE TABLE `documents` (
	`id` text PRIMARY KEY NOT NULL,
	`studio_id` text NOT NULL,
	`name` text NOT NULL,
	`blocks_booking` integer NOT NULL,
	`audience` text NOT NULL,
	`latest` integer DEFAULT 1 NOT NULL,
	`counts_from` integer DEFAULT 1 NOT NULL,
	`archived_at` text,
	`created_at` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE INDEX `documents_by_name` ON `documents` (`studio_id`,`name`);--> statement-breakpoint
CREATE INDEX `documents_that_block` ON `documents` (`studio_id`,`created_at`) WHERE blocks_booking = 1 AND archived_at IS NULL;--> statement-breakpoint
CREATE TABLE `signatures` (
	`id` text PRIMARY KEY NOT NULL,
	`studio_id` text NOT NULL,
	`document_id` text NOT NULL,
	`number` integer NOT NULL,
	`person_id` text NOT NULL,
	`signer_name` text NOT NULL,
	`signed_as` text NOT NULL,
	`on_paper` integer NOT NULL,
	`actor_id` text NOT NULL,
	`actor_name` text NOT NULL,
	`signed_at` text NOT NULL,
	`withdrawn_at` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `signatures_once` ON `signatures` (`studio_id`,`person_id`,`document_id`,`number`,`signed_as`) WHERE withdrawn_at IS NULL;--> statement-breakpoint
CREATE INDEX `signatures_by_document` ON `signatures` (`studio_id`,`document_id`,`number`);