import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import type { DirectoryDb } from '#app/db/connection.server.ts'
import { auditStatement } from '#app/domain/audit/audit.server.ts'
import { maintenanceText } from '#app/domain/scope/maintenance.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import { addDays, instantOf, isLocalDate } from '#app/values/zone.ts'
import type { MaintenanceForm } from './maintenance-form.ts'

/** Days a notice can be shown: what lasts is an announcement. */
const mostDays = 31

export type SaveMaintenanceResult =
  | { ok: true }
  | { ok: false; reason: 'changed_meanwhile' }
  | {
      ok: false
      reason: 'no_times' | 'ends_first' | 'over' | 'too_long'
      field: 'from' | 'until'
      text: string
    }

const wrong = {
  no_times: { field: 'from', text: 'Enter from when and until when it is shown' },
  ends_first: { field: 'until', text: 'Enter a time after it begins' },
  over: { field: 'until', text: 'Enter a time that is still to come' },
  too_long: {
    field: 'until',
    text: `Enter a time within ${mostDays} days. For what lasts, write an announcement.`,
  },
} as const

/**
 * Keeps what members are told on every page from when to when, on the studio's wall, over what the
 * page showed (`version`); without a sentence they are told nothing. It ends automatically. Refused:
 * times that are missing, over, the wrong way round or more than 31 days apart. The directory is
 * written first and the audit behind it under the key of the form.
 */
export async function saveMaintenance(
  ctx: StaffContext,
  directory: DirectoryDb,
  form: MaintenanceForm,
): Promise<SaveMaintenanceResult> {
  const { db, studio } = ctx
  const { key, version } = form
  const wanted = keptOf(ctx, form)
  if (typeof wanted !== 'string') return wanted
  if (version === wanted) return { ok: true }
  const { after } = await batch(directory, {
    change: directory.run(sql`
      UPDATE studios SET maintenance = ${wanted}
      WHERE id = ${studio.id} AND maintenance = ${version}`),
    after: directory.all<{ maintenance: string }>(
      sql`SELECT maintenance FROM studios WHERE id = ${studio.id}`,
    ),
  })
  if (after[0]?.maintenance !== wanted) return { ok: false, reason: 'changed_meanwhile' }
  await batch(db, {
    audit: auditStatement(ctx, {
      id: key,
      action: 'studio.maintenance_changed',
      subjectKind: 'studio',
      subjectId: studio.id,
      detail: { from: version, to: wanted },
    }),
  })
  return { ok: true }
}

/** What is kept of a form, or why nothing is. */
function keptOf({ studio, now }: StaffContext, { text, ...form }: MaintenanceForm) {
  if (text === '') return ''
  const no = (reason: keyof typeof wrong) => ({ ok: false, reason, ...wrong[reason] }) as const
  const days = [form.from, form.until].map((at) => at?.slice(0, 10) ?? '')
  if (!form.from || !form.until || !days.every(isLocalDate)) return no('no_times')
  const [from, until] = [form.from, form.until].map((at) => instantOf(at, studio.timeZone))
  if (until! <= from!) return no('ends_first')
  if (until! <= now) return no('over')
  if (days[1]! > addDays(days[0]!, mostDays)) return no('too_long')
  return maintenanceText({ text, from: from!, until: until! })
}
