import { sql } from 'drizzle-orm'
import { expect, inject, test } from 'vitest'
import type { Role } from '#app/domain/scope/permissions.ts'
import { newId } from '#app/values/id.ts'
import { demoPassword, demoPasswordHash, mintAccount, mintSession } from '../support/accounts.ts'
import { builtDatabases } from '../support/built-databases.ts'
import { mintStudio } from '../support/studios.ts'
import { newestMailTo, newVisitor, refusalsOn, textOf } from '../support/visitor.ts'

const world = builtDatabases()
const variables = inject('variables')
const address = () => `${newId().toLowerCase()}@example.test`

async function staffOf(role: Role = 'owner') {
  const studio = await mintStudio(world, { shard: 1 })
  const boss = await mintAccount(world, { studio, role, name: 'Olivia Hart' })
  return { studio, boss, desk: newVisitor(await mintSession(world, boss, { variables })) }
}

async function invite(
  desk: ReturnType<typeof newVisitor>,
  slug: string,
  email: string,
  role = 'coach',
) {
  const form = await desk.get(`/${slug}/manage/studio/staff/invite`)
  return desk.submit(form, { name: 'Dee Marsh', email, role }, 'invite')
}

const onTheBooks = async (studioId: string, email: string, name: string) => {
  const id = newId()
  await world.shard(1).run(sql`
    INSERT INTO people (id, studio_id, name, email, joined_on, created_at)
    VALUES (${id}, ${studioId}, ${name}, ${email}, '2025-01-01', '2025-01-01T00:00:00Z')`)
  return id
}

test('an owner invites a coach, who opens an account by the mailed link and is in the staff list', async () => {
  const { studio, desk } = await staffOf()
  const email = address()
  const sent = await invite(desk, studio.slug, email)
  expect([sent.status, sent.location]).toEqual([303, `/${studio.slug}/manage/studio/staff`])
  expect(textOf((await desk.get(sent.location ?? '')).html)).toContain(
    `Invitation sent to ${email}.`,
  )

  const { link, subject } = await newestMailTo(email)
  expect(subject).toBe('Work with Northside on Cadence')
  const person = newVisitor()
  for (let scans = 0; scans < 2; scans += 1) await newVisitor().get(link)
  const page = await person.get(link)
  expect(textOf(page.html)).toContain('Olivia Hart invites you to Northside as coach.')
  const wrong = await person.submit(
    page,
    { name: 'Dee', password: 'short', terms: 'on' },
    'invited',
  )
  expect(wrong.status).toBe(422)
  expect(wrong.html).toContain('value="Dee"')
  const opened = await person.submit(
    wrong,
    { name: 'Dee Marsh', password: 'a long password', terms: 'on' },
    'invited',
  )
  expect([opened.status, opened.location]).toEqual([303, `/${studio.slug}/manage`])
  expect((await person.get(`/${studio.slug}/manage/studio`)).status).toBe(200)
  // A coach does not see who works here.
  expect((await person.get(`/${studio.slug}/manage/studio/staff`)).status).toBe(403)

  expect(textOf((await desk.get(`/${studio.slug}/manage/studio/staff`)).html)).toMatch(
    /Dee Marsh Coach/,
  )
  expect(refusalsOn(await newVisitor().get(link))).toEqual(['invitation_used'])
})

test('someone with an account signs in and takes the second studio with it; another account is told so', async () => {
  const { studio, desk } = await staffOf()
  const mo = await mintAccount(world, {
    passwordHash: demoPasswordHash,
    studio: await mintStudio(world),
  })
  const other = await mintAccount(world)
  await invite(desk, studio.slug, mo.email, 'front_desk')
  const { link } = await newestMailTo(mo.email)

  const stranger = newVisitor(await mintSession(world, other, { variables }))
  const notified = await stranger.get(link)
  expect(refusalsOn(notified)).toEqual(['wrong_account'])
  expect(textOf(notified.html)).toContain(`You are signed in as ${other.email}`)
  const out = await stranger.submit(notified)
  expect([out.status, out.location]).toEqual([303, link])

  const page = await stranger.get(link)
  expect(textOf(page.html)).toContain(`There’s already an account for ${mo.email}`)
  const signIn = /href="(\/sign-in[^"]*)"/.exec(page.html)?.[1]?.replaceAll('&amp;', '&') ?? ''
  const back = await stranger.submit(
    await stranger.get(signIn),
    { email: mo.email, password: demoPassword },
    'sign-in',
  )
  expect(back.location).toBe(link)
  const accepted = await stranger.submit(await stranger.get(link), {}, 'accept')
  expect([accepted.status, accepted.location]).toEqual([303, `/${studio.slug}/manage`])
  expect(
    await world.directory.all(sql`SELECT 1 FROM auth_users WHERE email = ${mo.email}`),
  ).toHaveLength(1)
  expect(
    await world.directory.all(sql`SELECT 1 FROM affiliations WHERE user_id = ${mo.userId}`),
  ).toHaveLength(2)
})

test('an invitation is sent again and withdrawn from its page, and its link then says why it does not work', async () => {
  const { studio, desk } = await staffOf()
  const email = address()
  await invite(desk, studio.slug, email)
  expect(refusalsOn(await invite(desk, studio.slug, email))).toEqual(['already_invited'])
  const list = await desk.get(`/${studio.slug}/manage/studio/staff`)
  const path = /href="([^"]*\/invitations\/[^"]+)"/.exec(list.html)?.[1] ?? ''
  const { link: older } = await newestMailTo(email)

  const again = await desk.submit(await desk.get(path), { act: 'resend' }, 'invitation')
  expect(again.status).toBe(303)
  const soon = await desk.submit(await desk.get(path), { act: 'resend' }, 'invitation')
  expect(refusalsOn(soon)).toEqual(['mail_too_soon'])
  const { link: newer } = await newestMailTo(email)
  expect(refusalsOn(await newVisitor().get(older))).toEqual(['invitation_unknown'])
  expect((await desk.submit(await desk.get(path), { act: 'withdraw' }, 'invitation')).status).toBe(
    303,
  )
  expect(refusalsOn(await newVisitor().get(newer))).toEqual(['invitation_withdrawn'])
  expect((await desk.get(path)).status).toBe(404)
})

test('the front desk invites a member from the profile, who is then the person on the books', async () => {
  const { studio, desk } = await staffOf('front_desk')
  const email = address()
  const personId = await onTheBooks(studio.id, email, 'Dee Marsh')
  const profile = `/${studio.slug}/manage/members/members/${personId}`
  expect((await desk.get(profile)).html).toContain(`${profile}/invitation`)

  const sent = await desk.submit(await desk.get(`${profile}/invitation`), {}, 'invite')
  expect([sent.status, sent.location]).toEqual([303, profile])
  // While it waits, the page is that of the invitation.
  expect((await desk.get(`${profile}/invitation`)).location).toContain('/staff/invitations/')
  expect((await desk.get(`/${studio.slug}/manage/studio/staff`)).status).toBe(403)

  const { link, subject } = await newestMailTo(email)
  expect(subject).toBe('Your place at Northside')
  const person = newVisitor()
  const opened = await person.submit(
    await person.get(link),
    { password: 'a long password', terms: 'on' },
    'invited',
  )
  expect([opened.status, opened.location]).toEqual([303, `/${studio.slug}/home`])
  expect(
    await world
      .shard(1)
      .all(sql`SELECT id FROM people WHERE studio_id = ${studio.id} AND email = ${email}`),
  ).toEqual([{ id: personId }])
  expect((await desk.get(`${profile}/invitation`)).location).toBe(profile)
})

test('someone imported without an account sets a password through the studio’s reset and is the person on the books', async () => {
  const { studio } = await staffOf()
  const email = address()
  const personId = await onTheBooks(studio.id, email, 'Dee Marsh')
  const person = newVisitor()

  const asked = await person.submit(
    await person.get(`/reset?studio=${studio.slug}`),
    { email },
    'reset',
  )
  expect(asked.status).toBe(303)
  const { link } = await newestMailTo(email)
  const done = await person.submit(
    await person.get(link),
    { password: 'a long password' },
    'new-password',
  )
  expect(done.location).toContain('/welcome/setup')
  const setup = await person.get(done.location ?? '')
  expect(setup.html).toContain('value="Dee Marsh"')
  await person.submit(setup, { terms: 'on' }, 'setup')
  const joined = await person.submit(await person.get(`/${studio.slug}/join`))
  expect(joined.status).toBe(303)
  expect(
    await world
      .shard(1)
      .all(
        sql`SELECT id, user_id IS NOT NULL AS linked FROM people WHERE studio_id = ${studio.id} AND email = ${email}`,
      ),
  ).toEqual([{ id: personId, linked: 1 }])

  // For an address that nobody wrote down the page is the same, and nothing is made.
  const unknown = address()
  const same = await newVisitor().post(
    `/reset?studio=${studio.slug}`,
    new URLSearchParams({ email: unknown }),
  )
  expect([same.status, same.location]).toEqual([asked.status, asked.location])
  expect(await world.directory.all(sql`SELECT 1 FROM auth_users WHERE email = ${unknown}`)).toEqual(
    [],
  )
})

test('a role is changed in the list, and the last owner is told why not', async () => {
  const { studio, desk, boss } = await staffOf()
  const coach = await mintAccount(world, { studio, role: 'coach', name: 'Cara Lund' })
  const page = `/${studio.slug}/manage/studio/staff/${coach.personId}`
  const done = await desk.submit(await desk.get(page), { role: 'manager' }, 'role')
  expect(done.status).toBe(303)
  expect(textOf((await desk.get(`/${studio.slug}/manage/studio/staff`)).html)).toMatch(
    /Cara Lund Manager/,
  )

  const own = `/${studio.slug}/manage/studio/staff/${boss.personId}`
  expect(textOf((await desk.get(own)).html)).toContain('A studio keeps one owner.')
  const refused = await desk.post(own, new URLSearchParams({ role: 'coach' }))
  expect(refusalsOn(refused)).toEqual(['last_owner'])
  const manager = newVisitor(await mintSession(world, coach, { variables }))
  expect(refusalsOn(await manager.post(own, new URLSearchParams({ role: 'coach' })))).toEqual([
    'role_not_yours',
  ])
  expect((await desk.submit(await desk.get(page), { role: 'end' }, 'role')).status).toBe(303)
  // Signed out at once, and without the role where they sign in again.
  expect((await manager.get(`/${studio.slug}/manage/studio`)).status).toBe(303)
  const again = newVisitor(await mintSession(world, coach, { variables }))
  expect((await again.get(`/${studio.slug}/manage/studio`)).status).toBe(403)
})
