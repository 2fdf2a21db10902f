import { type SQL, sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import { auditStatement, lineWrittenSql, rightAfterChange } from '#app/domain/audit/audit.server.ts'
import { openInvoiceStatements } from '#app/domain/billing/invoices/open-invoice.server.ts'
import {
  paymentStatements,
  tillClosedSql,
} from '#app/domain/billing/invoices/payment-statements.server.ts'
import type { MethodByHand } from '#app/domain/billing/invoices/payment-words.ts'
import { openItemsOfStatement } from '#app/domain/billing/open-items.server.ts'
import {
  billingSettingsStatement,
  settingsFrom,
} from '#app/domain/billing/settings/billing-settings.server.ts'
import { packageLotStatements } from '#app/domain/entitlements/give-package.server.ts'
import { joinProspectStatement } from '#app/domain/people/prospect-person.server.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import { discountOf } from '#app/values/billing/discount.ts'
import { type LocalDate, localDate } from '#app/values/zone.ts'
import type { CouponRefusal } from '../offers/coupon-words.ts'
import {
  couponFound,
  couponHoldsSql,
  couponStatement,
  couponUseStatement,
} from '../offers/redeem-coupon.server.ts'

export type SellPackage = {
  /** Comes with the form and becomes the lot's id, so that a double press sells one. */
  key: string
  /** A version that is on sale, whose price the form showed: a version's price never changes. */
  packageId: string
  startsOn: LocalDate
  /** `later` leaves the invoice open. */
  method: MethodByHand | 'later'
  note: string
  /** As it was typed; empty for none. */
  coupon?: string
  /** A condition under which they had it already, asked in the batch that sells. */
  unless?: SQL
}

export type SellPackageResult =
  | { ok: true; name: string; priceMinor: number; invoiceId: string }
  | { ok: false; reason: 'not_found' | 'till_closed' | 'had_it' }
  | { ok: false; reason: 'coupon'; why: CouponRefusal }

/**
 * Sells a person a package at the desk: the lot and its credits, the invoice with its number and,
 * unless it is paid later, the payment, in one batch. Sent again it is the same sale. Refused
 * (`not_found`) where the person is archived or the version is off sale, on a day whose takings are
 * closed when money is taken, and (`had_it`) for a package that a person may buy once.
 */
export async function sellPackage(
  ctx: StaffContext,
  personId: string,
  { key, packageId, startsOn, method, note, coupon: code = '', unless = sql`0` }: SellPackage,
): Promise<SellPackageResult> {
  const { db, studio, now, actor } = ctx
  const today = localDate(now, studio.timeZone)
  const asked = { code, personId, offer: { table: 'packages' as const, id: packageId }, key }
  const { settings, offers, coupons } = await batch(db, {
    coupons: couponStatement(ctx, asked),
    settings: billingSettingsStatement(ctx),
    offers: db.all<{ name: string; priceMinor: number }>(sql`
      SELECT name, price_minor AS priceMinor FROM packages
      WHERE studio_id = ${studio.id} AND id = ${packageId}`),
  })
  const [offer] = offers
  if (!offer) return { ok: false, reason: 'not_found' }
  const coupon = couponFound(code, coupons)
  if (coupon && !coupon.ok) return { ok: false, reason: 'coupon', why: coupon.reason }
  const couponId = coupon?.ok ? coupon.id : null
  const offMinor = coupon?.ok ? discountOf(coupon.discount, offer.priceMinor) : 0
  const priceMinor = offer.priceMinor - offMinor
  const invoiceId = `sale-${key}`
  const lineId = `sold-${key}`
  const sold = lineWrittenSql(lineId)
  const paysNow = method !== 'later' && priceMinor > 0
  const closed = tillClosedSql(sql`${studio.id}`, sql`${today}`)
  const onceSql = sql`NOT ${hadOnceSql(ctx, { packageId, personId, besides: key })} AND NOT ${unless}`
  const fits = sql`${onceSql} AND ${couponHoldsSql(ctx, asked, couponId)}`
  const { lot, grant } = packageLotStatements(
    ctx,
    personId,
    { key, packageId, startsOn, reason: note },
    paysNow ? sql`NOT ${closed} AND ${fits}` : fits,
  )
  const { found, couponAfter } = await batch(db, {
    lot,
    grant,
    audit: auditStatement(
      ctx,
      {
        id: lineId,
        action: 'package.sold',
        subjectKind: 'person',
        subjectId: personId,
        reason: note,
        detail: { lotId: key, packageId, priceMinor, coupon: code, method, startsOn },
      },
      rightAfterChange,
    ),
    joined: joinProspectStatement(ctx, sql`${personId}`, sold),
    used: couponUseStatement(ctx, asked, couponId, sold),
    charge: openItemsOfStatement(ctx, {
      discount: { minor: offMinor, reason: offMinor > 0 ? `Coupon ${code}` : '' },
      kind: 'package',
      cause: 'package',
      rows: sql`SELECT lot.person_id, lot.id AS subject_id, ${priceMinor} AS amount_minor,
          package.name AS working
        FROM lots AS lot JOIN packages AS package ON package.id = ${packageId}
        WHERE lot.studio_id = ${studio.id} AND lot.id = ${key} AND ${sold}`,
    }),
    ...openInvoiceStatements(ctx, settingsFrom(ctx, settings), {
      id: invoiceId,
      personId,
      kind: 'invoice',
      items: sql`item.kind = 'package' AND item.subject_id = ${key}`,
      issuedOn: today,
    }),
    ...(paysNow
      ? paymentStatements(
          ctx,
          {
            id: `paid-${key}`,
            invoiceId,
            personId,
            amountMinor: priceMinor,
            method,
            takenBy: actor.name,
            note,
          },
          sold,
        )
      : {}),
    couponAfter: couponStatement(ctx, asked),
    found: db.all<{ sold: number; closed: number; fresh: number }>(sql`
      SELECT ${sold} AS sold, ${closed} AS closed, ${onceSql} AS fresh`),
  })
  const after = found[0]!
  if (after.sold) return { ok: true, name: offer.name, priceMinor, invoiceId }
  if (!after.fresh) return { ok: false, reason: 'had_it' }
  const lost = couponFound(code, couponAfter)
  if (lost && !lost.ok) return { ok: false, reason: 'coupon', why: lost.reason }
  return { ok: false, reason: paysNow && after.closed ? 'till_closed' : 'not_found' }
}

/**
 * A person had a package that is for once only, in whichever version; `besides` is the lot of the
 * sale that asks.
 */
export const hadOnceSql = (
  { studio }: Pick<StaffContext, 'studio'>,
  {
    packageId,
    personId,
    besides,
  }: { packageId: string | SQL; personId: string | SQL; besides: string },
): SQL => sql`EXISTS (
  SELECT 1 FROM packages AS once
  JOIN packages AS version ON version.studio_id = once.studio_id AND version.name = once.name
  JOIN packages AS part ON part.studio_id = version.studio_id
    AND (part.id = version.id OR part.bundle_id = version.id)
  JOIN lots AS had ON had.studio_id = part.studio_id AND had.package_id = part.id
  WHERE once.studio_id = ${studio.id} AND once.id = ${packageId} AND once.once_per_person = 1
    AND had.person_id = ${personId} AND coalesce(had.sold_with, had.id) <> ${besides})`
