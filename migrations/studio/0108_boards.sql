ALTER TABLE `log_imports` ADD `left_out` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `workout_logs` ADD `by_name` text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX `workout_logs_on_board` ON `workout_logs` (`studio_id`,`workout_id`,`division`,`score`) WHERE workout_id IS NOT NULL AND score IS NOT NULL;--> statement-breakpoint
CREATE INDEX `workout_logs_of_day` ON `workout_logs` (`studio_id`,`workout_id`,`local_start`) WHERE workout_id IS NOT NULL AND score IS NOT NULL;--> statement-breakpoint
ALTER TABLE `workouts` ADD `benchmark` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `workout_logs` DROP COLUMN `on_board`;--> statement-breakpoint
UPDATE workout_logs SET score = (
  SELECT nullif(max(iif(coalesce(s.reps, 1) > 0, s.grams, 0)), 0) FROM workout_sets AS s
  WHERE s.studio_id = workout_logs.studio_id AND s.log_id = workout_logs.id AND s.removed = 0
    AND s.type <> 'warmup')
WHERE workout_id IS NOT NULL AND score IS NULL AND state IN ('finished', 'auto_closed')
  AND NOT EXISTS (SELECT 1 FROM json_each(workout_logs.plan, '$.blocks') AS block
    WHERE block.value ->> 'kind' IN ('for_time', 'amrap'));
