import { type SQL, sql } from 'drizzle-orm'
import { batch, changed, type Statement } from '#app/db/batch.server.ts'
import { auditStatement, rightAfterChange } from '#app/domain/audit/audit.server.ts'
import { balanceSql } from '#app/domain/billing/invoices/payment-statements.server.ts'
import {
  hashSecretToken,
  newSecretToken,
} from '#app/domain/identity/secrets/secret-tokens.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import { newId } from '#app/values/id.ts'
import { addMinutes, type Instant } from '#app/values/instant.ts'

/** Days that a link is good for. */
const payLinkDays = 30

/**
 * A link that pays one invoice without signing in: its secret, for a letter or the desk, and the
 * statement that keeps its hash, for the batch of what it goes with.
 */
export function newPayLink(
  { db, studio, now }: StudioContext,
  { invoiceId, payerId, by = '' }: { invoiceId: string; payerId: string; by?: string },
  onlyIf: SQL = sql`1`,
): { secret: string; statement: Statement<D1Result> } {
  const secret = newSecretToken()
  return {
    secret,
    statement: db.run(sql`
      INSERT INTO pay_links (id, studio_id, invoice_id, payer_id, hash, created_at, created_by,
        expires_at)
      SELECT ${newId()}, ${studio.id}, ${invoiceId}, ${payerId}, ${hashSecretToken(secret)}, ${now},
        ${by}, ${addMinutes(now, payLinkDays * 24 * 60)}
      WHERE ${onlyIf}`),
  }
}

/** Makes a link at the desk, to copy; null where the invoice is not open. */
export async function makePayLink(ctx: StaffContext, invoiceId: string): Promise<string | null> {
  const { db, studio, actor } = ctx
  const [bill] = await db.all<{ payerId: string }>(sql`
    SELECT coalesce(billed_to_id, person_id) AS payerId FROM invoices
    WHERE studio_id = ${studio.id} AND id = ${invoiceId} AND kind = 'invoice' AND state = 'open'`)
  if (!bill) return null
  const open = sql`EXISTS (SELECT 1 FROM invoices WHERE studio_id = ${studio.id}
    AND id = ${invoiceId} AND state = 'open')`
  const link = newPayLink(ctx, { invoiceId, payerId: bill.payerId, by: actor.name }, open)
  const { made } = await batch(db, {
    made: link.statement,
    audit: auditStatement(
      ctx,
      { action: 'invoice.pay_link_made', subjectKind: 'invoice', subjectId: invoiceId, detail: {} },
      rightAfterChange,
    ),
  })
  return changed(made) > 0 ? link.secret : null
}

/** Ends every link of an invoice that is good still. Answers how many. */
export async function revokePayLinks(ctx: StaffContext, invoiceId: string): Promise<number> {
  const { db, studio, now } = ctx
  const { revoked } = await batch(db, {
    revoked: db.run(sql`
      UPDATE pay_links SET revoked_at = ${now}
      WHERE studio_id = ${studio.id} AND invoice_id = ${invoiceId} AND revoked_at IS NULL
        AND expires_at > ${now}`),
    audit: auditStatement(
      ctx,
      {
        action: 'invoice.pay_links_revoked',
        subjectKind: 'invoice',
        subjectId: invoiceId,
        detail: {},
      },
      rightAfterChange,
    ),
  })
  return changed(revoked)
}

export type OpenedLink = {
  id: string
  invoiceId: string
  payerId: string
  payerName: string
  payerEmail: string
  reference: string
  whatFor: string
  currency: string
  openMinor: number
  expiresAt: Instant
  /** `used`: its invoice is paid, or asks for nothing any more. */
  state: 'good' | 'used' | 'expired' | 'revoked'
}

/** What a link opens; null where no link of the studio has that secret. */
export async function openPayLink(ctx: StudioContext, secret: string): Promise<OpenedLink | null> {
  const { db, studio, now } = ctx
  const [link] = await db.all<
    Omit<OpenedLink, 'state'> & { revokedAt: Instant | null; invoiceState: string }
  >(sql`
    SELECT link.id, link.invoice_id AS invoiceId, link.payer_id AS payerId,
      payer.name AS payerName, payer.email AS payerEmail, bill.reference, bill.currency,
      bill.state AS invoiceState, link.expires_at AS expiresAt, link.revoked_at AS revokedAt,
      ${balanceSql(sql`bill.studio_id`, sql`bill.id`)} AS openMinor,
      coalesce((SELECT group_concat(line.working, ', ') FROM open_items AS line
        WHERE line.studio_id = bill.studio_id AND line.invoice_id = bill.id
          AND line.state = 'open'), '') AS whatFor
    FROM pay_links AS link JOIN invoices AS bill ON bill.id = link.invoice_id
      AND bill.studio_id = link.studio_id
    JOIN people AS payer ON payer.id = link.payer_id
    WHERE link.hash = ${hashSecretToken(secret)} AND link.studio_id = ${studio.id}`)
  if (!link) return null
  const { revokedAt, invoiceState, ...rest } = link
  return { ...rest, state: stateOf(link, now) }
}

function stateOf(
  link: { revokedAt: Instant | null; invoiceState: string; expiresAt: Instant; openMinor: number },
  now: Instant,
): OpenedLink['state'] {
  if (link.revokedAt !== null) return 'revoked'
  if (link.invoiceState !== 'open' || link.openMinor <= 0) return 'used'
  return link.expiresAt <= now ? 'expired' : 'good'
}
