import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import { weightUnitStatement } from '#app/domain/people/weight-unit.server.ts'
import type { MemberContext } from '#app/domain/scope/contexts.ts'
import { weightUnitOf } from '#app/domain/workouts/plan/tokens.ts'
import { isLocalDate, type LocalDate, localDate } from '#app/values/zone.ts'
import { type MeasureKind, readMeasure } from './measure-words.ts'

export type SaveMeasuresResult =
  | { ok: true; saved: number }
  | { ok: false; reason: 'no_date' }
  | { ok: false; reason: 'nothing' }
  | { ok: false; reason: 'unreadable'; kind: MeasureKind }

/**
 * Keeps what a person measured on a day, in their unit; a kind measured twice on a day is the later.
 * Refused: a day that is none or is to come, nothing at all, and what cannot be a measure of a body.
 */
export async function saveMeasures(
  ctx: MemberContext,
  day: LocalDate,
  typed: Readonly<Partial<Record<MeasureKind, string>>>,
): Promise<SaveMeasuresResult> {
  const { db, studio, person, now } = ctx
  if (!isLocalDate(day) || day > localDate(now, studio.timeZone) || day < '1990')
    return { ok: false, reason: 'no_date' }
  const [chosen] = await weightUnitStatement(ctx, person.id)
  const unit = chosen?.weightUnit || weightUnitOf(studio)
  const said = (Object.entries(typed) as [MeasureKind, string][]).filter(([, t]) => t.trim() !== '')
  const rows: { kind: MeasureKind; value: number }[] = []
  for (const [kind, text] of said) {
    const value = readMeasure(kind, text, unit)
    if (value === null) return { ok: false, reason: 'unreadable', kind }
    rows.push({ kind, value })
  }
  if (rows.length === 0) return { ok: false, reason: 'nothing' }
  await batch(db, {
    save: db.run(sql`
      INSERT INTO body_measures (studio_id, person_id, kind, day, value, created_at)
      SELECT ${studio.id}, ${person.id}, one.value ->> 'kind', ${day}, one.value ->> 'value', ${now}
      FROM json_each(${JSON.stringify(rows)}) AS one WHERE 1
      ON CONFLICT (studio_id, person_id, kind, day) DO UPDATE SET value = excluded.value`),
  })
  return { ok: true, saved: rows.length }
}
