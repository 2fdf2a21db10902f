import { sql } from 'drizzle-orm'
import { batch, changed } from '#app/db/batch.server.ts'
import { auditStatement, rightAfterChange } from '#app/domain/audit/audit.server.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import type { Discount } from '#app/values/billing/discount.ts'
import type { CouponForm } from './coupon-form.ts'

export type AddCouponResult = { ok: true } | { ok: false; reason: 'code_taken' | 'offer_gone' }

/**
 * Makes a coupon; sent again it is the same one. Refused where another with its code is in use, or
 * where one of the plans and packages it names is not the studio's.
 */
export async function addCoupon(ctx: StaffContext, form: CouponForm): Promise<AddCouponResult> {
  const { db, studio, now } = ctx
  const {
    key,
    couponCode: code,
    gives,
    discount,
    audience,
    saleFrom,
    saleUntil,
    once,
    mostUses,
  } = form
  const offers = [...new Set(form.offers)]
  const { kind, value } = gives === 'free_period' ? freePeriod : giftOf(discount)
  const own = sql`studio_id = ${studio.id}`
  const named = sql`(SELECT value FROM json_each(${JSON.stringify(offers)}))`
  const known = sql`((SELECT count(*) FROM plans WHERE ${own} AND id IN ${named})
    + (SELECT count(*) FROM packages WHERE ${own} AND bundle_id IS NULL AND id IN ${named})) = ${offers.length}`
  const { added } = await batch(db, {
    add: db.run(sql`
      INSERT INTO coupons (id, studio_id, code, kind, value, audience, offers, sale_from,
        sale_until, once_per_person, most_uses, created_at)
      SELECT ${key}, ${studio.id}, ${code}, ${kind}, ${value}, ${audience},
        ${JSON.stringify(offers)}, ${saleFrom || null}, ${saleUntil || null}, ${once ? 1 : 0},
        ${mostUses}, ${now}
      WHERE ${known}
      ON CONFLICT DO NOTHING`),
    audit: auditStatement(
      ctx,
      {
        action: 'coupon.added',
        subjectKind: 'coupon',
        subjectId: key,
        detail: { code, kind, value, audience, offers, once, mostUses },
      },
      rightAfterChange,
    ),
    added: db.all<{ mine: number; known: number }>(sql`
      SELECT EXISTS (SELECT 1 FROM coupons WHERE ${own} AND id = ${key}) AS mine,
        ${known} AS known`),
  })
  const { mine, known: allKnown } = added[0]!
  if (mine) return { ok: true }
  return { ok: false, reason: allKnown ? 'code_taken' : 'offer_gone' }
}

const freePeriod = { kind: 'free_period' as const, value: 0 }

/** What comes off, as the row has it. The form asks for it unless a period is free. */
function giftOf(discount: Discount | null) {
  if (discount === null) return freePeriod
  return 'bp' in discount
    ? { kind: 'percent' as const, value: discount.bp }
    : { kind: 'amount' as const, value: discount.minor }
}

/** Nobody can use it from now on; what was sold with it stays as it is. False: no such coupon. */
export async function stopCoupon(ctx: StaffContext, couponId: string): Promise<boolean> {
  const { db, studio, now } = ctx
  const { stopped, found } = await batch(db, {
    stopped: db.run(sql`
      UPDATE coupons SET stopped_at = ${now}
      WHERE studio_id = ${studio.id} AND id = ${couponId} AND stopped_at IS NULL`),
    audit: auditStatement(
      ctx,
      { action: 'coupon.stopped', subjectKind: 'coupon', subjectId: couponId },
      rightAfterChange,
    ),
    found: db.all(sql`SELECT 1 FROM coupons WHERE studio_id = ${studio.id} AND id = ${couponId}`),
  })
  return changed(stopped) > 0 || found.length > 0
}

/** Whether the studio has such a coupon. */
export async function hasCoupon({ db, studio }: StaffContext, couponId: string): Promise<boolean> {
  const found = await db.all(sql`
    SELECT 1 FROM coupons WHERE studio_id = ${studio.id} AND id = ${couponId}`)
  return found.length > 0
}
