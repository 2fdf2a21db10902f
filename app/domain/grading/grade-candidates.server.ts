import { sql } from 'drizzle-orm'
import { batch, changed } from '#app/db/batch.server.ts'
import { auditStatement, rightAfterChange } from '#app/domain/audit/audit.server.ts'
import { queueSomeStatements } from '#app/domain/messaging/outbox.server.ts'
import { reachLevelStatements } from '#app/domain/people/levels/set-level.server.ts'
import { moveStatement } from '#app/domain/products/stock-statements.server.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import { gradingLetter } from '#app/messages/grading-letter.ts'
import { dayLong } from '#app/values/wording.ts'
import { localDate } from '#app/values/zone.ts'
import type { ResultForm } from './grading-form.ts'
import { gradingPage } from './grading-page.server.ts'
import { isPass } from './grading-words.ts'

export type BeginResult =
  | { ok: true }
  | { ok: false; reason: 'not_found' | 'not_open' | 'too_early' }

/** Begins the grading on its day: nobody answers or is invited any more, sheets are filled in. */
export async function beginGrading(ctx: StaffContext, gradingId: string): Promise<BeginResult> {
  const { db, studio, now } = ctx
  const today = localDate(now, studio.timeZone)
  const own = sql`studio_id = ${studio.id} AND id = ${gradingId}`
  const { done, there } = await batch(db, {
    done: db.run(sql`UPDATE gradings SET state = 'locked', version = version + 1
      WHERE ${own} AND state = 'open' AND on_date <= ${today}`),
    audit: auditStatement(
      ctx,
      { action: 'grading.begun', subjectKind: 'grading', subjectId: gradingId },
      rightAfterChange,
    ),
    there: db.all<{ state: string; onDate: string }>(sql`
      SELECT state, on_date AS onDate FROM gradings WHERE ${own}`),
  })
  const [row] = there
  if (!row) return { ok: false, reason: 'not_found' }
  if (changed(done) > 0 || row.state === 'locked') return { ok: true }
  return { ok: false, reason: row.state === 'open' ? 'too_early' : 'not_open' }
}

export type Mark = {
  item: string
  side: '' | 'left' | 'right'
  mark: 'pass' | 'note' | 'retest'
  /** When it was made on its tablet. */
  madeAtMs: number
}

export type SaveMarksResult =
  | { ok: true; kept: number }
  | { ok: false; reason: 'not_found' | 'not_grading' }

/**
 * Keeps marks of one assessor for one person, as they come in from one or several tablets: of each
 * item and side the newest mark of that assessor stands, in whatever order they arrive. Marks of
 * other assessors are theirs. Refused before the grading has begun and once it is published.
 */
export async function saveMarks(
  ctx: StaffContext,
  gradingId: string,
  personId: string,
  marks: readonly Mark[],
): Promise<SaveMarksResult> {
  const { db, studio, actor } = ctx
  const assessor = sql`coalesce((SELECT id FROM people WHERE studio_id = ${studio.id}
    AND user_id = ${actor.userId} LIMIT 1), ${actor.userId})`
  const { there } = await batch(db, {
    marks: db.run(sql`
      INSERT INTO grading_marks (studio_id, grading_id, person_id, item, side, assessor_id,
        assessor_name, mark, made_at_ms)
      SELECT ${studio.id}, ${gradingId}, ${personId}, one.value ->> 'item', one.value ->> 'side',
        ${assessor}, ${actor.name}, one.value ->> 'mark', one.value ->> 'madeAtMs'
      FROM json_each(${JSON.stringify(marks)}) AS one
      WHERE EXISTS (SELECT 1 FROM grading_candidates AS candidate
        JOIN gradings AS grading ON grading.id = candidate.grading_id
        WHERE candidate.studio_id = ${studio.id} AND candidate.grading_id = ${gradingId}
          AND candidate.person_id = ${personId} AND candidate.state = 'confirmed'
          AND grading.state = 'locked')
      ON CONFLICT DO UPDATE SET mark = excluded.mark, made_at_ms = excluded.made_at_ms
        WHERE excluded.made_at_ms >= made_at_ms`),
    there: db.all<{ state: string }>(sql`
      SELECT grading.state FROM grading_candidates AS candidate
      JOIN gradings AS grading ON grading.id = candidate.grading_id
      WHERE candidate.studio_id = ${studio.id} AND candidate.grading_id = ${gradingId}
        AND candidate.person_id = ${personId} AND candidate.state = 'confirmed'`),
  })
  const [row] = there
  if (!row) return { ok: false, reason: 'not_found' }
  return row.state === 'locked'
    ? { ok: true, kept: marks.length }
    : { ok: false, reason: 'not_grading' }
}

export type SetResultResult =
  | { ok: true }
  | { ok: false; reason: 'not_found' | 'not_grading' | 'needs_items' }
  /** Somebody else entered another result meanwhile. */
  | { ok: false; reason: 'changed'; by: string; result: string }

/**
 * Says what came of one person’s grading. The same result from two tablets is one; another one is
 * refused with who entered it, unless the form knew of that (`version`). A retest names its items.
 */
export async function setResult(
  ctx: StaffContext,
  gradingId: string,
  personId: string,
  form: ResultForm,
): Promise<SetResultResult> {
  const { db, studio, actor } = ctx
  const { result, note, version } = form
  const retest = result === 'retest'
  if (retest && form.retestItems === '') return { ok: false, reason: 'needs_items' }
  const [items, by] = retest ? [form.retestItems, form.retestBy || null] : ['', null]
  const own = sql`studio_id = ${studio.id} AND grading_id = ${gradingId}
    AND person_id = ${personId} AND state = 'confirmed'`
  const same = sql`result IS ${result} AND note = ${note} AND retest_items = ${items}
    AND retest_by IS ${by}`
  const { done, there } = await batch(db, {
    done: db.run(sql`
      UPDATE grading_candidates SET result = ${result}, note = ${note}, retest_items = ${items},
        retest_by = ${by}, result_by = ${actor.name}, version = version + 1
      WHERE ${own} AND version = ${version} AND NOT (${same}) AND EXISTS (
        SELECT 1 FROM gradings WHERE id = ${gradingId} AND state = 'locked')`),
    audit: auditStatement(
      ctx,
      {
        action: 'grading.result',
        subjectKind: 'person',
        subjectId: personId,
        detail: { gradingId, result },
      },
      rightAfterChange,
    ),
    there: db.all<{
      same: number
      version: number
      by: string
      result: string | null
      state: string
    }>(sql`
      SELECT ${same} AS same, version, result_by AS by, result, (SELECT state FROM gradings
        WHERE id = ${gradingId}) AS state FROM grading_candidates WHERE ${own}`),
  })
  const [row] = there
  if (!row) return { ok: false, reason: 'not_found' }
  if (changed(done) > 0 || row.same === 1) return { ok: true }
  if (row.state !== 'locked') return { ok: false, reason: 'not_grading' }
  return { ok: false, reason: 'changed', by: row.by, result: row.result ?? '' }
}

export type PublishResult =
  | { ok: true; passed: number; first: number; last: number }
  | { ok: false; reason: 'not_found' | 'not_grading' }
  /** People without a result. */
  | { ok: false; reason: 'missing'; names: string[] }

/**
 * Publishes all results together: those who passed are on the level as of the day of the grading,
 * whenever that is typed (one they held for a time is confirmed as of it), each with a certificate
 * numbered behind the studio’s last without a gap, belts leave the stock, and everybody is told by
 * mail where to read theirs. One batch, once: of two who press one publishes.
 */
export async function publishGrading(ctx: StaffContext, gradingId: string): Promise<PublishResult> {
  const { db, studio, now, nowMs, origin, actor } = ctx
  const page = await gradingPage(ctx, gradingId)
  if (!page) return { ok: false, reason: 'not_found' }
  const { grading, people } = page
  if (!['locked', 'published'].includes(grading.state)) return { ok: false, reason: 'not_grading' }
  const came = people.filter(({ state }) => state === 'confirmed')
  const missing = came.filter(({ result }) => result === null)
  if (missing.length > 0)
    return { ok: false, reason: 'missing', names: missing.map(({ name }) => name) }
  const passed = came.filter(({ result }) => isPass(result))
  const own = sql`studio_id = ${studio.id} AND id = ${gradingId}`
  const line = `grading-published:${gradingId}`
  const published = sql`EXISTS (SELECT 1 FROM audit_entries WHERE id = ${line})`
  const where = grading.beltId
    ? await db.all<{ id: string }>(sql`SELECT location_id AS id FROM stock_counts
        WHERE studio_id = ${studio.id} AND variant_id = ${grading.beltId}
        ORDER BY quantity DESC LIMIT 1`)
    : []
  const mails = came
    .filter(({ email }) => email !== '')
    .map((person) => ({
      message: {
        studioId: studio.id,
        dedupeKey: `grading-result:${person.candidateId}`,
        to: person.email,
        kind: 'grading-letter',
        letter: gradingLetter({
          studio,
          origin,
          gradingId,
          level: grading.level,
          what: { kind: 'result' },
          name: person.guardianName || person.name,
          ...(person.guardianName ? { child: person.name } : {}),
          when: dayLong(grading.onDate, studio.locale),
        }),
      },
      onlyIf: published,
    }))
  const ids = JSON.stringify(passed.map(({ id }) => id))
  const reached = reachLevelStatements(
    ctx,
    passed.map(({ id }) => id),
    {
      key: `grading-${gradingId}`,
      levelId: grading.levelId,
      since: grading.onDate,
      reason: `Grading on ${dayLong(grading.onDate, studio.locale)}`,
    },
    published,
  )
  const { numbers } = await batch(db, {
    // A result that was changed since the page was read lets nothing through.
    done: db.run(sql`UPDATE gradings SET state = 'published', published_at = ${now},
        version = version + 1
      WHERE ${own} AND state = 'locked' AND (SELECT count(*) FROM grading_candidates
        WHERE studio_id = ${studio.id} AND grading_id = ${gradingId} AND state = 'confirmed'
          AND result IN ('passed','passed_with_note')
          AND person_id IN (SELECT value FROM json_each(${ids}))) = ${passed.length}
        AND NOT EXISTS (SELECT 1 FROM grading_candidates WHERE studio_id = ${studio.id}
          AND grading_id = ${gradingId} AND state = 'confirmed' AND (result IS NULL
            OR (result IN ('passed','passed_with_note')
              AND person_id NOT IN (SELECT value FROM json_each(${ids})))))`),
    line: auditStatement(
      ctx,
      {
        id: line,
        action: 'grading.published',
        subjectKind: 'grading',
        subjectId: gradingId,
        detail: { passed: passed.length, of: came.length },
      },
      rightAfterChange,
    ),
    certificates: db.run(sql`
      INSERT INTO certificates (studio_id, number, grading_id, person_id, name, level, on_date,
        issued_by, issued_at)
      SELECT ${studio.id}, coalesce((SELECT max(number) FROM certificates
          WHERE studio_id = ${studio.id}), 0) + row_number() OVER (ORDER BY person.name, person.id),
        ${gradingId}, person.id, person.name, ${grading.level}, ${grading.onDate},
        ${grading.panelNames || actor.name}, ${now}
      FROM people AS person WHERE person.studio_id = ${studio.id}
        AND person.id IN (SELECT value FROM json_each(${ids})) AND ${published}
        AND NOT EXISTS (SELECT 1 FROM certificates AS given WHERE given.studio_id = ${studio.id}
          AND given.grading_id = ${gradingId})`),
    ...reached,
    belts:
      grading.beltId && where[0] && passed.length > 0
        ? moveStatement(
            ctx,
            [
              {
                id: `grading-${gradingId}`,
                variantId: grading.beltId,
                kind: 'written_off',
                locationId: where[0].id,
                quantity: -passed.length,
                reason: 'Grading',
              },
            ],
            published,
          )
        : null,
    ...queueSomeStatements(db, mails, nowMs),
    numbers: db.all<{ state: string; first: number | null; last: number | null; n: number }>(sql`
      SELECT (SELECT state FROM gradings WHERE ${own}) AS state, min(number) AS first,
        max(number) AS last, count(*) AS n FROM certificates
      WHERE studio_id = ${studio.id} AND grading_id = ${gradingId}`),
  })
  const [sum] = numbers as { state: string; first: number | null; last: number | null; n: number }[]
  if (sum?.state !== 'published') return { ok: false, reason: 'not_grading' }
  return { ok: true, passed: sum.n, first: sum.first ?? 0, last: sum.last ?? 0 }
}
