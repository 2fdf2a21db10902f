import { type SQL, sql } from 'drizzle-orm'
import { batch, changed, type Statement } from '#app/db/batch.server.ts'
import { auditStatement, rightAfterChange } from '#app/domain/audit/audit.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import { addDays, isoWeekday, type LocalDate, localDate } from '#app/values/zone.ts'
import type { ChangeReportForm, SaveReportForm } from './saved-report-form.ts'

export type SavedReport = {
  id: string
  page: 'report' | 'insights'
  name: string
  query: string
  shared: number
  ownerId: string
  ownerName: string
  mailEvery: 'week' | 'month' | null
  mailTo: string
  mailNextOn: LocalDate | null
  version: number
}

const columns = sql`id, page, name, query, shared, owner_id AS ownerId, owner_name AS ownerName,
  mail_every AS mailEvery, mail_to AS mailTo, mail_next_on AS mailNextOn, version`

/** Reports that somebody may see: their own, and what others share. */
const visibleSql = ({ studio, actor }: StaffContext): SQL =>
  sql`studio_id = ${studio.id} AND (shared = 1 OR owner_id = ${actor.userId})`

/** At most so many are listed. */
const mostListed = 200

export const savedReportsStatement = (ctx: StaffContext): Statement<SavedReport[]> =>
  ctx.db.all<SavedReport>(sql`
    SELECT ${columns} FROM saved_reports WHERE ${visibleSql(ctx)}
    ORDER BY page DESC, name LIMIT ${mostListed}`)

/** People at work who have an address, to mail reports to. */
export const staffToMailStatement = ({
  db,
  studio,
}: StudioContext): Statement<{ id: string; name: string; userId: string | null }[]> =>
  db.all(sql`
    SELECT id, name, user_id AS userId FROM people
    WHERE studio_id = ${studio.id} AND is_staff = 1 AND archived_at IS NULL AND email <> ''
    ORDER BY name LIMIT 200`)

export async function findSavedReport(ctx: StaffContext, id: string): Promise<SavedReport | null> {
  const [row] = await ctx.db.all<SavedReport>(sql`
    SELECT ${columns} FROM saved_reports WHERE ${visibleSql(ctx)} AND id = ${id}`)
  return row ?? null
}

/** The next day on which a report is mailed after `today`. Pure. */
export function nextMailOn(every: 'week' | 'month', today: LocalDate): LocalDate {
  if (every === 'week') return addDays(today, 8 - isoWeekday(today))
  return `${addDays(`${today.slice(0, 7)}-01`, 32).slice(0, 7)}-01`
}

const mailOf = (
  { every, to }: { every: 'never' | 'week' | 'month'; to?: string | undefined },
  today: LocalDate,
) =>
  every === 'never'
    ? { every: null, to: '', next: null }
    : { every, to: to ?? '', next: nextMailOn(every, today) }

/** Somebody at work of this studio, or who saves it where nobody was chosen. */
const recipientSql = ({ studio, actor }: StaffContext, to: string): SQL => sql`coalesce((
  SELECT id FROM people WHERE studio_id = ${studio.id} AND is_staff = 1 AND id = ${to}),
  (SELECT id FROM people WHERE studio_id = ${studio.id} AND user_id = ${actor.userId}), '')`

/** Keeps choices under a name. Sent twice it is one report. */
export async function saveReport(ctx: StaffContext, form: SaveReportForm): Promise<void> {
  const { db, studio, now, actor } = ctx
  const mail = mailOf(form, localDate(now, studio.timeZone))
  await batch(db, {
    saved: db.run(sql`
      INSERT INTO saved_reports (id, studio_id, page, name, query, shared, owner_id, owner_name,
        mail_every, mail_to, mail_next_on, version, created_at, changed_at)
      SELECT ${form.key}, ${studio.id}, ${form.page ?? 'report'}, ${form.name}, ${form.query ?? ''},
        ${form.shared ? 1 : 0}, ${actor.userId}, ${actor.name}, ${mail.every},
        iif(${mail.every} IS NULL, '', ${recipientSql(ctx, mail.to)}), ${mail.next}, 1, ${now}, ${now}
      WHERE 1 ON CONFLICT (id) DO NOTHING`),
    audit: auditStatement(
      ctx,
      {
        action: 'report.saved',
        subjectKind: 'report',
        subjectId: form.key,
        detail: { name: form.name, shared: form.shared === true, every: form.every },
      },
      rightAfterChange,
    ),
  })
}

/**
 * Renames a report, shares it, changes when it is mailed, or deletes it. Refused where somebody changed
 * it meanwhile (`changed`), and where it is neither one's own nor shared (`not_found`).
 */
export async function changeReport(
  ctx: StaffContext,
  id: string,
  form: ChangeReportForm,
): Promise<{ ok: true } | { ok: false; reason: 'changed' | 'not_found' }> {
  const { db, studio, now } = ctx
  const mail = mailOf(form, localDate(now, studio.timeZone))
  const mine = sql`${visibleSql(ctx)} AND id = ${id}`
  const { written, there } = await batch(db, {
    written:
      form.act === 'delete'
        ? db.run(sql`DELETE FROM saved_reports WHERE ${mine} AND version = ${form.version}`)
        : db.run(sql`
            UPDATE saved_reports SET name = ${form.name}, shared = ${form.shared ? 1 : 0},
              mail_every = ${mail.every}, mail_next_on = ${mail.next},
              mail_to = iif(${mail.every} IS NULL, '', ${recipientSql(ctx, mail.to)}),
              version = version + 1, changed_at = ${now}
            WHERE ${mine} AND version = ${form.version}`),
    audit: auditStatement(
      ctx,
      {
        action: form.act === 'delete' ? 'report.deleted' : 'report.changed',
        subjectKind: 'report',
        subjectId: id,
        detail: { name: form.name, every: form.every },
      },
      rightAfterChange,
    ),
    there: db.all<{ n: number }>(sql`SELECT count(*) AS n FROM saved_reports WHERE ${mine}`),
  })
  if (changed(written) > 0) return { ok: true }
  return { ok: false, reason: there[0]?.n ? 'changed' : 'not_found' }
}
