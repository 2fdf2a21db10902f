/** Using a coupon in a sale: whether it counts, and the row that it was used. */
import { type SQL, sql } from 'drizzle-orm'
import type { Statement } from '#app/db/batch.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import type { Discount } from '#app/values/billing/discount.ts'
import { localDate } from '#app/values/zone.ts'
import { type CouponKind, type CouponRefusal, offOfCoupon } from './coupon-words.ts'

export type CouponAsked = {
  code: string
  personId: string
  /** What is sold: a version of a plan or package. */
  offer: { table: 'plans' | 'packages'; id: string }
  /** The sale, so that sending it again finds its own use. */
  key: string
}

export type CouponRow = {
  id: string
  code: string
  kind: CouponKind
  value: number
  today: number
  fits: number
  theirs: number
  first: number
  left: number
}

export type CouponFound =
  | { ok: true; id: string; code: string; discount: Discount }
  | { ok: false; reason: CouponRefusal }

/** What must hold of `coupons AS coupon` for a sale, each by its name. */
function conditions({ studio, now }: StudioContext, { personId, offer, key }: CouponAsked) {
  const today = localDate(now, studio.timeZone)
  const table = sql.raw(offer.table)
  const used = sql`FROM coupon_uses AS used
    WHERE used.studio_id = coupon.studio_id AND used.coupon_id = coupon.id AND used.id <> ${key}`
  const bought = (of: SQL) => sql`EXISTS (SELECT 1 FROM ${of} AS bought
    WHERE bought.studio_id = coupon.studio_id AND bought.person_id = ${personId}
      AND bought.id <> ${key})`
  return {
    today: sql`(coalesce(coupon.sale_from, '') <= ${today}
      AND coalesce(coupon.sale_until, '9999') >= ${today})`,
    // Each that is named stands for all versions of it.
    fits: sql`((coupon.offers = '[]' OR EXISTS (
        SELECT 1 FROM ${table} AS sold JOIN ${table} AS named ON named.studio_id = sold.studio_id
          AND named.name = sold.name
        WHERE sold.studio_id = coupon.studio_id AND sold.id = ${offer.id}
          AND named.id IN (SELECT value FROM json_each(coupon.offers))))
      AND ${offer.table === 'plans' ? sql`1` : sql`coupon.kind <> 'free_period'`})`,
    theirs: sql`(coupon.audience = 'everyone'
      OR NOT (${bought(sql`lots`)} OR ${bought(sql`memberships`)}))`,
    first: sql`(coupon.once_per_person = 0
      OR NOT EXISTS (SELECT 1 ${used} AND used.person_id = ${personId}))`,
    left: sql`(coupon.most_uses IS NULL OR coupon.most_uses > (SELECT count(*) ${used}))`,
  }
}

/** A coupon by what was typed, and whether each of its conditions holds; none without a code. */
export function couponStatement(
  ctx: StudioContext,
  asked: CouponAsked,
): Statement<CouponRow[]> | null {
  if (asked.code === '') return null
  const { today, fits, theirs, first, left } = conditions(ctx, asked)
  return ctx.db.all<CouponRow>(sql`
    SELECT coupon.id, coupon.code, coupon.kind, coupon.value, ${today} AS today, ${fits} AS fits,
      ${theirs} AS theirs, ${first} AS first, ${left} AS left
    FROM coupons AS coupon
    WHERE coupon.studio_id = ${ctx.studio.id} AND coupon.code = ${asked.code}
      AND coupon.stopped_at IS NULL`)
}

/** What the statement found; null where no code was typed. */
export function couponFound(
  code: string,
  rows: readonly CouponRow[] | undefined,
): CouponFound | null {
  if (code === '') return null
  const [row] = rows ?? []
  if (!row) return { ok: false, reason: 'unknown' }
  if (!row.today) return { ok: false, reason: 'not_today' }
  if (!row.fits) return { ok: false, reason: 'not_for_this' }
  if (!row.theirs) return { ok: false, reason: 'not_for_them' }
  if (!row.first) return { ok: false, reason: 'used_before' }
  if (!row.left) return { ok: false, reason: 'used_up' }
  return { ok: true, id: row.id, code: row.code, discount: offOfCoupon(row) }
}

/**
 * The guard of a sale with a coupon: all of it still holds when the batch runs, so the last use goes
 * to one of two at once. Without a coupon it holds.
 */
export function couponHoldsSql(ctx: StudioContext, asked: CouponAsked, id: string | null): SQL {
  if (id === null) return sql`1`
  return sql`EXISTS (SELECT 1 FROM coupons AS coupon
    WHERE coupon.studio_id = ${ctx.studio.id} AND coupon.id = ${id}
      AND coupon.stopped_at IS NULL
      AND ${sql.join(Object.values(conditions(ctx, asked)), sql` AND `)})`
}

/** That it was used, behind the sale (`sold`). */
export const couponUseStatement = (
  { db, studio, now }: StudioContext,
  { personId, key }: CouponAsked,
  id: string | null,
  sold: SQL,
): Statement<D1Result> | null =>
  id === null
    ? null
    : db.run(sql`
        INSERT INTO coupon_uses (id, studio_id, coupon_id, person_id, used_at)
        SELECT ${key}, ${studio.id}, ${id}, ${personId}, ${now} WHERE ${sold}
        ON CONFLICT DO NOTHING`)
