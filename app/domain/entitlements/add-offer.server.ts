/**
 * What a studio sells, in the first version. Prices are minor units of its currency; a row that is
 * there stays as it is.
 */
import { sql } from 'drizzle-orm'
import type { Statement } from '#app/db/batch.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'

type On = Pick<StudioContext, 'db' | 'studio'>

/** A plan without a weekly limit that covers every discipline. */
export function addPlanStatement(
  { db, studio }: On,
  plan: { id: string; name: string; priceMinor: number; interval: 'month' | 'four_weeks' | 'week' },
): Statement<D1Result> {
  return db.run(sql`
    INSERT INTO plans (id, studio_id, name, version, price_minor, currency, interval)
    VALUES (${plan.id}, ${studio.id}, ${plan.name}, 1, ${plan.priceMinor}, ${studio.currency},
      ${plan.interval})
    ON CONFLICT (id) DO NOTHING`)
}

/** A package of credits that covers every discipline. */
export function addPackageStatement(
  { db, studio }: On,
  pack: {
    id: string
    name: string
    priceMinor: number
    credits: number
    validDays: number
    family?: boolean
  },
): Statement<D1Result> {
  return db.run(sql`
    INSERT INTO packages (id, studio_id, name, version, credits, price_minor, currency, valid_days,
      family)
    VALUES (${pack.id}, ${studio.id}, ${pack.name}, 1, ${pack.credits}, ${pack.priceMinor},
      ${studio.currency}, ${pack.validDays}, ${pack.family ? 1 : 0})
    ON CONFLICT (id) DO NOTHING`)
}
