CREATE TABLE `video_parts` (
	`studio_id` text NOT NULL,
	`upload_key` text NOT NULL,
	`number` integer NOT NULL,
	`etag` text NOT NULL,
	`bytes` integer NOT NULL,
	PRIMARY KEY(`studio_id`, `upload_key`, `number`)
);
--> statement-breakpoint
CREATE TABLE `video_places` (
	`studio_id` text NOT NULL,
	`person_id` text NOT NULL,
	`video_id` text NOT NULL,
	`seconds` integer NOT NULL,
	`done` integer DEFAULT false NOT NULL,
	`updated_at` text NOT NULL,
	PRIMARY KEY(`studio_id`, `person_id`, `video_id`)
);
--> statement-breakpoint
CREATE INDEX `video_places_newest` ON `video_places` (`studio_id`,`person_id`,`updated_at`);--> statement-breakpoint
CREATE INDEX `video_places_by_video` ON `video_places` (`studio_id`,`video_id`);--> statement-breakpoint
CREATE TABLE `videos` (
	`id` text PRIMARY KEY NOT NULL,
	`studio_id` text NOT NULL,
	`title` text NOT NULL,
	`about` text DEFAULT '' NOT NULL,
	`credit` text DEFAULT '' NOT NULL,
	`kind` text NOT NULL,
	`link` text DEFAULT '' NOT NULL,
	`state` text DEFAULT 'draft' NOT NULL,
	`exercise_id` text,
	`on_shelf` integer DEFAULT false NOT NULL,
	`access` text DEFAULT 'everyone' NOT NULL,
	`plans` text DEFAULT '[]' NOT NULL,
	`level_id` text DEFAULT '' NOT NULL,
	`poster` text DEFAULT '' NOT NULL,
	`captions` text DEFAULT '' NOT NULL,
	`captions_language` text DEFAULT 'en' NOT NULL,
	`chapters` text DEFAULT '[]' NOT NULL,
	`seconds` integer DEFAULT 0 NOT NULL,
	`object_key` text DEFAULT '' NOT NULL,
	`content_type` text DEFAULT '' NOT NULL,
	`bytes` integer DEFAULT 0 NOT NULL,
	`file_name` text DEFAULT '' NOT NULL,
	`upload_key` text DEFAULT '' NOT NULL,
	`upload_token` text DEFAULT '' NOT NULL,
	`upload_name` text DEFAULT '' NOT NULL,
	`upload_bytes` integer DEFAULT 0 NOT NULL,
	`upload_type` text DEFAULT '' NOT NULL,
	`created_by` text NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE INDEX `videos_by_title` ON `videos` (`studio_id`,`title`,`id`);--> statement-breakpoint
CREATE INDEX `videos_on_shelf` ON `videos` (`studio_id`,`title`) WHERE on_shelf AND state = 'published';--> statement-breakpoint
CREATE INDEX `videos_by_exercise` ON `videos` (`studio_id`,`exercise_id`) WHERE exercise_id IS NOT NULL;
--> statement-breakpoint
CREATE TRIGGER `videos_go` AFTER DELETE ON `videos`
BEGIN
  INSERT INTO stray_objects (object_key, due_at_ms) SELECT OLD.object_key, 0 WHERE OLD.object_key <> ''
  ON CONFLICT (object_key) DO UPDATE SET due_at_ms = 0;
  DELETE FROM video_parts WHERE studio_id = OLD.studio_id AND upload_key = OLD.upload_key;
  DELETE FROM video_places WHERE studio_id = OLD.studio_id AND video_id = OLD.id;
END;
--> statement-breakpoint
CREATE TRIGGER `videos_file_replaced` AFTER UPDATE OF `object_key` ON `videos`
WHEN OLD.object_key <> '' AND OLD.object_key <> NEW.object_key
BEGIN
  INSERT INTO stray_objects (object_key, due_at_ms) VALUES (OLD.object_key, 0)
  ON CONFLICT (object_key) DO UPDATE SET due_at_ms = 0;
END;
--> statement-breakpoint
CREATE TRIGGER `videos_upload_over` AFTER UPDATE OF `upload_key` ON `videos`
WHEN OLD.upload_key <> '' AND OLD.upload_key <> NEW.upload_key
BEGIN
  DELETE FROM video_parts WHERE studio_id = OLD.studio_id AND upload_key = OLD.upload_key;
END;
--> statement-breakpoint
CREATE TRIGGER `videos_exercise_merged` AFTER UPDATE OF `merged_into` ON `exercises`
WHEN NEW.merged_into IS NOT NULL
BEGIN
  UPDATE videos SET exercise_id = NEW.merged_into
  WHERE studio_id = NEW.studio_id AND exercise_id = NEW.id;
END;
--> statement-breakpoint
CREATE TRIGGER `videos_exercise_gone` AFTER DELETE ON `exercises`
BEGIN
  UPDATE videos SET exercise_id = NULL WHERE studio_id = OLD.studio_id AND exercise_id = OLD.id;
END;
