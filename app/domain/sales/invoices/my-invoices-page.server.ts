/** Invoices as the person who pays them has them. */
import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import { type PageNumber, pageStatements, toPage } from '#app/db/page.server.ts'
import { accountCreditSql } from '#app/domain/billing/invoices/payment-statements.server.ts'
import { isDueSql } from '#app/domain/billing/open-item-sums.server.ts'
import { takesOnlineStatement } from '#app/domain/payments/accounts/connect-account.server.ts'
import type { MemberContext } from '#app/domain/scope/contexts.ts'
import { shellStatements, toShell } from '#app/domain/studios/shell-queries.server.ts'
import { dayMonthYear, money } from '#app/values/wording.ts'
import { localDate } from '#app/values/zone.ts'
import { invoiceStatements, toInvoicePage } from './invoice-page.server.ts'
import { invoiceColumnsSql } from './invoice-rows.server.ts'
import { invoiceView } from './invoice-view.ts'
import { type InvoiceRow, invoiceState, invoiceTitle } from './invoice-words.ts'

const invoicesAPage = 25

type PageViewer = { personId: string; name: string; email: string }

/** Invoices that are addressed to a guardian: those of their children. */
const addressedSql = (studioId: string, personId: string) => sql`
  SELECT id FROM invoices WHERE studio_id = ${studioId} AND billed_to_id = ${personId}`

/** One page of a person's invoices and credit notes, newest first, with what is to pay. One trip. */
export async function myInvoicesPage(ctx: MemberContext, viewer: PageViewer, page: number) {
  const { db, studio, now } = ctx
  const at: PageNumber = { page, perPage: invoicesAPage }
  const today = localDate(now, studio.timeZone)
  const mine = sql`SELECT id FROM invoices
    WHERE studio_id = ${studio.id} AND person_id = ${viewer.personId}
    UNION ${addressedSql(studio.id, viewer.personId)}`
  const answer = await batch(db, {
    ...shellStatements(ctx, viewer),
    online: takesOnlineStatement(ctx),
    ...pageStatements<InvoiceRow>(
      db,
      {
        select: invoiceColumnsSql,
        // Found by whose they are: the index by day would be in order, and read everybody's.
        from: sql`(${mine}) AS own CROSS JOIN invoices AS invoice ON invoice.id = own.id
          CROSS JOIN people AS person ON person.id = invoice.person_id`,
        where: sql`invoice.studio_id = ${studio.id}`,
        orderBy: sql`invoice.issued_on DESC, invoice.number DESC`,
      },
      at,
    ),
    sums: db.all<{ openMinor: number; creditMinor: number }>(sql`
      SELECT coalesce(sum(item.amount_minor - item.paid_minor), 0) AS openMinor,
        ${accountCreditSql(sql`${studio.id}`, sql`${viewer.personId}`)} AS creditMinor
      FROM open_items AS item
      WHERE item.studio_id = ${studio.id} AND item.state = 'open' AND ${isDueSql('item')}
        AND item.id IN (
          SELECT id FROM open_items
          WHERE studio_id = ${studio.id} AND person_id = ${viewer.personId} AND state = 'open'
          UNION SELECT line.id FROM (${addressedSql(studio.id, viewer.personId)}) AS invoice
            CROSS JOIN open_items AS line ON line.studio_id = ${studio.id}
              AND line.invoice_id = invoice.id AND line.state = 'open')`),
  })
  const sum = (minor: number) => money(minor, studio.currency, studio.locale)
  const { openMinor, creditMinor } = answer.sums[0]!
  return {
    shell: toShell(answer, viewer),
    toPay: openMinor > 0 ? sum(openMinor) : '',
    credit: creditMinor > 0 ? sum(creditMinor) : '',
    online: answer.online.length > 0,
    invoices: toPage(answer, at, (row: InvoiceRow) => ({
      id: row.id,
      title: invoiceTitle(row),
      state: invoiceState(row, today),
      issued: dayMonthYear(row.issuedOn, studio.locale),
      child: row.personId === viewer.personId ? '' : row.personName,
      what: row.lines > 1 ? `${row.what} and ${row.lines - 1} more` : row.what,
      total: sum(row.totalMinor),
    })),
  }
}

/** One of a person's invoices; null where none of theirs has that id. One trip. */
export async function myInvoicePage(ctx: MemberContext, viewer: PageViewer, invoiceId: string) {
  const { studio, now } = ctx
  const { locale, timeZone } = studio
  const answer = await batch(ctx.db, {
    ...shellStatements(ctx, viewer),
    online: takesOnlineStatement(ctx),
    credit: ctx.db.all<{ minor: number }>(sql`
      SELECT ${accountCreditSql(sql`bill.studio_id`, sql`bill.person_id`)} AS minor
      FROM invoices AS bill WHERE bill.studio_id = ${studio.id} AND bill.id = ${invoiceId}`),
    ...invoiceStatements(ctx, invoiceId, viewer.personId),
  })
  const page = toInvoicePage(answer)
  return (
    page && {
      shell: toShell(answer, viewer),
      online: answer.online.length > 0,
      /** Account credit of whose invoice it is, in minor units. */
      creditMinor: answer.credit[0]?.minor ?? 0,
      view: invoiceView(page, { locale, timeZone, today: localDate(now, timeZone) }),
    }
  )
}
