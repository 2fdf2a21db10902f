/** Publishing a week: everybody is told once what changed for them. */
import { sql } from 'drizzle-orm'
import { batch, changed } from '#app/db/batch.server.ts'
import { auditStatement, lineWrittenSql } from '#app/domain/audit/audit.server.ts'
import { noticeStatement } from '#app/domain/messaging/notices.server.ts'
import { queueStatement } from '#app/domain/messaging/outbox.server.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import { rotaChanged, rotaChangedNotice } from '#app/messages/rota-changed.ts'
import { paths } from '#app/paths.ts'
import { newId } from '#app/values/id.ts'
import { dayRange } from '#app/values/wording.ts'
import { addDays, type LocalDate } from '#app/values/zone.ts'
import { changedSql, inWeekSql, shiftsStatement, toldSql } from './rota-queries.server.ts'
import { changesOf } from './rota-words.ts'

type Recipient = { id: string; name: string; preferredName: string; email: string }

/**
 * Publishes what changed of the week since it was last: all of it, just as it was read, or nothing
 * (`changed`: somebody planned on meanwhile). Answers how many people were told; two presses at once
 * tell each of them once, since the second finds nothing that changed.
 */
export async function publishRota(
  ctx: StaffContext,
  week: LocalDate,
): Promise<{ ok: true; told: number } | { ok: false; reason: 'changed' }> {
  const { db, studio, now, nowMs, origin } = ctx
  const inWeek = inWeekSql(ctx, week)
  const rows = (await shiftsOf(ctx, week)).filter(({ changed }) => changed)
  if (rows.length === 0) return { ok: true, told: 0 }
  const changes = changesOf(rows, now, studio)
  const people = await db.all<Recipient>(sql`
    SELECT id, name, preferred_name AS preferredName, email FROM people
    WHERE studio_id = ${studio.id} AND is_staff = 1 AND archived_at IS NULL AND id IN (
      SELECT value FROM json_each(${JSON.stringify([...changes.keys()])}))`)
  const seen = JSON.stringify(rows.map(({ id, version }) => `${id}:${version}`))
  const line = newId()
  const done = lineWrittenSql(line)
  const letters = people.map(({ id, name, preferredName, email }) => {
    const about = {
      studio,
      origin,
      name: preferredName || name,
      changes: changes.get(id) ?? [],
      week: dayRange(week, addDays(week, 6), studio.locale),
      path: paths.manageRota(studio, { week }),
    }
    const [dedupeKey, kind] = [`rota:${line}:${id}`, 'rota-changed']
    const notice = { personId: id, dedupeKey, kind, text: rotaChangedNotice(about) }
    const message = { studioId: studio.id, dedupeKey, to: email, kind, letter: rotaChanged(about) }
    return {
      [`notice${id}`]: noticeStatement(ctx, { ...notice, path: about.path }, done),
      ...(email ? { [`mail${id}`]: queueStatement(db, message, nowMs, done) } : {}),
    }
  })
  const { audit } = await batch(db, {
    audit: auditStatement(
      ctx,
      {
        id: line,
        action: 'rota.published',
        subjectKind: 'rota',
        subjectId: week,
        detail: { shifts: rows.length, people: people.map(({ id }) => id) },
      },
      sql`(SELECT count(*) FROM shifts AS shift WHERE ${inWeek} AND ${changedSql}) = ${rows.length}
        AND (SELECT count(*) FROM shifts AS shift WHERE ${inWeek} AND ${changedSql}
          AND shift.id || ':' || shift.version IN (SELECT value FROM json_each(${seen})))
          = ${rows.length}`,
    ),
    gone: db.run(sql`DELETE FROM shifts AS shift
      WHERE ${inWeek} AND shift.removed_at IS NOT NULL AND ${done}`),
    told: db.run(sql`UPDATE shifts AS shift SET told = ${toldSql}, told_person_id = shift.person_id
      WHERE ${inWeek} AND ${changedSql} AND ${done}`),
    ...Object.assign({}, ...letters),
  })
  if (changed(audit) > 0) return { ok: true, told: people.length }
  const left = (await shiftsOf(ctx, week)).some(({ changed }) => changed)
  return left ? { ok: false, reason: 'changed' } : { ok: true, told: 0 }
}

async function shiftsOf(ctx: StaffContext, week: LocalDate) {
  const { rows } = await batch(ctx.db, { rows: shiftsStatement(ctx, inWeekSql(ctx, week)) })
  return rows
}
