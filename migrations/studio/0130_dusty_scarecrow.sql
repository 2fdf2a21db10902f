ALTER TABLE `class_types` ADD `set_up_minutes` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `class_types` ADD `walk_ins` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `class_types` ADD `language` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `class_types` ADD `access` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `occurrences` ADD `walk_ins` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `rooms` ADD `turn_round_minutes` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `rooms` ADD `never_twice` integer DEFAULT false NOT NULL;
--> statement-breakpoint
-- However a class is made, it begins with the places for walk-ins of its type; one can always be booked.
CREATE TRIGGER `new_class_keeps_walk_ins` AFTER INSERT ON `occurrences`
  WHEN new.kind = 'class' AND (SELECT walk_ins FROM class_types WHERE id = new.class_type_id) > 0
BEGIN
  UPDATE occurrences SET walk_ins = min(new.capacity - 1,
    (SELECT walk_ins FROM class_types WHERE id = new.class_type_id))
  WHERE id = new.id;
END;
