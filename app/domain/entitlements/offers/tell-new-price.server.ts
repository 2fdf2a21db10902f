import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import { addressSql } from '#app/domain/families/letter-address.server.ts'
import { queueStatement } from '#app/domain/messaging/outbox.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { priceChanged } from '#app/messages/memberships/price-changed.ts'
import type { LocalDate } from '#app/values/zone.ts'

/** Letters of one batch. */
const atOnce = 20

type Told = {
  id: string
  name: string
  email: string
  guardianName: string
  on: LocalDate
  plan: string
  beforeMinor: number
  afterMinor: number
  interval: 'month' | 'four_weeks' | 'week'
}

/**
 * Writes to everybody whose membership takes a new version of its plan from a day on, once each.
 * Answers how many have it, with an address or without.
 */
export async function tellNewPrice(ctx: StudioContext, planId: string): Promise<number> {
  const { db, studio, origin } = ctx
  const told = await db.all<Told>(sql`
    SELECT membership.id, person.name, ${addressSql()}, membership.next_plan_on AS "on",
      coming.name AS plan, plan.price_minor AS beforeMinor, coming.price_minor AS afterMinor,
      coming.interval
    FROM plans AS coming
    JOIN plans AS plan ON plan.studio_id = coming.studio_id AND plan.name = coming.name
    JOIN memberships AS membership ON membership.studio_id = plan.studio_id
      AND membership.plan_id = plan.id AND membership.next_plan_id = coming.id
    JOIN people AS person ON person.id = membership.person_id
    WHERE coming.studio_id = ${studio.id} AND coming.id = ${planId} ORDER BY membership.id`)
  for (let i = 0; i < told.length; i += atOnce) {
    await batch(
      db,
      Object.fromEntries(
        told.slice(i, i + atOnce).flatMap((row) =>
          row.email
            ? [
                [
                  row.id,
                  queueStatement(
                    db,
                    {
                      studioId: studio.id,
                      dedupeKey: `price-changed:${planId}:${row.id}`,
                      to: row.email,
                      kind: 'price-changed',
                      letter: priceChanged({
                        ...row,
                        studio,
                        origin,
                        name: row.guardianName || row.name,
                        membershipId: row.id,
                      }),
                    },
                    ctx.nowMs,
                  ),
                ] as const,
              ]
            : [],
        ),
      ),
    )
  }
  return told.length
}
