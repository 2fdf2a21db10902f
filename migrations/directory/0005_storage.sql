CREATE TABLE `buckets` (
	`id` text PRIMARY KEY NOT NULL,
	`public` integer NOT NULL,
	`file_size_limit` integer,
	`allowed_mime_types` text,
	`created_at_ms` integer NOT NULL,
	`updated_at_ms` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `objects` (
	`id` text PRIMARY KEY NOT NULL,
	`studio_id` text,
	`bucket_id` text NOT NULL,
	`path` text NOT NULL,
	`object_key` text NOT NULL,
	`owner_id` text,
	`content_type` text NOT NULL,
	`bytes` integer NOT NULL,
	`cache_control` text NOT NULL,
	`etag` text NOT NULL,
	`version` text NOT NULL,
	`width` integer,
	`height` integer,
	`placeholder` text DEFAULT '' NOT NULL,
	`alt` text DEFAULT '' NOT NULL,
	`metadata` text DEFAULT '{}' NOT NULL,
	`created_at_ms` integer NOT NULL,
	`updated_at_ms` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `objects_once` ON `objects` (`bucket_id`,`path`);--> statement-breakpoint
CREATE INDEX `objects_by_studio` ON `objects` (`studio_id`,`id`);--> statement-breakpoint
CREATE TABLE `stray_objects` (
	`object_key` text PRIMARY KEY NOT NULL,
	`due_at_ms` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `stray_objects_due` ON `stray_objects` (`due_at_ms`);--> statement-breakpoint
-- The two buckets of the product (specification 2 and 9): pictures that anybody may see, and everything else.
INSERT INTO `buckets` (`id`, `public`, `file_size_limit`, `allowed_mime_types`, `created_at_ms`, `updated_at_ms`) VALUES
  ('Images', 1, 20971520, '["image/jpeg","image/png","image/webp","image/avif","image/gif"]', 1767225600000, 1767225600000),
  ('Files', 0, 20971520, NULL, 1767225600000, 1767225600000);
