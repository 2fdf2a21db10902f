/** Cases of people, families, leads and money for `writingCases`. */
import { sql } from 'drizzle-orm'
import { studios } from '#app/db/directory.ts'
import { openInvoices } from '#app/domain/billing/invoices/open-invoices.server.ts'
import { closeTill } from '#app/domain/billing/takings/close-till.server.ts'
import { bookClass } from '#app/domain/bookings/booking/book-class.server.ts'
import { planOfferForm } from '#app/domain/entitlements/offers/plan-form.ts'
import { addPlan } from '#app/domain/entitlements/offers/save-plan.server.ts'
import { sharePack } from '#app/domain/entitlements/share-pack.server.ts'
import { comeOfAge } from '#app/domain/families/come-of-age.server.ts'
import { changeLeads } from '#app/domain/leads/change-leads.server.ts'
import { erasePerson } from '#app/domain/person-records/erase-person.server.ts'
import { packRefundFacts } from '#app/domain/sales/refunds/pack-refund.server.ts'
import { refundPack } from '#app/domain/sales/refunds/refund-pack.server.ts'
import { sellPackage } from '#app/domain/sales/sell/sell-package.server.ts'
import { savePortalRules } from '#app/domain/studios/save-portal-rules.server.ts'
import { newId } from '#app/values/id.ts'
import { givenTouch, leadsOf } from '../leads.ts'
import { givenChild } from '../people/families.ts'
import type { WritingCase } from './writing-cases.ts'

const now = '2026-10-12T09:00:00Z'

/** A bucket that holds nothing. */
const media = {
  list: async () => ({ objects: [], truncated: false }),
  delete: async () => undefined,
} as unknown as R2Bucket

const plan = {
  ...{ name: 'Four a month', description: '', price: '48', interval: 'month', anchorDay: '' },
  ...{ limit: 'period', classes: 4, joiningFee: '0', trialDays: 0, termMonths: 0 },
  ...{ noticeDays: 0, freezeLeastDays: 7, freezeMostDays: 28, freezeFee: '0', contract: '' },
}

export const peopleCases: Record<string, WritingCase> = {
  'an eighteenth birthday': {
    ...{ from: 'families/come-of-age.server.ts', now },
    async ready(w) {
      await givenChild(w, 'Isla Reyes', { birthDate: '2008-10-12', guardians: [w.ana] })
      return (as) => comeOfAge(as.asDesk())
    },
  },
  'sharing a pack with the family': {
    ...{ from: 'entitlements/share-pack.server.ts', now },
    async ready(w) {
      return (as) => sharePack(as.asMember(w.ben), w.benLot, true)
    },
  },
  'invoices of what is owed': {
    ...{ from: 'billing/invoices/open-invoices.server.ts', now },
    async ready(w) {
      await w.db.run(sql`
        INSERT INTO open_items (id, studio_id, person_id, kind, subject_id, amount_minor, currency,
          working, state, dedupe_key, created_at)
        VALUES (${newId()}, ${w.studio.id}, ${w.ana.id}, 'drop_in', 'class', 1500, 'GBP',
          'Drop-in', 'open', ${newId()}, ${now})`)
      return (as) => openInvoices(as.asDesk())
    },
  },
  'closing a day’s takings': {
    ...{ from: 'billing/takings/close-till.server.ts', now },
    async ready() {
      const day = { day: '2026-10-11', cashMinor: 0, countedMinor: 0, note: '' }
      return (as) => closeTill(as.asDesk(), day)
    },
  },
  'a plan on sale': {
    ...{ from: 'entitlements/offers/save-plan.server.ts', now },
    async ready() {
      const form = planOfferForm('GBP').parse({ ...plan, key: newId() })
      return (as) => addPlan(as.asDesk(), form)
    },
  },
  'a pack that is refunded, with what it had booked': {
    from: 'entitlements/revoke-pack.server.ts',
    now,
    async ready(w) {
      const key = newId()
      const sale = { packageId: w.ids.tenPack, startsOn: '2026-10-12', note: '' }
      const sold = await sellPackage(w.asDesk(now), w.cleo.id, { ...sale, key, method: 'card' })
      if (!sold.ok) throw new Error(sold.reason)
      await bookClass(w.asMember(w.cleo, now), await w.givenClass())
      const facts = await packRefundFacts(w.asDesk(now), sold.invoiceId)
      const amountMinor = facts?.quote.refundMinor ?? 0
      const { invoiceId } = sold
      const refund = { key: newId(), invoiceId, method: 'card', reason: 'Moved', amountMinor }
      return (as) => refundPack(as.asDesk(), { ...refund, method: 'card' })
    },
  },
  'tagging leads': {
    ...{ from: 'leads/change-leads.server.ts', now },
    async ready(w) {
      await givenTouch(w, now, { email: 'imogen@x.test' })
      const ids = (await leadsOf(w)).map(({ id }) => id)
      return (as) => changeLeads(as.asDesk(), ids, { act: 'tag', tag: 'aerial' })
    },
  },
  'erasing somebody who was a lead': {
    from: 'leads/erase-leads.server.ts',
    also: ['events/erase-tickets.server.ts', 'tasks/erase-tasks.server.ts'],
    now,
    async ready(w) {
      await givenTouch(w, now, { email: 'imogen@x.test' })
      const [lead] = await leadsOf(w)
      const { directory } = w
      return (as) => erasePerson({ ...as.asDesk(), directory, media }, lead!.personId)
    },
  },
  'what members may do': {
    ...{ from: 'studios/save-portal-rules.server.ts', now },
    async ready(w) {
      await w.directory.insert(studios).values({ ...w.studio, createdAt: now })
      const form = { key: newId(), version: w.studio.portal, enrol: 'on' as const }
      return (as) => savePortalRules(as.asDesk(), w.directory, form)
    },
  },
}
