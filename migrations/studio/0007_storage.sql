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
-- Photos that are there become stored pictures: one for each file of a studio, under the name it would get today.
INSERT INTO `objects` (`id`, `studio_id`, `bucket_id`, `path`, `object_key`, `content_type`, `bytes`, `cache_control`,
  `etag`, `version`, `width`, `height`, `alt`, `created_at_ms`, `updated_at_ms`)
SELECT lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2) || '-8' ||
    substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6))),
  `studio_id`, 'Files',
  `studio_id` || '/exercises/' || substr(`sha256`, 1, 32) || CASE `content_type` WHEN 'image/jpeg' THEN '.jpg' ELSE '.webp' END,
  `object_key`, `content_type`, `bytes`, 'max-age=3600', substr(`sha256`, 1, 32), substr(`sha256`, 1, 12), `width`, `height`,
  `alt`, unixepoch(`created_at`) * 1000, unixepoch(`created_at`) * 1000
FROM `exercise_media` GROUP BY `studio_id`, `sha256`;--> statement-breakpoint
CREATE TABLE `exercise_media_next` (
	`id` text PRIMARY KEY NOT NULL,
	`studio_id` text NOT NULL,
	`exercise_id` text NOT NULL,
	`position` integer NOT NULL,
	`object_id` text NOT NULL,
	`alt` text DEFAULT '' NOT NULL,
	`source` text DEFAULT '' NOT NULL,
	`licence` text DEFAULT '' NOT NULL,
	`created_at` text NOT NULL
);
--> statement-breakpoint
INSERT INTO `exercise_media_next`
SELECT m.`id`, m.`studio_id`, m.`exercise_id`, m.`position`, o.`id`, m.`alt`, m.`source`, m.`licence`, m.`created_at`
FROM `exercise_media` m
JOIN `objects` o ON o.`bucket_id` = 'Files' AND o.`path` = m.`studio_id` || '/exercises/' || substr(m.`sha256`, 1, 32) ||
  CASE m.`content_type` WHEN 'image/jpeg' THEN '.jpg' ELSE '.webp' END;--> statement-breakpoint
DROP TABLE `exercise_media`;--> statement-breakpoint
ALTER TABLE `exercise_media_next` RENAME TO `exercise_media`;--> statement-breakpoint
CREATE UNIQUE INDEX `exercise_media_once` ON `exercise_media` (`studio_id`,`exercise_id`,`object_id`);--> statement-breakpoint
CREATE INDEX `exercise_media_by_object` ON `exercise_media` (`studio_id`,`object_id`);
