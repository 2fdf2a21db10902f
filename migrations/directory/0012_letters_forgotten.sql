CREATE INDEX `outbox_readers` ON `outbox` (`recipient`) WHERE recipient <> '';--> statement-breakpoint
CREATE INDEX `outbox_readable` ON `outbox` (`kind`,`created_at_ms`) WHERE recipient <> '' AND text <> '';--> statement-breakpoint
CREATE INDEX `outbox_kept` ON `outbox` (`created_at_ms`) WHERE recipient <> '';