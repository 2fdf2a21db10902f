import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import {
  packagesOnSaleStatement,
  plansOnSaleStatement,
} from '#app/domain/entitlements/offer-queries.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import type { LocalDate } from '#app/values/zone.ts'
import type { CouponKind } from './coupon-words.ts'

export type ListedCoupon = {
  id: string
  code: string
  kind: CouponKind
  value: number
  audience: 'everyone' | 'new'
  saleFrom: LocalDate | null
  saleUntil: LocalDate | null
  oncePerPerson: number
  mostUses: number | null
  stoppedAt: string | null
  uses: number
  /** Names of the plans and packages it is for, all in one; empty is all of them. */
  offers: string
}

/** Coupons that the list shows. */
const couponsShown = 100

/** Coupons with how often each was used, those in use first. One trip. */
export async function couponsPage({ db, studio }: StudioContext): Promise<ListedCoupon[]> {
  const { coupons } = await batch(db, {
    coupons: db.all<ListedCoupon>(sql`
      SELECT coupon.id, coupon.code, coupon.kind, coupon.value, coupon.audience,
        coupon.sale_from AS saleFrom, coupon.sale_until AS saleUntil,
        coupon.once_per_person AS oncePerPerson, coupon.most_uses AS mostUses,
        coupon.stopped_at AS stoppedAt,
        (SELECT count(*) FROM coupon_uses AS used
          WHERE used.studio_id = coupon.studio_id AND used.coupon_id = coupon.id) AS uses,
        coalesce((SELECT group_concat(name, ', ') FROM (
          SELECT plan.name FROM plans AS plan WHERE plan.studio_id = coupon.studio_id
            AND plan.id IN (SELECT value FROM json_each(coupon.offers))
          UNION SELECT package.name FROM packages AS package
            WHERE package.studio_id = coupon.studio_id
              AND package.id IN (SELECT value FROM json_each(coupon.offers)))), '') AS offers
      FROM coupons AS coupon WHERE coupon.studio_id = ${studio.id}
      ORDER BY coupon.stopped_at IS NOT NULL, coupon.created_at DESC LIMIT ${couponsShown}`),
  })
  return coupons
}

/** What a coupon can be for: everything on sale. One trip. */
export async function couponOffers(ctx: StudioContext) {
  const { plans, packages } = await batch(ctx.db, {
    plans: plansOnSaleStatement(ctx),
    packages: packagesOnSaleStatement(ctx),
  })
  return [...plans, ...packages].map(({ id, name }) => ({ id, name }))
}
