import { sql } from 'drizzle-orm'
import { batch, type Statement } from '#app/db/batch.server.ts'
import type { FunnelState } from '#app/db/studio/funnels/funnels-words.ts'
import {
  packagesOnSaleStatement,
  plansOnSaleStatement,
} from '#app/domain/entitlements/offer-queries.server.ts'
import { couponsPage } from '#app/domain/sales/offers/coupons-page.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import type { Instant } from '#app/values/instant.ts'
import { addDays, type LocalDate, localDate } from '#app/values/zone.ts'
import { type FunnelStep, peopleShown, startsRead } from './funnel-words.ts'
import { offerNameSql, packageNowSql, planNowSql } from './offer-sql.server.ts'

export type Funnel = {
  id: string
  name: string
  slug: string
  state: FunnelState
  headline: string
  text: string
  headlineB: string
  textB: string
  viewsA: number
  viewsB: number
  packageId: string | null
  planId: string | null
  coupon: string
  reminds: number
  version: number
  liveSince: Instant | null
  endedAt: Instant | null
  views: number
  started: number
  paid: number
  booked: number
  attended: number
  offerName: string
  /** What it sells is on sale. */
  sold: number
}

const columns = (ctx: StudioContext) => sql`funnel.id, funnel.name, funnel.slug, funnel.state,
  funnel.headline, funnel.text, funnel.headline_b AS headlineB, funnel.text_b AS textB,
  funnel.views_a AS viewsA, funnel.views_b AS viewsB, coalesce(${packageNowSql}, funnel.package_id) AS packageId,
  coalesce(${planNowSql(ctx)}, funnel.plan_id) AS planId, funnel.coupon, funnel.reminds,
  funnel.version, funnel.live_since AS liveSince, funnel.ended_at AS endedAt, funnel.views,
  funnel.started, funnel.paid, funnel.booked, funnel.attended, ${offerNameSql} AS offerName,
  ${packageNowSql} IS NOT NULL OR ${planNowSql(ctx)} IS NOT NULL AS sold`

/** Funnels that the list shows. */
const funnelsShown = 100

/** A studio's funnels, live ones first. One trip. */
export const listFunnels = (ctx: StudioContext): Promise<Funnel[]> =>
  ctx.db.all<Funnel>(sql`
    SELECT ${columns(ctx)} FROM funnels AS funnel WHERE funnel.studio_id = ${ctx.studio.id}
    ORDER BY instr('live paused draft ended', funnel.state), funnel.created_at DESC
    LIMIT ${funnelsShown}`)

const funnelStatement = (ctx: StudioContext, id: string): Statement<Funnel[]> =>
  ctx.db.all<Funnel>(sql`
    SELECT ${columns(ctx)} FROM funnels AS funnel
    WHERE funnel.studio_id = ${ctx.studio.id} AND funnel.id = ${id}`)

/** A funnel; null where the studio has no such one. */
export async function findFunnel(ctx: StudioContext, id: string): Promise<Funnel | null> {
  return (await batch(ctx.db, { found: funnelStatement(ctx, id) })).found[0] ?? null
}

export type StartRow = {
  personId: string
  name: string
  startedAt: Instant
  paidAt: Instant | null
  bookedAt: Instant | null
  attendedAt: Instant | null
  reminder: 'none' | 'waiting' | 'sent' | 'left_out'
}

/** Days of views that a page of a funnel shows. */
const daysShown = 14

const reachedSql = {
  started: sql`1`,
  paid: sql`start.paid_at IS NOT NULL`,
  booked: sql`start.booked_at IS NOT NULL`,
  attended: sql`start.attended_at IS NOT NULL`,
}

/**
 * A funnel with the newest people of one step and the views of the last days; null for a strange id.
 * One trip.
 */
export async function funnelPage(ctx: StudioContext, id: string, step: FunnelStep) {
  const { db, studio, now } = ctx
  const today = localDate(now, studio.timeZone)
  const newest = sql`(SELECT * FROM funnel_starts AS start INDEXED BY funnel_starts_newest
    WHERE start.studio_id = ${studio.id} AND start.funnel_id = ${id}
    ORDER BY start.started_at DESC LIMIT ${startsRead})`
  const { found, people, days, halves, campaigns } = await batch(db, {
    found: funnelStatement(ctx, id),
    people: db.all<StartRow>(sql`
      SELECT start.person_id AS personId, person.name, start.started_at AS startedAt,
        start.paid_at AS paidAt, start.booked_at AS bookedAt, start.attended_at AS attendedAt,
        start.reminder
      FROM funnel_starts AS start JOIN people AS person ON person.id = start.person_id
      WHERE start.studio_id = ${studio.id} AND start.funnel_id = ${id} AND ${reachedSql[step]}
      ORDER BY start.started_at DESC, start.id LIMIT ${peopleShown}`),
    halves: db.all<{ half: string; started: number; paid: number }>(sql`
      SELECT half, count(*) AS started, count(paid_at) AS paid FROM ${newest}
      WHERE half <> '' GROUP BY half`),
    campaigns: db.all<{ utm: string; started: number; paid: number; attended: number }>(sql`
      SELECT utm, count(*) AS started, count(paid_at) AS paid, count(attended_at) AS attended
      FROM ${newest} WHERE utm <> '' GROUP BY utm ORDER BY paid DESC, started DESC, utm LIMIT 20`),
    days: db.all<{ day: LocalDate; views: number }>(sql`
      SELECT day, views FROM funnel_days
      WHERE studio_id = ${studio.id} AND funnel_id = ${id}
        AND day > ${addDays(today, -daysShown)} ORDER BY day`),
  })
  const [funnel] = found
  return funnel ? { funnel, people, days, halves, campaigns } : null
}

/** What the form of a funnel can choose: what is sold online, and coupons in use. Two trips. */
export async function funnelChoices(ctx: StudioContext) {
  const [{ packages, plans }, coupons] = await Promise.all([
    batch(ctx.db, {
      packages: packagesOnSaleStatement(ctx),
      plans: plansOnSaleStatement(ctx, { listed: true }),
    }),
    couponsPage(ctx),
  ])
  return {
    offers: [
      ...packages.map(({ id, name, priceMinor }) => ({ value: `pack:${id}`, name, priceMinor })),
      ...plans.map(({ id, name, priceMinor }) => ({ value: `plan:${id}`, name, priceMinor })),
    ],
    coupons: coupons.filter(({ stoppedAt }) => stoppedAt === null),
  }
}
