import { type SQL, sql } from 'drizzle-orm'
import { batch, changed } from '#app/db/batch.server.ts'
import { auditEachStatement } from '#app/domain/audit/audit.server.ts'
import { noticeEachStatement } from '#app/domain/messaging/notices.server.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import { paths } from '#app/paths.ts'
import { count } from '#app/values/wording.ts'
import { localDate } from '#app/values/zone.ts'
import { notStarted } from '../lot-end.ts'
import type { ChangePacksForm } from './change-packs-form.ts'

/** `leftOut`: packs that someone changed since the page was read, or that are gone. */
export type ChangePacksResult = { done: number; leftOut: number }

/**
 * Lets packs run longer, or adds credits to each, as one page showed them: a pack whose last day is
 * another by now is left out. Credits that ended with a pack come back when it runs longer, to a
 * day that is not over. Each pack has its audit line under the form's key, so that sending it twice
 * changes nothing more; their owners get a notice.
 */
export async function changePacks(
  ctx: StaffContext,
  form: ChangePacksForm,
): Promise<ChangePacksResult> {
  const { db, studio, now } = ctx
  const { key, lots, reason, act } = form
  const today = localDate(now, studio.timeZone)
  const longer = act === 'extend' ? form.days : 0
  const asked = sql`json_each(${JSON.stringify(lots)})`
  const lineId = sql`${key} || '-' || lot.id`
  const hasLine = sql`EXISTS (SELECT 1 FROM audit_entries WHERE id = ${lineId})`
  const newEnd = sql`date(lot.expires_on, ${`+${longer} days`})`
  /** Packs that are as the page showed them. */
  const meant = sql`FROM ${asked} AS asked
    CROSS JOIN lots AS lot ON lot.studio_id = ${studio.id} AND lot.id = asked.value ->> 'id'
      AND lot.expires_on = asked.value ->> 'end' AND lot.refunded_at IS NULL
      AND ${
        act === 'extend'
          ? sql`lot.expires_on <> ${notStarted} AND ${newEnd} >= ${today}`
          : sql`lot.expires_on >= ${today}`
      }
    JOIN people AS owner ON owner.id = lot.person_id AND owner.archived_at IS NULL`
  const entry = (kind: 'expire' | 'adjust', amount: SQL, onlyIf: SQL) =>
    db.run(sql`
      INSERT INTO entries (studio_id, person_id, lot_id, kind, amount, reason, created_at)
      SELECT lot.studio_id, lot.person_id, lot.id, ${kind}, ${amount}, ${reason}, ${now}
      ${meant} WHERE NOT ${hasLine} AND ${onlyIf}`)
  const ended = sql`(SELECT coalesce(-sum(gone.amount), 0) FROM entries AS gone
    WHERE gone.studio_id = lot.studio_id AND gone.lot_id = lot.id AND gone.kind = 'expire')`
  const told = sql`SELECT DISTINCT lot.person_id AS person_id FROM ${asked} AS asked
    CROSS JOIN lots AS lot ON lot.studio_id = ${studio.id} AND lot.id = asked.value ->> 'id'
    WHERE ${hasLine}`
  const { lines } = await batch(db, {
    entries:
      act === 'extend'
        ? entry('expire', ended, sql`${ended} > 0`)
        : entry('adjust', sql`${form.credits}`, sql`1`),
    lines: auditEachStatement(
      ctx,
      {
        action: act === 'extend' ? 'pack.extended' : 'credits.adjusted',
        subjectKind: 'person',
        reason,
        detail:
          act === 'extend'
            ? sql`json_object('lotId', line.lot_id, 'from', line.ended, 'until', line.until,
                'days', ${longer})`
            : sql`json_object('lotId', line.lot_id, 'amount', ${form.credits})`,
      },
      {
        idSql: sql`line.id`,
        subjectIdSql: sql`line.person_id`,
        from: sql`(SELECT ${lineId} AS id, lot.id AS lot_id, lot.person_id,
          lot.expires_on AS ended, ${newEnd} AS until ${meant}) AS line`,
      },
    ),
    extend:
      act === 'extend'
        ? db.run(sql`
            UPDATE lots SET expires_on = date(lots.expires_on, ${`+${longer} days`})
            FROM (SELECT value ->> 'id' AS id, value ->> 'end' AS ended FROM ${asked}) AS one
            WHERE lots.studio_id = ${studio.id} AND lots.id = one.id
              AND lots.expires_on = one.ended
              AND EXISTS (SELECT 1 FROM audit_entries WHERE id = ${key} || '-' || lots.id)`)
        : null,
    told: noticeEachStatement(ctx, told, {
      idSql: sql`${key} || '-' || recipient.person_id`,
      keySql: sql`'packs:' || ${key} || ':' || recipient.person_id`,
      kind: act === 'extend' ? 'pack-extended' : 'studio-notice',
      text:
        act === 'extend'
          ? `${studio.name} lets your pack run ${count(longer, 'day')} longer.`
          : `${studio.name} added ${count(form.credits, 'credit')} to your pack.`,
      path: paths.portal(studio),
    }),
  })
  const done = Math.min(changed(lines), lots.length)
  return { done, leftOut: lots.length - done }
}
