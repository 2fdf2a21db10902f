import { sql } from 'drizzle-orm'
import { batch, changed } from '#app/db/batch.server.ts'
import { auditStatement, rightAfterChange } from '#app/domain/audit/audit.server.ts'
import { addressSql } from '#app/domain/families/letter-address.server.ts'
import { queueSomeStatements } from '#app/domain/messaging/outbox.server.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import { gradingLetter } from '#app/messages/grading-letter.ts'
import { dayLong } from '#app/values/wording.ts'
import type { GradingForm } from './grading-form.ts'

export type SaveGradingResult =
  | { ok: true }
  | { ok: false; reason: 'not_found' | 'changed' | 'under_way' | 'fee_charged' }
  /** People are invited for another day: they have to be told. */
  | { ok: false; reason: 'must_tell'; people: number }

/**
 * Plans a grading under the form’s key (twice is once), or changes the one at `version` while it is
 * planned or invited. Another day or time after invitations is told by mail to those who were
 * invited, and only with `tell`; the fee stays once somebody was charged. A level or person of
 * another studio is not found.
 */
export async function saveGrading(
  ctx: StaffContext,
  form: Omit<GradingForm, 'version'>,
  version: number | null,
): Promise<SaveGradingResult> {
  const { db, studio, now, nowMs, origin } = ctx
  const { key: id, level, onDate, startsAt, place, fee, answerBy, items, panel, belt } = form
  const own = sql`studio_id = ${studio.id} AND id = ${id}`
  const ownPanel = sql`(SELECT count(*) FROM people WHERE studio_id = ${studio.id} AND is_staff = 1
    AND id IN (SELECT value FROM json_each(${JSON.stringify(panel)}))) = ${panel.length}`
  const values = sql`${onDate}, ${startsAt}, ${place}, ${fee}, ${answerBy},
    ${JSON.stringify(panel)}, ${items}, ${belt || null}`
  const columns = sql`on_date, starts_at, place, fee_minor, answer_by, panel, items, belt_id`
  const ownBelt = belt
    ? sql`EXISTS (SELECT 1 FROM product_variants WHERE studio_id = ${studio.id} AND id = ${belt})`
    : sql`1`
  if (version === null) {
    const { there } = await batch(db, {
      save: db.run(sql`
        INSERT INTO gradings (id, studio_id, ladder_id, level_id, ${columns}, state, created_at)
        SELECT ${id}, ${studio.id}, level.ladder_id, level.id, ${values}, 'draft', ${now}
        FROM levels AS level WHERE level.studio_id = ${studio.id} AND level.id = ${level}
          AND ${ownPanel} AND ${ownBelt} ON CONFLICT DO NOTHING`),
      audit: auditStatement(
        ctx,
        {
          action: 'grading.added',
          subjectKind: 'grading',
          subjectId: id,
          detail: { levelId: level, onDate, feeMinor: fee },
        },
        rightAfterChange,
      ),
      there: db.all(sql`SELECT 1 FROM gradings WHERE ${own}`),
    })
    return there.length > 0 ? { ok: true } : { ok: false, reason: 'not_found' }
  }
  const [before] = await db.all<{
    onDate: string
    startsAt: string
    fee: number
    state: string
    version: number
    level: string
  }>(sql`SELECT grading.on_date AS onDate, grading.starts_at AS startsAt, grading.fee_minor AS fee,
      grading.state, grading.version, level.name AS level
    FROM gradings AS grading JOIN levels AS level ON level.id = grading.level_id
    WHERE grading.studio_id = ${studio.id} AND grading.id = ${id}`)
  if (!before) return { ok: false, reason: 'not_found' }
  if (before.version !== version) return { ok: false, reason: 'changed' }
  if (!['draft', 'open'].includes(before.state)) return { ok: false, reason: 'under_way' }
  const invited = await db.all<{ id: string; name: string; email: string; guardianName: string }>(
    sql`SELECT person.id, person.name, ${addressSql()} FROM grading_candidates AS candidate
      JOIN people AS person ON person.id = candidate.person_id
      WHERE candidate.studio_id = ${studio.id} AND candidate.grading_id = ${id}
        AND candidate.state IN ('invited','confirmed')`,
  )
  const moved = before.onDate !== onDate || before.startsAt !== startsAt
  if (moved && invited.length > 0 && form.tell !== 'on') {
    return { ok: false, reason: 'must_tell', people: invited.length }
  }
  if (before.fee !== fee && before.state !== 'draft') return { ok: false, reason: 'fee_charged' }
  const told = moved ? invited.filter(({ email }) => email !== '') : []
  const mails = told.map((person) => ({
    message: {
      studioId: studio.id,
      dedupeKey: `grading-moved:${id}:${version}:${person.id}`,
      to: person.email,
      kind: 'grading-letter',
      letter: gradingLetter({
        studio,
        origin,
        gradingId: id,
        level: before.level,
        name: person.guardianName || person.name,
        ...(person.guardianName ? { child: person.name } : {}),
        when: `${dayLong(onDate, studio.locale)}, ${startsAt}`,
        what: { kind: 'moved', from: dayLong(before.onDate, studio.locale) },
      }),
    },
    onlyIf: sql`EXISTS (SELECT 1 FROM gradings WHERE ${own} AND version = ${version + 1})`,
  }))
  const { save } = await batch(db, {
    save: db.run(sql`
      UPDATE gradings SET (${columns}) = (${values}), version = version + 1
      WHERE ${own} AND version = ${version} AND state IN ('draft','open')
        AND ${ownPanel} AND ${ownBelt}`),
    audit: auditStatement(
      ctx,
      {
        action: 'grading.changed',
        subjectKind: 'grading',
        subjectId: id,
        detail: { onDate, startsAt, before: before.onDate },
      },
      rightAfterChange,
    ),
    ...queueSomeStatements(db, mails, nowMs),
  })
  return changed(save) > 0 ? { ok: true } : { ok: false, reason: 'changed' }
}
