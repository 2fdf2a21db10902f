import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import type { DirectoryDb } from '#app/db/connection.server.ts'
import { auditStatement } from '#app/domain/audit/audit.server.ts'
import {
  type FeatureKey,
  featureKeys,
  featuresOffText,
  studioUses,
} from '#app/domain/scope/features.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import { localDateTime } from '#app/values/zone.ts'
import type { FeaturesForm } from './features-form.ts'
import { type Ahead, stillInUse } from './still-in-use.ts'

export type ChangeFeaturesResult =
  | { ok: true; off: FeatureKey[] }
  | { ok: false; reason: 'changed_meanwhile' }
  /** By feature, why it cannot be turned off yet. */
  | { ok: false; reason: 'in_use'; kept: Partial<Record<FeatureKey, string>> }

/**
 * Decides what the studio uses, over what the page showed (`version`); it holds from the next page
 * on, and nothing is deleted. Refused while something of a feature is ahead of people, who could
 * then neither see nor cancel it. The directory is written first and the audit behind it under the
 * key of the form.
 */
export async function changeFeatures(
  ctx: StaffContext,
  directory: DirectoryDb,
  form: FeaturesForm,
): Promise<ChangeFeaturesResult> {
  const { db, studio } = ctx
  const { key, version } = form
  const shown = { featuresOff: version }
  const on = new Set<string>(featureKeys.filter((name) => form[name] === 'on'))
  const wanted = featuresOffText(on)
  const off = featureKeys.filter((name) => !on.has(name))
  if (version === wanted) return { ok: true, off }
  const changed = featureKeys.filter((name) => studioUses(shown, name) !== on.has(name))
  const kept = await keptOn(
    ctx,
    changed.filter((name) => !on.has(name)),
  )
  if (kept) return { ok: false, reason: 'in_use', kept }
  const { after } = await batch(directory, {
    change: directory.run(sql`
      UPDATE studios SET features_off = ${wanted}
      WHERE id = ${studio.id} AND features_off = ${version}`),
    after: directory.all<{ featuresOff: string }>(sql`
      SELECT features_off AS featuresOff FROM studios WHERE id = ${studio.id}`),
  })
  if (after[0]?.featuresOff !== wanted) return { ok: false, reason: 'changed_meanwhile' }
  await batch(db, {
    audit: auditStatement(ctx, {
      id: key,
      action: 'studio.features_changed',
      subjectKind: 'studio',
      subjectId: studio.id,
      detail: Object.fromEntries(changed.map((name) => [name, on.has(name)])),
    }),
  })
  return { ok: true, off }
}

/** Why features that are to go have to stay, or null. */
async function keptOn(ctx: StaffContext, going: readonly FeatureKey[]) {
  if (going.length === 0) return null
  const ahead = await findAhead(ctx)
  const reasons = going.flatMap((name) => {
    const reason = stillInUse(name, ahead)
    return reason ? [[name, reason] as const] : []
  })
  return reasons.length > 0 ? Object.fromEntries(reasons) : null
}

/** What is ahead of people. */
async function findAhead({ db, studio, now }: StaffContext): Promise<Ahead> {
  const wall = localDateTime(now, studio.timeZone)
  const today = wall.slice(0, 10)
  const { kinds, others } = await batch(db, {
    kinds: db.all<{ kind: string; n: number }>(sql`
      SELECT kind, count(*) AS n FROM occurrences
      WHERE studio_id = ${studio.id} AND local_start >= ${wall} AND kind <> 'class'
        AND state IN ('scheduled', 'held')
      GROUP BY kind`),
    others: db.all<Pick<Ahead, 'clients' | 'gradings' | 'skillClasses'>>(sql`
      SELECT
        (SELECT count(*) FROM coaching_relations
          WHERE studio_id = ${studio.id} AND (to_on IS NULL OR to_on >= ${today})) AS clients,
        (SELECT count(*) FROM gradings
          WHERE studio_id = ${studio.id} AND on_date >= ${today}
            AND state NOT IN ('published', 'cancelled')) AS gradings,
        (SELECT count(DISTINCT type_id) FROM class_skills
          WHERE studio_id = ${studio.id}) AS skillClasses`),
  })
  const of = (...names: string[]) =>
    kinds.reduce((sum, { kind, n }) => (names.includes(kind) ? sum + n : sum), 0)
  return {
    sessions: of('course', 'workshop'),
    appointments: of('appointment'),
    events: of('event'),
    ...others[0]!,
  }
}
