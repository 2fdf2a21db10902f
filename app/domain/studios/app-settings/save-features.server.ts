import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import type { DirectoryDb } from '#app/db/connection.server.ts'
import { auditStatement } from '#app/domain/audit/audit.server.ts'
import { featureKeys, featuresOffText, studioUses } from '#app/domain/scope/features.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import { type FeaturesForm, ticked } from './features-form.ts'

export type SaveFeaturesResult = { ok: true } | { ok: false; reason: 'changed_meanwhile' }

/**
 * Keeps what the studio uses, over what the page showed (`version`); it holds from the next page on,
 * and nothing is deleted. The directory is written first and the audit behind it under the key of
 * the form.
 */
export async function saveFeatures(
  ctx: StaffContext,
  directory: DirectoryDb,
  form: FeaturesForm,
): Promise<SaveFeaturesResult> {
  const { db, studio } = ctx
  const { key, version } = form
  const on = ticked(form)
  const wanted = featuresOffText(on)
  if (version === wanted) return { ok: true }
  const { after } = await batch(directory, {
    change: directory.run(sql`
      UPDATE studios SET features_off = ${wanted}
      WHERE id = ${studio.id} AND features_off = ${version}`),
    after: directory.all<{ featuresOff: string }>(sql`
      SELECT features_off AS featuresOff FROM studios WHERE id = ${studio.id}`),
  })
  if (after[0]?.featuresOff !== wanted) return { ok: false, reason: 'changed_meanwhile' }
  const shown = { featuresOff: version }
  const changed = featureKeys.filter((name) => studioUses(shown, name) !== on.has(name))
  await batch(db, {
    audit: auditStatement(ctx, {
      id: key,
      action: 'studio.features_changed',
      subjectKind: 'studio',
      subjectId: studio.id,
      detail: Object.fromEntries(changed.map((name) => [name, on.has(name)])),
    }),
  })
  return { ok: true }
}
