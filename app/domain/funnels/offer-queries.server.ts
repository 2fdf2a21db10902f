/** The offer of a funnel, as its page, its form and its start read it. */
import { sql } from 'drizzle-orm'
import { batch, type Statement } from '#app/db/batch.server.ts'
import type { FunnelState } from '#app/db/studio/funnels/funnels-words.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { packageNowSql, planNowSql } from './offer-sql.server.ts'

export type Offer = {
  id: string
  name: string
  slug: string
  state: FunnelState
  headline: string
  text: string
  headlineB: string
  textB: string
  coupon: string
  reminds: number
  /** What it sells today; neither where that is not on sale any more. */
  packageId: string | null
  planId: string | null
}

export const offerStatement = (ctx: StudioContext, slug: string): Statement<Offer[]> =>
  ctx.db.all<Offer>(sql`
    SELECT id, name, slug, state, headline, text, headline_b AS headlineB, text_b AS textB, coupon,
      reminds, ${packageNowSql} AS packageId,
      ${planNowSql(ctx)} AS planId
    FROM funnels AS funnel WHERE studio_id = ${ctx.studio.id} AND slug = ${slug}`)

/** The offer at an address, sold or not; null where the studio has none there. One trip. */
export async function findOffer(ctx: StudioContext, slug: string): Promise<Offer | null> {
  return (await batch(ctx.db, { found: offerStatement(ctx, slug) })).found[0] ?? null
}
