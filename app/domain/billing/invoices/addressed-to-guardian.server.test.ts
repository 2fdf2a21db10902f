import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { batch } from '#app/db/batch.server.ts'
import { invoicePage } from '#app/domain/sales/invoices/invoice-page.server.ts'
import { invoiceView } from '#app/domain/sales/invoices/invoice-view.ts'
import {
  myInvoicePage,
  myInvoicesPage,
} from '#app/domain/sales/invoices/my-invoices-page.server.ts'
import { sendReceipts } from '#app/domain/sales/receipts/send-receipts.server.ts'
import { remindInvoices } from '#app/domain/sales/reminders/remind-invoices.server.ts'
import { newId } from '#app/values/id.ts'
import { asGuardian, givenChild, mailsOf } from '../../../../tests/support/people/families.ts'
import { type Person, type World, world } from '../../../../tests/support/world.ts'
import { openItemStatement } from '../open-items.server.ts'
import { openInvoices } from './open-invoices.server.ts'
import { refundInvoice } from './refund-invoice.server.ts'
import { takePayment } from './take-payment.server.ts'

const now = '2026-10-12T10:00:00Z'

/** What the desk charges somebody, on an invoice. */
async function charged(w: World, person: Person, working = 'Drop-in: Yin yoga', at = now) {
  await batch(w.db, {
    item: openItemStatement(w.at(at), {
      personId: person.id,
      kind: 'drop_in',
      subjectId: newId(),
      amountMinor: 1_200,
      working,
      dedupeKey: newId(),
    }),
  })
  await openInvoices(w.at(at))
  const [row] = await w.db.all<{ id: string }>(sql`
    SELECT id FROM invoices WHERE studio_id = ${w.studio.id} AND person_id = ${person.id}
    ORDER BY number DESC LIMIT 1`)
  return row!.id
}

const addressee = async (w: World, invoiceId: string) =>
  invoiceView((await invoicePage(w.at(now), invoiceId))!, {
    locale: 'en-GB',
    timeZone: 'Europe/London',
    today: '2026-10-12',
  }).to

const viewer = ({ id, name, email }: Person) => ({ personId: id, name, email })

test('what the desk charges a child is an invoice to the guardian who was linked first, and names the child', async () => {
  const w = await world()
  const mia = await givenChild(w, 'Mia Reyes', { guardians: [w.ben, w.ana] })
  await w.db.run(sql`UPDATE guardians SET created_at = '2026-09-01T09:00:00Z'
    WHERE guardian_id = ${w.ana.id} AND dependant_id = ${mia.id}`)
  const invoiceId = await charged(w, mia)

  expect(await addressee(w, invoiceId)).toEqual({
    name: w.ana.name,
    email: w.ana.email,
    child: 'Mia Reyes',
  })
  const list = await myInvoicesPage(w.asMember(w.ana, now), viewer(w.ana), 1)
  expect(list.toPay).toBe('£12.00')
  expect(list.invoices.items).toMatchObject([{ id: invoiceId, child: 'Mia Reyes' }])
  expect(await myInvoicePage(w.asMember(w.ana, now), viewer(w.ana), invoiceId)).not.toBeNull()
  expect(await myInvoicePage(w.asMember(w.ben, now), viewer(w.ben), invoiceId)).toBeNull()
  expect(await myInvoicePage(w.asMember(w.cleo, now), viewer(w.cleo), invoiceId)).toBeNull()
})

test('an invoice of an adult, or of a child nobody looks after, is addressed to themselves', async () => {
  const w = await world()
  const alone = await givenChild(w, 'Noa Park')
  const grown = await givenChild(w, 'Eli Park', { birthDate: '2008-10-12', guardians: [w.ana] })
  const young = await givenChild(w, 'Ida Park', { birthDate: '2008-10-13', guardians: [w.ana] })
  const to = async (person: Person) => (await addressee(w, await charged(w, person))).name
  expect(await to(w.cleo)).toBe(w.cleo.name)
  expect(await to(alone)).toBe('Noa Park')
  expect(await to(grown)).toBe('Eli Park')
  expect(await to(young)).toBe(w.ana.name)
})

test('the address stays when the family changes, and a credit note follows its invoice', async () => {
  const w = await world()
  const mia = await givenChild(w, 'Mia Reyes', { guardians: [w.ana] })
  const invoiceId = await charged(w, mia)
  await takePayment(w.asDesk(now), {
    key: newId(),
    invoiceId,
    amountMinor: 1_200,
    method: 'cash',
    note: '',
  })
  await w.db.run(sql`DELETE FROM guardians WHERE dependant_id = ${mia.id}`)
  expect((await addressee(w, invoiceId)).name).toBe(w.ana.name)
  const [line] = await w.db.all<{ id: string }>(
    sql`SELECT id FROM open_items WHERE invoice_id = ${invoiceId}`,
  )
  await refundInvoice(w.asDesk(now), {
    key: newId(),
    invoiceId,
    itemId: line!.id,
    amountMinor: 500,
    method: 'cash',
    reason: 'Left early',
  })
  const [note] = await w.db.all<{ id: string }>(
    sql`SELECT id FROM invoices WHERE credits_invoice_id = ${invoiceId}`,
  )
  expect((await addressee(w, note!.id)).name).toBe(w.ana.name)
})

test('reminders and receipts of a child with an email of their own go to the guardian, with the child’s name', async () => {
  const w = await world()
  const mia = await givenChild(w, 'Mia Reyes', { guardians: [w.ana] })
  await w.db.run(sql`UPDATE people SET email = 'mia@school.test' WHERE id = ${mia.id}`)
  const invoiceId = await charged(w, mia)
  await remindInvoices(w.asDesk(now), invoiceId)
  await takePayment(w.asDesk(now), {
    key: newId(),
    invoiceId,
    amountMinor: 1_200,
    method: 'cash',
    note: '',
  })
  await sendReceipts(w.at(now))
  const mails = (await mailsOf(w)).filter(({ kind }) => /invoice|receipt/.test(kind))
  expect(mails.map(({ to, kind }) => [to, kind])).toEqual([
    [w.ana.email, 'invoice-reminder'],
    [w.ana.email, 'payment-receipt'],
  ])
  for (const { text } of mails) {
    expect(text).toContain(`/portal/invoices/${invoiceId}`)
    expect(text).toContain('Mia: Drop-in: Yin yoga')
  }
})

test('what a guardian buys for a child is on their own invoice, in a line with the child’s name', async () => {
  const w = await world()
  const mia = await givenChild(w, 'Mia Reyes', { guardians: [w.ana] })
  await batch(w.db, {
    item: openItemStatement(asGuardian(w, w.ana, mia, now), {
      personId: mia.id,
      kind: 'appointment',
      subjectId: newId(),
      amountMinor: 4_000,
      working: 'Private lesson',
      dedupeKey: newId(),
    }),
  })
  await openInvoices(w.at(now))
  const [row] = await w.db.all<{ id: string }>(sql`
    SELECT id FROM invoices WHERE studio_id = ${w.studio.id} AND person_id = ${w.ana.id}`)
  const page = (await invoicePage(w.at(now), row!.id))!
  expect(page.lines.map(({ working }) => working)).toEqual(['Mia Reyes: Private lesson'])
  expect((await addressee(w, row!.id)).child).toBe('')
})
