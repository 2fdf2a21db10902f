CREATE TABLE `push_devices` (
	`id` text PRIMARY KEY NOT NULL,
	`studio_id` text NOT NULL,
	`person_id` text NOT NULL,
	`user_id` text NOT NULL,
	`session_id` text NOT NULL,
	`endpoint` text NOT NULL,
	`public_key` text NOT NULL,
	`secret` text NOT NULL,
	`name` text NOT NULL,
	`created_at` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `push_devices_once` ON `push_devices` (`studio_id`,`person_id`,`endpoint`);--> statement-breakpoint
ALTER TABLE `notices` ADD `push_kind` text;
--> statement-breakpoint
-- What is put under somebody's notices also goes to their devices, in the same commit (decision 121).
CREATE TRIGGER `push_of_notice` AFTER INSERT ON `notices` BEGIN
  INSERT INTO outbox (id, studio_id, dedupe_key, channel, recipient, kind, subject, text, html,
    state, next_attempt_at_ms, created_at_ms)
  SELECT lower(hex(randomblob(8))), new.studio_id, 'push:' || new.id || ':' || device.id, 'push',
    device.id, new.kind, '', new.text, new.path, 'queued', unixepoch() * 1000, unixepoch() * 1000
  FROM push_devices AS device
  WHERE device.studio_id = new.studio_id AND device.person_id = new.person_id
    AND NOT EXISTS (SELECT 1 FROM notification_choices AS choice
      WHERE choice.studio_id = new.studio_id AND choice.person_id = new.person_id
        AND choice.kind = new.push_kind AND choice.channel = 'push');
END;
