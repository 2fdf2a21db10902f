CREATE INDEX `limit_counters_by_start` ON `limit_counters` (`window_start_ms`);--> statement-breakpoint
-- Each new counter takes up to three with it that are long over: whoever makes them up by the
-- million prunes them as well. No window is longer than an hour.
CREATE TRIGGER `limit_counters_prune` AFTER INSERT ON `limit_counters` BEGIN
  DELETE FROM `limit_counters` WHERE `key` IN (
    SELECT `key` FROM `limit_counters` WHERE `window_start_ms` <= NEW.`window_start_ms` - 7200000
    ORDER BY `window_start_ms` LIMIT 3
  );
END;
