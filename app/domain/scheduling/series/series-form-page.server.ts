import { sql } from 'drizzle-orm'
import { batch, type Statement } from '#app/db/batch.server.ts'
import { type Choice, choicesStatements } from '#app/domain/calendar/schedule-choices.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { addDays, localDate } from '#app/values/zone.ts'
import { seriesToChangeStatements } from './series-to-change.server.ts'

export type TypeChoice = Choice & { minutes: number; level: string | null }

/** What a series can be made of, for the batch of its form. */
function formStatements(ctx: StudioContext) {
  const { db, studio } = ctx
  const types: Statement<TypeChoice[]> = db.all<TypeChoice>(sql`
    SELECT class_type.id, class_type.name, class_type.minutes, level.name AS level
    FROM class_types AS class_type
    LEFT JOIN levels AS level ON level.id = class_type.minimum_level_id
    WHERE class_type.studio_id = ${studio.id} AND class_type.kind = 'class'
      AND class_type.archived_at IS NULL ORDER BY class_type.name LIMIT 300`)
  // Of each policy the newest version: older ones stay with what was made under them.
  const policies: Statement<Choice[]> = db.all<Choice>(sql`
    SELECT id, name || ', version ' || version AS name FROM policies AS policy
    WHERE studio_id = ${studio.id} AND version = (
      SELECT max(version) FROM policies AS newest
      WHERE newest.studio_id = policy.studio_id AND newest.name = policy.name)
    ORDER BY name LIMIT 100`)
  return { ...choicesStatements(ctx), types, policies }
}

/** The choices of a new class, and the next Monday as its first day. */
export async function newSeriesPage(ctx: StudioContext) {
  const choices = await batch(ctx.db, formStatements(ctx))
  return { ...choices, from: addDays(localDate(ctx.now, ctx.studio.timeZone), 1) }
}

/**
 * A class with its series for the form that changes it. Null for another studio's id. `also` are
 * rows that the page asks of a context to the right, such as its draft.
 */
export async function changeSeriesPage<Also = never>(
  ctx: StudioContext,
  occurrenceId: string,
  also?: Statement<Also[]>,
) {
  const { series, classes, earlier, ...choices } = await batch(ctx.db, {
    ...formStatements(ctx),
    ...seriesToChangeStatements(ctx, occurrenceId, ''),
    ...(also ? { also } : {}),
  })
  const [found] = series
  const self = classes.find(({ id }) => id === occurrenceId)
  if (!found) return null
  const held = classes.filter(({ live, state }) => live > 0 && state === 'scheduled')
  return {
    ...choices,
    also: (choices.also ?? []) as Also[],
    series: found,
    self: self ?? null,
    first: (earlier[0]?.n ?? 0) === 0,
    held: { classes: held.length, places: held.reduce((sum, { live }) => sum + live, 0) },
  }
}
