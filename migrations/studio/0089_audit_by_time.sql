CREATE INDEX `audit_entries_by_time` ON `audit_entries` (`studio_id`,`created_at`,`id`);
