import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import type { DirectoryDb } from '#app/db/connection.server.ts'
import { auditStatement } from '#app/domain/audit/audit.server.ts'
import { portalText, settingKeys, studioLets } from '#app/domain/scope/portal-rules.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import type { PortalForm } from './portal-form.ts'

export type SavePortalRulesResult = { ok: true } | { ok: false; reason: 'changed_meanwhile' }

/**
 * Decides what members may do for themselves, over what the page showed and nothing else; it holds
 * from the next page on. What owners alone decide stays as it is when a manager saves. The directory
 * is written first, and the audit behind it under the key of the form: pressed again after a
 * failure in between, there is one change and one line.
 */
export async function savePortalRules(
  ctx: StaffContext,
  directory: DirectoryDb,
  form: PortalForm,
): Promise<SavePortalRulesResult> {
  const { db, studio, actor } = ctx
  const { key, version } = form
  const shown = { portal: version }
  const isOn = (name: (typeof settingKeys)[number]) =>
    name === 'managers_export' && actor.role !== 'owner'
      ? studioLets(shown, name)
      : form[name] === 'on'
  const on = new Set<string>(settingKeys.filter(isOn))
  const wanted = portalText(on)
  if (version === wanted) return { ok: true }
  const { after } = await batch(directory, {
    change: directory.run(sql`
      UPDATE studios SET portal = ${wanted} WHERE id = ${studio.id} AND portal = ${version}`),
    after: directory.all<{ portal: string }>(
      sql`SELECT portal FROM studios WHERE id = ${studio.id}`,
    ),
  })
  if (after[0]?.portal !== wanted) return { ok: false, reason: 'changed_meanwhile' }
  const changed = settingKeys.filter((name) => studioLets(shown, name) !== on.has(name))
  await batch(db, {
    audit: auditStatement(ctx, {
      id: key,
      action: 'studio.portal_changed',
      subjectKind: 'studio',
      subjectId: studio.id,
      detail: Object.fromEntries(changed.map((name) => [name, on.has(name)])),
    }),
  })
  return { ok: true }
}
