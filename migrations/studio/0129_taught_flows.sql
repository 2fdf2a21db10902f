DROP INDEX `class_flows_by_flow`;--> statement-breakpoint
ALTER TABLE `class_flows` ADD `starts_at` text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX `class_flows_by_time` ON `class_flows` (`studio_id`,`flow_id`,`starts_at`);--> statement-breakpoint
ALTER TABLE `flow_versions` ADD `taught` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
UPDATE `class_flows` SET `starts_at` = coalesce((SELECT o.starts_at FROM occurrences AS o
  WHERE o.studio_id = class_flows.studio_id AND o.id = class_flows.occurrence_id), '');
--> statement-breakpoint
UPDATE `flow_versions` SET `taught` = said.n FROM (
  SELECT studio_id, flow_id, version, count(*) AS n FROM class_flows
  WHERE version IS NOT NULL GROUP BY studio_id, flow_id, version) AS said
WHERE said.studio_id = flow_versions.studio_id AND said.flow_id = flow_versions.flow_id
  AND said.version = flow_versions.version;
--> statement-breakpoint
-- A class's row says when it begins, and its flow's version how many classes were taught from it.
CREATE TRIGGER `class_flows_added` AFTER INSERT ON `class_flows`
BEGIN
  UPDATE class_flows SET starts_at = (SELECT o.starts_at FROM occurrences AS o
    WHERE o.studio_id = new.studio_id AND o.id = new.occurrence_id)
  WHERE studio_id = new.studio_id AND occurrence_id = new.occurrence_id
    AND EXISTS (SELECT 1 FROM occurrences AS o
      WHERE o.studio_id = new.studio_id AND o.id = new.occurrence_id);
  UPDATE flow_versions SET taught = taught + 1
  WHERE studio_id = new.studio_id AND flow_id = new.flow_id AND version = new.version;
END;
--> statement-breakpoint
CREATE TRIGGER `class_flows_pinned` AFTER UPDATE OF `version`, `flow_id` ON `class_flows`
WHEN old.version IS NOT new.version OR old.flow_id <> new.flow_id
BEGIN
  UPDATE flow_versions SET taught = taught - 1
  WHERE studio_id = old.studio_id AND flow_id = old.flow_id AND version = old.version;
  UPDATE flow_versions SET taught = taught + 1
  WHERE studio_id = new.studio_id AND flow_id = new.flow_id AND version = new.version;
END;
--> statement-breakpoint
CREATE TRIGGER `class_flows_removed` AFTER DELETE ON `class_flows` WHEN old.version IS NOT NULL
BEGIN
  UPDATE flow_versions SET taught = taught - 1
  WHERE studio_id = old.studio_id AND flow_id = old.flow_id AND version = old.version;
END;
--> statement-breakpoint
CREATE TRIGGER `class_flows_move` AFTER UPDATE OF `starts_at` ON `occurrences`
WHEN old.starts_at <> new.starts_at
BEGIN
  UPDATE class_flows SET starts_at = new.starts_at
  WHERE studio_id = new.studio_id AND occurrence_id = new.id;
END;
