import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { newId } from '#app/values/id.ts'
import { givenPlan, sellPlan } from '../../../../tests/support/sales/memberships.ts'
import { world } from '../../../../tests/support/world.ts'
import { actOnMembership, previewAct } from './act-on-membership.server.ts'

const now = '2026-06-01T10:00:00Z'

/** A plan that asks for a document, which Cleo has not signed. */
async function withDocument() {
  const w = await world()
  const planId = await givenPlan(w, { name: 'Aerial', priceMinor: 8_000 })
  const documentId = newId()
  await w.db.run(sql`
    INSERT INTO documents (id, studio_id, name, blocks_booking, audience, created_at)
    VALUES (${documentId}, ${w.studio.id}, 'Aerial waiver', 0, 'everybody', ${now})`)
  await w.db.run(sql`UPDATE plans SET document_id = ${documentId} WHERE id = ${planId}`)
  const sign = () =>
    w.db.run(sql`
      INSERT INTO signatures (id, studio_id, document_id, number, person_id, signer_name, signed_as,
        on_paper, actor_id, actor_name, signed_at)
      VALUES (${newId()}, ${w.studio.id}, ${documentId}, 1, ${w.cleo.id}, 'Cleo Park', 'self', 0, '', '',
        ${now})`)
  return { w, planId, sign }
}

const held = async ({ w }: Awaited<ReturnType<typeof withDocument>>) => {
  const rows = await w.db.all<{ state: string }>(
    sql`SELECT state FROM memberships WHERE person_id = ${w.cleo.id} ORDER BY purchased_at, rowid`,
  )
  return rows.map(({ state }) => state)
}

test('a plan that asks for a signature is sold once it is there, and nothing is billed before', async () => {
  const story = await withDocument()
  const { w, planId, sign } = story
  await expect(sellPlan(w, w.cleo, planId, { now })).rejects.toThrow('Not sold: unsigned')
  expect(await held(story)).toEqual([])
  const [items] = await w.db.all<{ n: number }>(
    sql`SELECT count(*) AS n FROM open_items WHERE person_id = ${w.cleo.id}`,
  )
  expect(items?.n).toBe(0)
  await sign()
  await sellPlan(w, w.cleo, planId, { now })
  expect(await held(story)).toEqual(['active'])
})

test('nobody changes to it without the signature either', async () => {
  const story = await withDocument()
  const { w, planId, sign } = story
  const cheap = await givenPlan(w, { name: 'Cheap', priceMinor: 3_000 })
  const membershipId = await sellPlan(w, w.cleo, cheap, { now })
  const change = async () => {
    const ctx = w.asMember(w.cleo, now)
    const act = { act: 'change', planId } as const
    const asked = { personId: w.cleo.id, membershipId, act, by: 'member' } as const
    const preview = await previewAct(ctx, asked)
    return actOnMembership(ctx, asked, { key: newId(), seen: preview!.seen })
  }
  expect(await change()).toMatchObject({ ok: false, reason: 'unsigned' })
  expect(await held(story)).toEqual(['active'])
  await sign()
  expect(await change()).toMatchObject({ ok: true })
})
