import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { mintAccount } from '../../../tests/support/accounts.ts'
import { databases } from '../../../tests/support/databases.ts'
import { givenChild, mailsOf } from '../../../tests/support/people/families.ts'
import { type Person, type World, world } from '../../../tests/support/world.ts'
import { newId } from '../../values/id.ts'
import type { Instant } from '../../values/instant.ts'
import { acceptInvitation, declineInvitation } from './answer-invitation.server.ts'
import { listRelatives } from './family-queries.server.ts'
import {
  inviteGuardian,
  inviteGuardianAtDesk,
  withdrawInvitation,
  withdrawInvitationAtDesk,
} from './invite-guardian.server.ts'
import { unlinkGuardian } from './link-guardian.server.ts'

const now = '2026-10-12T09:00:00Z'

const inviting = (w: World, person: Person, at: Instant = now) => ({
  ...w.asMember(person, at),
  directory: w.directory,
})

/** Somebody of the studio with an account, whose address is proven or not. */
async function givenMember(w: World, name: string, address: string, proven = true) {
  const account = await mintAccount(await databases(), {
    name,
    email: address,
    studio: w.studio,
  })
  await w.directory.run(sql`UPDATE auth_identities
    SET identity_data = json_set(identity_data, '$.email_verified', json(${String(proven)}))
    WHERE user_id = ${account.userId}`)
  const person = { id: account.personId!, userId: account.userId, name, email: address }
  const answering = (at: Instant = now) => ({ ...inviting(w, person, at), email: address })
  return { person, answering }
}

const guardiansOf = async (w: World, child: Person) =>
  (await listRelatives(w.at(now), child.id)).map(({ name }) => name)

async function family() {
  const w = await world()
  const leo = await givenChild(w, 'Leo Reyes', { guardians: [w.ana] })
  const isla = await givenChild(w, 'Isla Reyes', { guardians: [w.ana], birthDate: '2013-01-01' })
  const key = newId()
  const email = `papa-${w.studio.slug}@example.test`
  const form = { key, email, children: [leo.id, isla.id] }
  return { w, leo, isla, key, email, form }
}

test('a guardian asks another by email once, who looks after the children once they accept', async () => {
  const { w, leo, isla, key, email, form } = await family()
  const press = () => inviteGuardian(inviting(w, w.ana), form)
  expect(await Promise.all([press(), press()])).toEqual([{ ok: true }, { ok: true }])
  const mails = await mailsOf(w)
  expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
    [email, 'Look after Isla and Leo at Northside?'],
  ])
  expect(await guardiansOf(w, leo)).toEqual(['Ana Reyes'])

  const papa = await givenMember(w, 'Paul Reyes', email)
  const accept = () => acceptInvitation(papa.answering(), key)
  const answers = await Promise.all([accept(), accept()])
  expect(answers).toContainEqual({ ok: true, children: 'Isla and Leo' })
  for (const child of [leo, isla])
    expect(await guardiansOf(w, child)).toEqual(['Ana Reyes', 'Paul Reyes'])
  const told = await w.db.all<{ text: string }>(sql`SELECT text FROM notices
    WHERE studio_id = ${w.studio.id} AND person_id = ${w.ana.id}`)
  expect(told[0]?.text).toBe('Paul Reyes has accepted: you look after your child together now.')
})

test('an address that is not proven, another account, and a child accept nothing', async () => {
  const { w, leo, key, email, form } = await family()
  await inviteGuardian(inviting(w, w.ana), form)
  const liar = await givenMember(w, 'Liar Liar', email, false)
  expect(await acceptInvitation(liar.answering(), key)).toEqual({ ok: false, reason: 'unproven' })
  const other = await givenMember(w, 'Olga Other', 'other@example.test')
  expect(await acceptInvitation(other.answering(), key)).toMatchObject({
    reason: 'invitation_gone',
  })
  await declineInvitation(other.answering(), key)
  await w.directory.run(sql`UPDATE auth_identities
    SET identity_data = json_set(identity_data, '$.email_verified', json('true'))
    WHERE user_id = ${liar.person.userId}`)
  await w.db.run(sql`UPDATE people SET birth_date = '2010-01-01' WHERE id = ${liar.person.id}`)
  expect(await acceptInvitation(liar.answering(), key)).toEqual({ ok: false, reason: 'under_age' })
  expect(await guardiansOf(w, leo)).toEqual(['Ana Reyes'])
})

test('an invitation ends when it is declined, withdrawn, too old, or its sender is no guardian any more', async () => {
  const { w, leo, email, form } = await family()
  const papa = await givenMember(w, 'Paul Reyes', email)
  const gone = { ok: false, reason: 'invitation_gone' }
  const ends: ((key: string) => Promise<unknown>)[] = [
    (key) => declineInvitation(papa.answering(), key),
    (key) => withdrawInvitation(w.asMember(w.ana, now), key),
    (key) => withdrawInvitationAtDesk(w.asDesk(now), key, leo.id),
    () => unlinkGuardian(w.asDesk(now), w.ana.id, leo.id),
  ]
  for (const end of ends) {
    const key = newId()
    const sent = await inviteGuardian(inviting(w, w.ana), { ...form, key, children: [leo.id] })
    expect(sent).toEqual({ ok: true })
    const late = papa.answering('2026-10-26T09:00:01Z')
    expect(await acceptInvitation(late, key)).toEqual(gone)
    await end(key)
    expect(await acceptInvitation(papa.answering(), key)).toEqual(gone)
  }
  expect(await guardiansOf(w, leo)).toEqual([])
})

test('nobody is asked for somebody else’s child, an adult, a third time, or where the studio adds guardians itself', async () => {
  const { w, leo, form } = await family()
  const ask = (more: Partial<typeof form>, by = w.ana) =>
    inviteGuardian(inviting(w, by), { ...form, key: newId(), ...more })
  expect(await ask({}, w.ben)).toEqual({ ok: false, reason: 'no_child' })
  expect(await ask({ email: w.ana.email })).toEqual({ ok: false, reason: 'already_guardian' })
  expect(await ask({})).toEqual({ ok: true })
  expect(await ask({})).toEqual({ ok: false, reason: 'already_invited' })
  const closed = inviting(w, w.ana)
  expect(
    await inviteGuardian(
      { ...closed, studio: { ...closed.studio, portal: 'invite_guardian' } },
      form,
    ),
  ).toEqual({ ok: false, reason: 'ask_studio' })
  await w.db.run(sql`UPDATE people SET birth_date = '2008-10-12' WHERE id = ${leo.id}`)
  expect(await ask({ children: [leo.id], email: 'x@example.test' })).toEqual({
    ok: false,
    reason: 'no_child',
  })
})

test('the desk asks as well, and a child has two guardians at most', async () => {
  const { w, leo, email, form } = await family()
  const desk = { ...w.asDesk(now), directory: w.directory }
  expect(await inviteGuardianAtDesk(desk, { ...form, children: [leo.id] })).toEqual({ ok: true })
  const papa = await givenMember(w, 'Paul Reyes', email)
  expect(await acceptInvitation(papa.answering(), form.key)).toEqual({ ok: true, children: 'Leo' })
  const third = { key: newId(), email: 'gran@example.test', children: [leo.id] }
  expect(await inviteGuardianAtDesk(desk, third)).toEqual({
    ok: false,
    reason: 'too_many_guardians',
  })
})
