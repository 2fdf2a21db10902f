import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { openInvoices } from '#app/domain/billing/invoices/open-invoices.server.ts'
import { listTies } from '#app/domain/families/tie-people.server.ts'
import { findGiftCard } from '#app/domain/sales/gift-cards/find-gift-card.server.ts'
import { csv, importingAt, numberPeople } from '../../../../tests/support/holdings.ts'
import { type World, world } from '../../../../tests/support/world.ts'
import { countOutcomes, rollBackPreview } from '../import-queries.server.ts'
import { readRefused } from '../imported-file.server.ts'

const now = '2026-11-23T09:00:00Z'

async function studioWithNumbers() {
  const w = await world()
  await numberPeople(w, { 100: w.ana, 101: w.ben, 102: w.cleo })
  return { w, ...(await importingAt(w, now)) }
}

const creditOf = async ({ db, studio }: World, person: { id: string }) =>
  (
    await db.all<{ minor: number }>(sql`
      SELECT coalesce(sum(amount_minor), 0) AS minor FROM account_entries
      WHERE studio_id = ${studio.id} AND person_id = ${person.id}`)
  )[0]!.minor

const cardsOf = ({ db, studio }: World) =>
  db.all(sql`
    SELECT card.balance_minor AS balance, card.state, card.last_four AS lastFour, person.name
    FROM gift_cards AS card JOIN people AS person ON person.id = card.person_id
    WHERE card.studio_id = ${studio.id} ORDER BY card.balance_minor`)

const invoices = ({ db, studio }: World) =>
  db.all(sql`
    SELECT person.name, invoice.total_minor AS total, invoice.tax_minor AS tax, invoice.state
    FROM invoices AS invoice JOIN people AS person ON person.id = invoice.person_id
    WHERE invoice.studio_id = ${studio.id} ORDER BY invoice.number`)

const header = 'MBSystemID,BarcodeID,FirstName,LastName,Balance,GiftCardExtID'
const file = csv(
  header,
  '100,,Ana,Reyes,"£1,012.50",',
  '100,,Ana,Reyes,20.00,GC-7',
  '101,,Ben,Okoro,(15.00),',
  '102,,Cleo,Park,0.00,',
)

test('cards whose codes are the same without spaces and signs, or too short to find, are left out and said so', async () => {
  const { w, check, start, ctx } = await studioWithNumbers()
  const job = await check(
    'balances',
    csv(header, '100,,Ana,Reyes,20,GC-12', '101,,Ben,Okoro,30,gc 12', '102,,Cleo,Park,5,7'),
  )
  expect(job).toMatchObject({ total: 1 })
  await start(job.id)
  expect(await cardsOf(w)).toMatchObject([{ balance: 2_000 }])
  expect((await readRefused(ctx, job)).map(({ line }) => line)).toEqual([3, 4])
  const more = await check('balances', csv(header, '101,,Ben,Okoro,30,GC12'))
  expect(more).toMatchObject({ total: 0 })
})

test('a balance is account credit or to pay, once, and carries no tax a second time', async () => {
  const { w, check, start, commit, ctx } = await studioWithNumbers()
  await w.db.run(sql`
    INSERT INTO billing_settings (studio_id, version, legal_name, address, tax_number, tax_name,
      prefix, first_number, due_days, desk_refund_minor, classes_tax_bp, memberships_tax_bp,
      events_tax_bp, fees_tax_bp)
    VALUES (${w.studio.id}, 1, 'N', 'A', '', 'VAT', '', 1, 0, 2000, 2000, 2000, 2000, 2000)`)
  const job = await check(
    'balances',
    csv(
      file,
      '101,,Ben,Okoro,€5,GC-8',
      '101,,Ben,Okoro,-5,GC-9',
      '101,,Ben,Okoro,lots,GC-10',
      '102,,Cleo,Park,5,GC-11',
      '102,,Cleo,Park,5,GC-11',
      '999,,No,Body,5,',
    ),
  )
  expect(job).toMatchObject({
    total: 4,
    findings: {
      added: 4,
      creditMinor: 101_250,
      cardsMinor: 2_500,
      owedMinor: 1_500,
      nothing_nothing: 1,
    },
  })
  expect((await readRefused(ctx, job)).map(({ line, why }) => [line, why])).toEqual([
    [6, 'This isn’t an amount in GBP'],
    [7, 'A gift card can’t hold less than nothing'],
    [8, 'This isn’t an amount in GBP'],
    [10, 'The same as line 9'],
    [11, 'Nobody here has this number, barcode or email. Import the list of people first'],
  ])
  await start(job.id)
  await openInvoices(w.at(now))
  expect(await countOutcomes(ctx, await commit('balances', file))).toEqual({ unchanged: 3 })
  await openInvoices(w.at(now))
  expect(await creditOf(w, w.ana)).toBe(101_250)
  expect(await cardsOf(w)).toEqual([
    { balance: 500, state: 'live', lastFour: 'GC11', name: 'Cleo Park' },
    { balance: 2_000, state: 'live', lastFour: 'GC7', name: 'Ana Reyes' },
  ])
  expect(await findGiftCard(ctx, 'gc 7')).toMatchObject({ paysMinor: 2_000 })
  expect(await invoices(w)).toEqual([{ name: 'Ben Okoro', total: 1_500, tax: 0, state: 'open' }])
})

test('rolling balances back leaves credit that was spent and what was paid', async () => {
  const { w, commit, ctx, rollBack } = await studioWithNumbers()
  const id = await commit(
    'balances',
    csv(file, '102,,Cleo,Park,5,GC-11', '101,,Ben,Okoro,7.00,GC-12'),
  )
  await openInvoices(w.at(now))
  await w.db.run(sql`
    INSERT INTO account_entries (studio_id, person_id, amount_minor, cause, created_at)
    VALUES (${w.studio.id}, ${w.ana.id}, -100, 'payment:x', ${now})`)
  const spent = await findGiftCard(ctx, 'GC-12')
  await w.db.run(sql`
    INSERT INTO gift_card_entries (studio_id, card_id, kind, amount_minor, cause, created_at)
    VALUES (${w.studio.id}, ${spent!.id}, 'spent', -200, 'payment:y', ${now})`)
  expect((await rollBackPreview(ctx, id, 'balances')).stay).toEqual([
    { id: w.ana.id, name: 'Ana Reyes', why: 'the credit was spent' },
    { id: w.ben.id, name: 'Ben Okoro', why: 'some of the gift card was spent' },
  ])
  await rollBack(id)
  await openInvoices(w.at(now))
  expect([await creditOf(w, w.ana), await creditOf(w, w.cleo)]).toEqual([101_150, 0])
  expect(await cardsOf(w)).toMatchObject([{ balance: 500, name: 'Ben Okoro' }])
  const [owed] = await w.db.all<{ minor: number }>(sql`
    SELECT sum(minor) AS minor FROM gift_card_sums WHERE studio_id = ${w.studio.id}`)
  expect(owed!.minor).toBe(500)
  expect(await invoices(w)).toMatchObject([{ name: 'Ben Okoro', state: 'void' }])
  // And it can be brought again.
  expect(await countOutcomes(ctx, await commit('balances', file))).toEqual({
    added: 2,
    unchanged: 1,
  })
  await openInvoices(w.at(now))
  expect(await invoices(w)).toMatchObject([{ state: 'void' }, { state: 'open' }])
})

test('imported visits take no credit, and a status we do not know is asked about', async () => {
  const { w, check, start, commit, rollBack, ctx } = await studioWithNumbers()
  const visits = csv(
    'MBSystemID,FirstName,LastName,VisitDate,VisitStartTime,Description,Status,VisitID',
    '100,Ana,Reyes,9/30/2026,6:30 PM,Pole 2,Attended,V1',
    '100,Ana,Reyes,10/14/2026,18:30:00,Pole 2,Signed in,V2',
    '101,Ben,Okoro,10/14/2026,6:30 PM,Pole 2,No Show,V3',
    '101,Ben,Okoro,10/14/2026,6:30 PM,Pole 2,Zoomed,V4',
    '101,Ben,Okoro,10/14/2027,6:30 PM,Pole 2,Attended,V5',
    '101,Ben,Okoro,10/14/2026,26:30,Pole 2,Attended,V6',
    '100,Ana,Reyes,10/14/2026,18:30:00,Pole 2,Signed in,V2',
  )
  const job = await check('visits', visits)
  expect(job).toMatchObject({ total: 2, findings: { added: 2, nothing_absent: 1 } })
  expect(job.check.questions).toMatchObject([{ key: 'status:zoomed', rows: 1, answer: '' }])
  expect((await readRefused(ctx, job)).map(({ line, why }) => [line, why])).toEqual([
    [5, 'Waits for your answer above'],
    [6, 'This date is in the future'],
    [7, 'This isn’t a time'],
    [8, 'The same as line 3'],
  ])
  const left = async () =>
    w.db.all(sql`SELECT sum(amount) AS n FROM entries WHERE studio_id = ${w.studio.id}`)
  const lastVisit = async () =>
    (
      await w.db.all<{ at: string | null }>(
        sql`SELECT last_visit_at AS at FROM people WHERE id = ${w.ana.id}`,
      )
    )[0]!.at
  const before = await left()
  await start(job.id)
  expect(await left()).toEqual(before)
  expect(await lastVisit()).toBe('2026-10-14T17:30:00Z')
  expect(await countOutcomes(ctx, await commit('visits', visits))).toEqual({ unchanged: 2 })
  await rollBack(job.id)
  expect(await lastVisit()).toBeNull()
})

test('parents and children become families, other relations are noted without rights, and chains stay out', async () => {
  const { w, check, start, rollBack, ctx } = await studioWithNumbers()
  const kim = await w.givenPerson('Kim Reyes')
  await numberPeople(w, { 103: kim, 104: w.coach })
  const relations =
    'RelationID,RelName1,MBSystemID1,LastName1,FirstName1,RelName2,MBSystemID2,LastName2,FirstName2'
  const job = await check(
    'families',
    csv(
      relations,
      'R1,Parent,100,Reyes,Ana,Child,103,Reyes,Kim',
      'R2,Child,103,Reyes,Kim,Parent,101,Okoro,Ben',
      'R3,Sister,100,Reyes,Ana,Sister,102,Park,Cleo',
      'R4,Parent,100,Reyes,Ana,Child,999,Nobody,N',
      'R5,Parent,100,Reyes,Ana,Child,100,Reyes,Ana',
      // Somebody's child looks after nobody.
      'R6,Parent,103,Reyes,Kim,Child,102,Park,Cleo',
      'R7,Mother,104,Coach,Dee,Child,103,Reyes,Kim',
    ),
  )
  expect(job).toMatchObject({ total: 3, refused: 4 })
  await start(job.id)
  expect(await countOutcomes(ctx, job.id)).toEqual({ added: 3 })
  expect(await listTies(ctx, w.cleo.id)).toMatchObject([
    { id: w.ana.id, relation: 'sibling', back: 1 },
  ])
  const links = () =>
    w.db.all(sql`
      SELECT guardian_id AS g, dependant_id AS d FROM guardians
      WHERE studio_id = ${w.studio.id} ORDER BY guardian_id = ${w.ben.id}`)
  expect(await links()).toEqual([
    { g: w.ana.id, d: kim.id },
    { g: w.ben.id, d: kim.id },
  ])
  await rollBack(job.id)
  expect(await listTies(ctx, w.cleo.id)).toEqual([])
  expect(await links()).toEqual([])
})
