import { type SQL, sql } from 'drizzle-orm'
import { batch, changed, type Statement } from '#app/db/batch.server.ts'
import { addressed } from '#app/domain/families/addressed.ts'
import { addressSql } from '#app/domain/families/letter-address.server.ts'
import { queueStatement } from '#app/domain/messaging/outbox.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import type { Look } from '#app/domain/scope/look.ts'
import { priceChanged } from '#app/messages/memberships/price-changed.ts'
import type { LocalDate } from '#app/values/zone.ts'
import { withFamily } from '../membership-discounts.ts'

/** Letters that one run writes; the next minute goes on. */
const atOnce = 30

type Told = {
  id: string
  personId: string
  name: string
  preferredName: string
  email: string
  guardianName: string
  on: LocalDate
  plan: string
  beforeMinor: number
  afterMinor: number
  interval: 'month' | 'four_weeks' | 'week'
  familyBp: number
}

/** What they pay of a price, with their family’s discount. */
const paidPrice = (priceMinor: number, familyBp: number): number =>
  withFamily({ priceMinor }, familyBp).priceMinor

const untoldSql = (studioId: SQL): SQL => sql`
  membership.studio_id = ${studioId} AND membership.next_plan_id IS NOT NULL
  AND membership.next_plan_told_at IS NULL`

/** Whether a studio has members who do not know of their new price. */
export const tellNewPricesDue = ({ studio }: Look): SQL =>
  sql`EXISTS (SELECT 1 FROM memberships AS membership WHERE ${untoldSql(studio)})`

/**
 * Writes to everybody whose membership takes a new version of its plan from a day on, once each. The
 * mark on the membership is set with its letter, so a run that is cut off goes on where it stopped.
 * Answers how many it went through, with an address or without.
 */
export async function tellNewPrices(ctx: StudioContext): Promise<number> {
  const { db, studio, now, origin } = ctx
  const told = await db.all<Told>(sql`
    SELECT membership.id, person.id AS personId, person.name,
      person.preferred_name AS preferredName, ${addressSql()}, membership.next_plan_on AS "on",
      coming.name AS plan, plan.price_minor AS beforeMinor, coming.price_minor AS afterMinor,
      coming.interval, membership.family_bp AS familyBp
    FROM memberships AS membership JOIN plans AS coming ON coming.id = membership.next_plan_id
    JOIN plans AS plan ON plan.id = membership.plan_id
    JOIN people AS person ON person.id = membership.person_id
    WHERE ${untoldSql(sql`${studio.id}`)} ORDER BY membership.id LIMIT ${atOnce}`)
  if (told.length === 0) return 0
  const statements: Record<string, Statement<D1Result>> = {}
  for (const row of told) {
    const { id } = row
    if (row.email !== '') {
      statements[`letter ${id}`] = queueStatement(
        db,
        {
          studioId: studio.id,
          dedupeKey: `price-changed:${id}:${row.plan}:${row.on}:${row.afterMinor}`,
          to: row.email,
          kind: 'price-changed',
          letter: priceChanged({
            ...row,
            studio,
            origin,
            membershipId: id,
            beforeMinor: paidPrice(row.beforeMinor, row.familyBp),
            afterMinor: paidPrice(row.afterMinor, row.familyBp),
            family: row.familyBp > 0,
            name: addressed(row).name,
          }),
        },
        ctx.nowMs,
        sql`EXISTS (SELECT 1 FROM memberships AS membership
          WHERE ${untoldSql(sql`${studio.id}`)} AND membership.id = ${id})`,
      )
    }
    statements[`mark ${id}`] = db.run(sql`
      UPDATE memberships SET next_plan_told_at = ${now}
      WHERE studio_id = ${studio.id} AND id = ${id} AND next_plan_told_at IS NULL`)
  }
  const done = await batch(db, statements)
  return told.reduce((n, { id }) => n + changed(done[`mark ${id}`]!), 0)
}
