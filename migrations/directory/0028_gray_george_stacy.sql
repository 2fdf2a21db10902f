CREATE TABLE `failed_mail_places` (
	`outbox_id` text NOT NULL,
	`studio_id` text NOT NULL,
	`tried_at_ms` integer NOT NULL,
	PRIMARY KEY(`outbox_id`, `studio_id`)
);
--> statement-breakpoint
CREATE INDEX `failed_mail_places_of_studio` ON `failed_mail_places` (`studio_id`,`tried_at_ms`);--> statement-breakpoint
CREATE INDEX `outbox_failed` ON `outbox` (`studio_id`,`next_attempt_at_ms`) WHERE state = 'failed';
--> statement-breakpoint
CREATE TRIGGER `failed_mail_at` AFTER UPDATE OF `state` ON `outbox`
WHEN NEW.state = 'failed' AND OLD.state <> 'failed' AND NEW.studio_id IS NULL
BEGIN
  INSERT INTO failed_mail_places (outbox_id, studio_id, tried_at_ms)
  SELECT NEW.id, place.studio_id, NEW.next_attempt_at_ms
  FROM auth_users AS account JOIN affiliations AS place ON place.user_id = account.id
  WHERE place.state = 'active' AND (NEW.channel = 'email' AND account.email = NEW.recipient
    OR NEW.channel = 'sms' AND account.phone = ltrim(NEW.recipient, '+'))
  ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER `failed_mail_again` AFTER UPDATE OF `state` ON `outbox`
WHEN OLD.state = 'failed' AND NEW.state <> 'failed' AND NEW.studio_id IS NULL
BEGIN
  DELETE FROM failed_mail_places WHERE outbox_id = NEW.id;
END;
--> statement-breakpoint
CREATE TRIGGER `failed_mail_gone` AFTER DELETE ON `outbox`
WHEN OLD.state = 'failed' AND OLD.studio_id IS NULL
BEGIN
  DELETE FROM failed_mail_places WHERE outbox_id = OLD.id;
END;
--> statement-breakpoint
INSERT INTO failed_mail_places (outbox_id, studio_id, tried_at_ms)
SELECT mail.id, place.studio_id, mail.next_attempt_at_ms
FROM outbox AS mail CROSS JOIN auth_users AS account
  ON mail.channel = 'email' AND account.email = mail.recipient
    OR mail.channel = 'sms' AND account.phone = ltrim(mail.recipient, '+')
JOIN affiliations AS place ON place.user_id = account.id
WHERE mail.state = 'failed' AND mail.studio_id IS NULL AND mail.recipient <> ''
  AND place.state = 'active'
ON CONFLICT DO NOTHING;
