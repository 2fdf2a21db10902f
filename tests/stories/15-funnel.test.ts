/**
 * Story 15. 100 form submissions, 4 duplicates: 96 leads, 100 touches. 48 contacted, 30 trials
 * booked, 24 attended, 12 joined: lead-to-join 12.5%, show 80%, close 50%. Renaming a stage
 * breaks no number; who fills in again next year is a new opportunity of the same person.
 */
import { expect, test } from 'vitest'
import { readFunnel } from '#app/domain/leads/funnel.server.ts'
import { ratesOf } from '#app/domain/leads/funnel.ts'
import { logContact } from '#app/domain/leads/log-contact.server.ts'
import { moveLeadToKind } from '#app/domain/leads/move-lead.server.ts'
import { renameStage } from '#app/domain/leads/pipelines/save-pipeline.server.ts'
import { givenTouch, leadsOf, touchesOf } from '../support/leads.ts'
import { world } from '../support/world.ts'

const october = { from: '2026-10-01T00:00:00Z', to: '2026-11-01T00:00:00Z' }
const now = '2026-10-12T09:00:00Z'
const desk = '2026-10-13T09:00:00Z'

test('story 15: the funnel counts leads and not touches, by what happened and not by names', async () => {
  const w = await world()
  const first = []
  for (let i = 0; i < 96; i += 1)
    first.push(await givenTouch(w, now, { name: `Lead ${i}`, email: `lead${i}@x.test` }))
  for (let i = 0; i < 4; i += 1) await givenTouch(w, now, { email: ` LEAD${i}@X.test ` })
  expect(await leadsOf(w)).toHaveLength(96)
  expect(await touchesOf(w)).toBe(100)

  const ids = first.map(({ leadId }) => leadId)
  for (const [i, id] of ids.slice(0, 48).entries())
    await logContact(w.asDesk(desk), id, { key: `story15call${i}`, kind: 'call', text: '' })
  for (const id of ids.slice(0, 30)) await moveLeadToKind(w.asDesk(desk), id, 'trial_booked')
  for (const id of ids.slice(0, 24)) await moveLeadToKind(w.asDesk(desk), id, 'trial_attended')
  for (const id of ids.slice(0, 12)) await moveLeadToKind(w.asDesk(desk), id, 'won')

  const funnel = await readFunnel(w.at(desk), october)
  expect(funnel).toMatchObject({ leads: 96, contacted: 48, booked: 30, attended: 24, joined: 12 })
  expect(ratesOf(funnel)).toEqual({ leadToJoin: 12.5, show: 80, close: 50 })

  await renameStage(w.asDesk(desk), 'membership-trial-booked', 'Taster')
  expect(await readFunnel(w.at(desk), october)).toEqual(funnel)
  expect(await moveLeadToKind(w.asDesk(desk), ids[40]!, 'trial_booked')).toMatchObject({
    ok: true,
    stage: { id: 'membership-trial-booked', name: 'Taster' },
  })

  // One who joined fills the form in again next year.
  const again = await givenTouch(w, '2027-10-12T09:00:00Z', { email: 'lead0@x.test' })
  expect(again).toMatchObject({ outcome: 'created', personId: first[0]!.personId })
  expect(await leadsOf(w)).toHaveLength(97)
  expect(await readFunnel(w.at(desk), october)).toMatchObject({ leads: 96, joined: 12 })
}, 400_000)
