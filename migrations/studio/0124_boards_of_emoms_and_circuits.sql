-- EMOMs, circuits and intervals are ranked by rounds, time and repetitions now: their results were
-- the heaviest set, which says nothing of the kind. The sets stay.
UPDATE workout_logs SET score = NULL
WHERE score IS NOT NULL AND workout_id IS NOT NULL
  AND (SELECT sum(block.value ->> 'kind' NOT IN ('emom', 'circuit', 'intervals')) = 0
    FROM json_each(workout_logs.plan, '$.blocks') AS block);
