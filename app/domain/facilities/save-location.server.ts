import { sql } from 'drizzle-orm'
import { batch, changed } from '#app/db/batch.server.ts'
import { auditStatement, rightAfterChange } from '#app/domain/audit/audit.server.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import { isOwnPlan, ownPlans } from '#app/domain/studios/own-plan/plan-prices.ts'

export type SaveLocationResult =
  | { ok: true }
  | { ok: false; reason: 'not_found' }
  | { ok: false; reason: 'changed' }
  | { ok: false; reason: 'name_taken' }
  | { ok: false; reason: 'plan_full'; facts: { most: number } }

/**
 * Adds a location under the form's key, or changes the one that is at `version`: its name, where it
 * is, how to get there and when it is open (`hours` as `keptHours` makes them). Refuses the name of
 * another location (`name_taken`), since people choose by name, and an edit over someone else's
 * (`changed`). More locations than the studio's own plan is for are refused (`plan_full`); those it
 * has stay, whatever its plan.
 */
export async function saveLocation(
  ctx: StaffContext,
  id: string,
  location: { name: string; address: string; directions: string; hours: string },
  version: number | null,
): Promise<SaveLocationResult> {
  const { db, studio } = ctx
  const { name, address, directions, hours } = location
  const own = sql`studio_id = ${studio.id} AND id = ${id}`
  const taken = sql`EXISTS (SELECT 1 FROM locations AS named
    WHERE named.studio_id = ${studio.id} AND named.name = ${name} AND named.id <> ${id})`
  const most = isOwnPlan(studio.plan) ? ownPlans[studio.plan].locations : null
  const room = sql`(SELECT count(*) FROM locations AS own WHERE own.studio_id = ${studio.id})
    < ${most ?? Number.MAX_SAFE_INTEGER}`
  const columns = sql`name, address, directions, hours`
  const values = sql`${name}, ${address}, ${directions}, ${hours}`
  const result = await batch(db, {
    save:
      version === null
        ? db.run(sql`
            INSERT INTO locations (id, studio_id, ${columns})
            SELECT ${id}, ${studio.id}, ${values} WHERE NOT ${taken} AND ${room} ON CONFLICT DO NOTHING`)
        : db.run(sql`
            UPDATE locations SET (${columns}) = (${values}), version = version + 1
            WHERE ${own} AND version = ${version} AND (${columns}) IS NOT (${values})
              AND NOT ${taken}`),
    audit: auditStatement(
      ctx,
      {
        action: version === null ? 'location.added' : 'location.changed',
        subjectKind: 'location',
        subjectId: id,
        detail: location,
      },
      rightAfterChange,
    ),
    there: db.all<{ version: number; same: number }>(sql`
      SELECT version, (${columns}) IS (${values}) AS same FROM locations WHERE ${own}`),
    taken: db.all<{ taken: number }>(sql`SELECT ${taken} AS taken`),
  })
  if (changed(result.save) > 0) return { ok: true }
  if (result.taken[0]?.taken === 1) return { ok: false, reason: 'name_taken' }
  const [there] = result.there
  if (!there && version === null && most !== null)
    return { ok: false, reason: 'plan_full', facts: { most } }
  if (!there) return { ok: false, reason: 'not_found' }
  return version === null || there.same === 1 ? { ok: true } : { ok: false, reason: 'changed' }
}
