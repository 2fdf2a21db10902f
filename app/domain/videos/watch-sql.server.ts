/** Who may watch what: fragments over `videos AS video`. */
import { type SQL, sql } from 'drizzle-orm'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { studioUses } from '#app/domain/scope/features.ts'
import { localDate } from '#app/values/zone.ts'

/** Published, and there is something to watch. */
export const watchableSql = sql`video.state = 'published'
  AND (video.kind = 'link' OR video.object_key <> '')`

/** Shown with an exercise that everyone may look up. */
export const shownWithExerciseSql = ({ studio }: StudioContext): SQL =>
  studioUses(studio, 'encyclopedia')
    ? sql`EXISTS (SELECT 1 FROM exercises AS exercise WHERE exercise.studio_id = ${studio.id}
        AND exercise.id = video.exercise_id AND exercise.state = 'published')`
    : sql`0`

/** Whether the shelf is open to a person for this video, by plan or level as the video says. */
export function openToSql({ studio, now }: StudioContext, personId: string): SQL {
  const today = localDate(now, studio.timeZone)
  const person = sql`studio_id = ${studio.id} AND person_id = ${personId}`
  return sql`(video.on_shelf AND CASE video.access
    WHEN 'everyone' THEN ${personId} <> ''
    WHEN 'holders' THEN EXISTS (SELECT 1 FROM people AS holder
      WHERE holder.studio_id = ${studio.id} AND holder.id = ${personId}
        AND holder.held_until >= ${today})
    WHEN 'plan' THEN EXISTS (SELECT 1 FROM memberships AS held
      JOIN plans AS plan ON plan.id = held.plan_id
      WHERE held.${person} AND held.starts_on <= ${today}
        AND (held.ends_on IS NULL OR held.ends_on >= ${today})
        AND (held.state IN ('trialing','active','cancel_scheduled')
          OR held.state = 'past_due' AND held.grace_until >= ${today})
        AND NOT (coalesce(held.frozen_from, '9999') <= ${today}
          AND coalesce(held.frozen_until, '9999') >= ${today})
        AND plan.name IN (SELECT value FROM json_each(video.plans)))
    ELSE EXISTS (SELECT 1 FROM person_levels AS held
      JOIN levels AS has ON has.id = held.level_id
      JOIN levels AS asked ON asked.id = video.level_id AND asked.ladder_id = has.ladder_id
      WHERE held.${person} AND has.rung >= asked.rung) END)`
}

/** Whether somebody may watch it: staff everything, others what is open to them. */
export const mayWatchSql = (ctx: StudioContext, personId: string, staff: boolean): SQL =>
  staff
    ? sql`1`
    : sql`(${watchableSql} AND (${shownWithExerciseSql(ctx)} OR ${openToSql(ctx, personId)}))`
