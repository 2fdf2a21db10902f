import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import type { DirectoryDb } from '#app/db/connection.server.ts'
import { auditStatement } from '#app/domain/audit/audit.server.ts'
import { menuText } from '#app/domain/scope/menu.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import { type MenuForm, menuOfForm } from './menu-form.ts'

export type SaveMenuResult = { ok: true } | { ok: false; reason: 'changed_meanwhile' }

/**
 * Keeps where members begin, the order of the tabs and what home shows, over what the page showed
 * (`version`); it holds from the next page on. The directory is written first and the audit behind it
 * under the key of the form.
 */
export async function saveMenu(
  ctx: StaffContext,
  directory: DirectoryDb,
  form: MenuForm,
): Promise<SaveMenuResult> {
  const { db, studio } = ctx
  const { key, version } = form
  const wanted = menuText(menuOfForm(form))
  if (version === wanted) return { ok: true }
  const { after } = await batch(directory, {
    change: directory.run(sql`
      UPDATE studios SET menu = ${wanted} WHERE id = ${studio.id} AND menu = ${version}`),
    after: directory.all<{ menu: string }>(sql`SELECT menu FROM studios WHERE id = ${studio.id}`),
  })
  if (after[0]?.menu !== wanted) return { ok: false, reason: 'changed_meanwhile' }
  await batch(db, {
    audit: auditStatement(ctx, {
      id: key,
      action: 'studio.menu_changed',
      subjectKind: 'studio',
      subjectId: studio.id,
      detail: { from: version, to: wanted },
    }),
  })
  return { ok: true }
}
