import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import type { DirectoryDb } from '#app/db/connection.server.ts'
import { type FeatureKey, featureKeys, studioUses } from '#app/domain/scope/features.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import { type FeaturesForm, ticked } from '#app/domain/studios/app-settings/features-form.ts'
import {
  type SaveFeaturesResult,
  saveFeatures,
} from '#app/domain/studios/app-settings/save-features.server.ts'
import { localDateTime } from '#app/values/zone.ts'
import { type Ahead, stillInUse } from './still-in-use.ts'

export type ChangeFeaturesResult =
  | SaveFeaturesResult
  /** By feature, why it cannot be turned off yet. */
  | { ok: false; reason: 'in_use'; kept: Partial<Record<FeatureKey, string>> }

/**
 * Decides what the studio uses (`saveFeatures`). Refused while something of a feature that is to go
 * is ahead of people, who could then neither see nor cancel it: nothing of the form is saved.
 */
export async function changeFeatures(
  ctx: StaffContext,
  directory: DirectoryDb,
  form: FeaturesForm,
): Promise<ChangeFeaturesResult> {
  const on = ticked(form)
  const shown = { featuresOff: form.version }
  const going = featureKeys.filter((key) => studioUses(shown, key) && !on.has(key))
  const kept = await keptOn(ctx, going)
  return kept ? { ok: false, reason: 'in_use', kept } : saveFeatures(ctx, directory, form)
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
