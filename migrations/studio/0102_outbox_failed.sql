CREATE INDEX `outbox_failed` ON `outbox` (`studio_id`,`created_at_ms`) WHERE state = 'failed';
