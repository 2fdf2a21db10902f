/**
 * Story 20, walls. A coach at Northside opens a Southside member's id: 404, logged. A coach sees
 * roster and injury flag, not invoices. The front desk refunds £20.00 but not £20.01. Mo belongs to
 * both studios with one login: two ledgers, unsubscribing from Northside's marketing leaves
 * Southside's; Northside's receipts still arrive. The owner downloads everything; the export is
 * logged and contains only Northside. Every page and form: `tests/http/studio-walls.test.ts`.
 */
import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { sql } from 'drizzle-orm'
import { unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { batch } from '#app/db/batch.server.ts'
import { openInvoices } from '#app/domain/billing/invoices/open-invoices.server.ts'
import { refundInvoice } from '#app/domain/billing/invoices/refund-invoice.server.ts'
import { takePayment } from '#app/domain/billing/invoices/take-payment.server.ts'
import { openItemStatement } from '#app/domain/billing/open-items.server.ts'
import { bookClass } from '#app/domain/bookings/booking/book-class.server.ts'
import { beginCampaign } from '#app/domain/marketing/save-campaign.server.ts'
import { scheduleCampaign } from '#app/domain/marketing/schedule-campaign.server.ts'
import { sendCampaigns } from '#app/domain/marketing/send-campaigns.server.ts'
import { unsubscribeFrom } from '#app/domain/marketing/unsubscribe-from-campaign.server.ts'
import { auditLogPage } from '#app/domain/overview/audit/audit-log-page.server.ts'
import { addNote } from '#app/domain/people/add-note.server.ts'
import { recordConsent } from '#app/domain/people/consents/record-consent.server.ts'
import { takeForAccount } from '#app/domain/sales/account/take-for-account.server.ts'
import { sendReceipts } from '#app/domain/sales/receipts/send-receipts.server.ts'
import type { Role } from '#app/domain/scope/permissions.ts'
import { joinStudio } from '#app/domain/studios/join-studio.server.ts'
import { requireMember } from '#app/http/guards.server.ts'
import { noteMissingSoon } from '#app/http/note-missing.server.ts'
import { paths } from '#app/paths.ts'
import { loader as profile } from '#app/routes/manage/members/members/$person._index/route.tsx'
import { loader as invoices } from '#app/routes/manage/sales/invoices/_index/route.tsx'
import { loader as roster } from '#app/routes/manage/schedule/classes/$occurrence._index/route.tsx'
import { loader as everything } from '#app/routes/manage/settings/export[.]zip.ts'
import { newId } from '#app/values/id.ts'
import { mintAccount, mintSession } from '../support/accounts.ts'
import { balanceOf, entriesOf } from '../support/bookings.ts'
import { requestTo } from '../support/requests.ts'
import { mintStudio } from '../support/studios.ts'
import { type Person, type World, world } from '../support/world.ts'

/** A Monday at ten in London. */
const now = '2026-10-12T09:00:00Z'

/** A world whose studio can be signed in at. */
async function studioCalled(name: string): Promise<World> {
  const w = await world()
  w.studio.name = name
  await mintStudio(w, { ...w.studio, slug: w.studio.slug.replace('northside', name.toLowerCase()) })
  w.studio.slug = w.studio.slug.replace('northside', name.toLowerCase())
  return w
}

const both = async () => [await studioCalled('Northside'), await studioCalled('Southside')] as const

const databasesOf = (w: World) => ({ env: w.env, directory: w.directory, shard: () => w.db })

/** A browser signed in with an account, at the moment of the story. */
async function browserOf(w: World, account: { userId: string }) {
  const nowMs = Date.parse(now)
  const { cookie } = await mintSession(w, account, { nowMs })
  return (path: string) => requestTo(w, path, { cookie, nowMs })
}

const staffOf = async (w: World, role: Role, name: string) => {
  const account = await mintAccount(databasesOf(w), { studio: w.studio, role, name })
  return { ...account, personId: account.personId!, open: await browserOf(w, account) }
}

type Loader = (args: LoaderFunctionArgs) => Promise<unknown>

/** What a page answers: its data, or the status it stops with. */
async function answerOf(
  loader: Loader,
  app: ReturnType<typeof requestTo>,
  params: Record<string, string> = {},
): Promise<{ status: number; page: unknown }> {
  const behind: Promise<unknown>[] = []
  app.waitUntil = (work) => void behind.push(work)
  const answer = await loader({ request: app.request, context: { app }, params }).catch(
    (thrown) => {
      if (thrown instanceof Response) return thrown
      throw thrown
    },
  )
  const status = answer instanceof Response ? answer.status : 200
  noteMissingSoon(app, status)
  await Promise.all(behind)
  return { status, page: answer }
}

const logOf = async (w: World) =>
  (await auditLogPage(w.at(now), {})).lines.map(({ who, thing, deed, reason }) =>
    `${who}: ${thing} ${deed} ${reason}`.trim(),
  )

test('20: a coach who opens another studio’s member is answered 404, and it stands in the log', async () => {
  const [north, south] = await both()
  const coach = await staffOf(north, 'coach', 'Col Coach')
  const open = (personId: string) => {
    const path = paths.managePerson(north.studio, personId)
    return answerOf(profile, coach.open(path), { person: personId })
  }

  expect((await open(north.ana.id)).status).toBe(200)
  expect((await open(south.ana.id)).status).toBe(404)
  // Pressed again, or with another id, it is the same line; it says nothing of Southside.
  expect((await open(south.ana.id)).status).toBe(404)
  expect((await open(south.ben.id)).status).toBe(404)
  expect(await logOf(north)).toEqual([
    'Col Coach: Record asked for, and not of this studio members',
  ])
  expect(await logOf(south)).toEqual([])
  // At Southside's own address there is no place for them at all.
  const there = coach.open(paths.managePerson(south.studio, south.ana.id))
  expect((await answerOf(profile, there, { person: south.ana.id })).status).toBe(303)
})

test('20: a coach sees the roster and that somebody is injured, and no invoice', async () => {
  const [north] = await both()
  const coach = await staffOf(north, 'coach', 'Col Coach')
  const manager = await staffOf(north, 'manager', 'Mina Manager')
  const note = { key: newId(), kind: 'injury' as const, text: 'left wrist since May' }
  await addNote(north.asDesk(now), north.ana.id, note)
  const thursday = await north.givenClass({ localStart: '2026-10-15T18:30' })
  await bookClass(north.asMember(north.ana, now), thursday)
  const marks = async (open: typeof coach.open) => {
    const path = paths.manageClass(north.studio, thursday)
    const { status, page } = await answerOf(roster, open(path), { occurrence: thursday })
    expect(status).toBe(200)
    const [row] = (page as Awaited<ReturnType<typeof roster>>).roster
    return [row?.name, ...(row?.marks ?? []).map(({ text }) => text)]
  }

  // Another coach's class: that there is an injury, not which.
  expect(await marks(coach.open)).toEqual(['Ana Reyes', 'First class', 'Injury'])
  // Their own class, and a manager: also which.
  expect(await marks(manager.open)).toContain('Injury: left wrist since May')
  await north.db.run(
    sql`UPDATE occurrences SET coach_id = ${coach.personId} WHERE id = ${thursday}`,
  )
  expect(await marks(coach.open)).toContain('Injury: left wrist since May')

  const list = paths.manageInvoices(north.studio)
  expect((await answerOf(invoices, coach.open(list))).status).toBe(403)
  const desk = await staffOf(north, 'front_desk', 'Hana Desk')
  expect((await answerOf(invoices, desk.open(list))).status).toBe(200)
})

test('20: the front desk refunds £20.00, and not £20.01', async () => {
  const [north] = await both()
  const { db, studio, ana } = north
  const subjectId = newId()
  await batch(db, {
    item: openItemStatement(north.at(now), {
      personId: ana.id,
      kind: 'drop_in',
      subjectId,
      amountMinor: 9_000,
      working: 'Yin yoga',
      dedupeKey: newId(),
    }),
  })
  await openInvoices(north.at(now))
  const [line] = await db.all<{ itemId: string; invoiceId: string }>(sql`
    SELECT id AS itemId, invoice_id AS invoiceId FROM open_items
    WHERE studio_id = ${studio.id} AND subject_id = ${subjectId}`)
  const { itemId, invoiceId } = line!
  const paid = { key: newId(), invoiceId, amountMinor: 9_000, method: 'card', note: '' } as const
  expect(await takePayment(north.asDesk(now), paid)).toMatchObject({ ok: true })
  const refund = (amountMinor: number) =>
    refundInvoice(north.asDesk(now), {
      key: newId(),
      invoiceId,
      itemId,
      amountMinor,
      method: 'card',
      reason: 'Class was too full',
    })
  expect(await refund(2_001)).toEqual({ ok: false, reason: 'desk_limit', mostMinor: 2_000 })
  expect(await refund(2_000)).toMatchObject({ ok: true })
  // Nor a penny more in a second part.
  expect(await refund(1)).toEqual({ ok: false, reason: 'desk_limit', mostMinor: 0 })
  const [back] = await db.all(sql`SELECT sum(amount_minor) AS minor FROM payments
    WHERE studio_id = ${studio.id} AND amount_minor < 0`)
  expect(back).toEqual({ minor: -2_000 })
})

/** Mo, at home in both studios with one login. */
async function moInBoth() {
  const [north, south] = await both()
  const account = await mintAccount(databasesOf(north), { name: 'Mo Farrow' })
  const at = async (w: World): Promise<Person> => {
    const shardOf = () => w.db
    const joined = await joinStudio({ directory: w.directory, shardOf, now }, w.studio, account)
    if (!joined.ok) throw new Error(joined.reason)
    return { ...account, id: joined.personId }
  }
  return { north, south, account, atNorth: await at(north), atSouth: await at(south) }
}

test('20: Mo belongs to two studios with one login, and to each with a ledger of its own', async () => {
  const { north, south, account, atNorth, atSouth } = await moInBoth()
  const open = await browserOf(north, account)
  for (const [w, person] of [
    [north, atNorth],
    [south, atSouth],
  ] as const) {
    const { viewer } = await requireMember({ app: open(paths.portal(w.studio)) })
    expect(viewer).toMatchObject({ userId: account.userId, personId: person.id, role: 'member' })
  }
  expect(atNorth.id).not.toBe(atSouth.id)

  const [ten, five] = [
    await north.givePack(atNorth, { credits: 10 }),
    await south.givePack(atSouth, { credits: 5 }),
  ]
  const there = await north.givenClass({ localStart: '2026-10-15T18:30' })
  expect(await bookClass(north.asMember(atNorth, now), there)).toMatchObject({ ok: true })
  expect([await balanceOf(north, ten), await balanceOf(south, five)]).toEqual([9, 5])
  expect(await entriesOf(north, atNorth)).toEqual(['grant 10', 'book -1'])
  expect(await entriesOf(south, atSouth)).toEqual(['grant 5'])
  // What Mo holds at one studio opens nothing at the other.
  expect(await bookClass(south.asMember(atSouth, now), there)).toMatchObject({
    ok: false,
    reason: 'not_found',
  })
})

test('20: unsubscribing from Northside’s news leaves Southside’s, and Northside’s receipts still come', async () => {
  const { north, south, atNorth, atSouth } = await moInBoth()
  const email = { channel: 'email', purpose: 'marketing' } as const
  await recordConsent(north.asDesk(now), atNorth.id, { kind: email, given: true })
  await recordConsent(south.asDesk(now), atSouth.id, { kind: email, given: true })
  /** Writes to everybody; answers the letter that Mo got. */
  const write = async (w: World, at: string) => {
    const id = newId()
    const words = {
      name: 'News',
      subject: `News of ${at}`,
      text: 'Hello {first name}, we have news.',
      button: '',
      page: 'timetable' as const,
    }
    await beginCampaign(w.asDesk(at), id, words, { name: 'Everyone', params: '' })
    await scheduleCampaign(w.asDesk(at), id, { version: 1, at: null })
    await sendCampaigns(w.at(at))
    const [letter] = await w.db.all<{ unsubscribe: string }>(sql`
      SELECT unsubscribe FROM outbox WHERE studio_id = ${w.studio.id}
        AND recipient = ${atNorth.email} AND subject = ${words.subject}`)
    return { id, letter }
  }

  const first = await write(north, now)
  expect((await write(south, now)).letter).toBeDefined()
  const link = new URL(first.letter!.unsubscribe, 'https://cadence.test')
  const token = link.pathname.split('/').at(-1)!
  expect(await unsubscribeFrom(south.at(now), token, first.id)).toBe(false)
  expect(await unsubscribeFrom(north.at(now), token, first.id)).toBe(true)
  const aWeekOn = '2026-10-26T10:00:00Z'
  expect((await write(north, aWeekOn)).letter).toBeUndefined()
  expect((await write(south, aWeekOn)).letter).toBeDefined()

  const id = newId()
  await batch(north.db, {
    item: openItemStatement(north.at(aWeekOn), {
      personId: atNorth.id,
      kind: 'drop_in',
      subjectId: id,
      amountMinor: 1_500,
      working: 'Drop-in: Pole 2',
      dedupeKey: id,
    }),
  })
  const [item] = await north.db.all<{ id: string }>(sql`
    SELECT id FROM open_items WHERE studio_id = ${north.studio.id} AND subject_id = ${id}`)
  const taken = await takeForAccount(north.asDesk(aWeekOn), atNorth.id, {
    key: newId(),
    method: 'card',
    note: '',
    charges: [{ kind: 'item', id: item!.id, amountMinor: 1_500 }],
  })
  expect(taken).toMatchObject({ ok: true })
  await sendReceipts(north.at(aWeekOn))
  const receipts = await north.db.all(sql`
    SELECT subject FROM outbox WHERE studio_id = ${north.studio.id}
      AND recipient = ${atNorth.email} AND subject LIKE 'Receipt%'`)
  expect(receipts).toEqual([{ subject: 'Receipt for £15.00 from Northside' }])
})

test('20: the owner’s archive is logged and holds Northside alone; nobody else takes one', async () => {
  const { north, south, atNorth, atSouth } = await moInBoth()
  await south.givePack(atSouth, { credits: 5 })
  await south.db.run(sql`UPDATE people SET name = 'Sid Southside' WHERE id = ${south.ana.id}`)
  const path = `/${north.studio.slug}/manage/settings/export.zip`
  for (const role of ['manager', 'coach', 'front_desk', 'member'] as const) {
    const { open } = await staffOf(north, role, role)
    expect((await answerOf(everything, open(path))).status).toBe(403)
  }
  expect(await logOf(north)).toEqual([])

  const owner = await staffOf(north, 'owner', 'Olive Owner')
  const { status, page } = await answerOf(everything, owner.open(path))
  expect(status).toBe(200)
  const zip = new Uint8Array(await (page as Response).arrayBuffer())
  expect(await logOf(north)).toEqual(['Olive Owner: Studio exported'])
  const files = Object.entries(unzipSync(zip)).map(
    ([name, bytes]) => [name, new TextDecoder().decode(bytes)] as const,
  )
  const people = files.find(([name]) => name === 'people.csv')?.[1] ?? ''
  for (const { name, id } of [north.ana, north.ben, north.cleo, atNorth]) {
    expect(people).toContain(name)
    expect(people).toContain(id)
  }
  const all = files.map(([, text]) => text).join('\n')
  for (const foreign of [south.studio.id, 'Sid Southside', atSouth.id, south.ana.id, south.benLot])
    expect(all).not.toContain(foreign)
})
