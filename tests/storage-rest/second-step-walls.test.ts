import { expect, inject, test } from 'vitest'
import { newId } from '#app/values/id.ts'
import { identityFor, mintSession } from '../support/accounts.ts'
import { pngOf } from '../support/files.ts'
import { withTotp } from '../support/second-factors.ts'
import { client, databases, newStudio, origin, projectKey, somebody } from './clients.ts'

const variables = inject('variables')
const png = () => new Blob([pngOf(4, 4)], { type: 'image/png' })
const refused = { code: 'insufficient_aal' }

/** A manager with an authenticator app, once with the first step alone and once with both. */
async function manager() {
  const studio = await newStudio()
  const person = await somebody({ studio, role: 'manager' })
  const before = person.supabase
  const { tokens, holder } = await withTotp(databases, person, { variables })
  const oneStep = await mintSession(databases, person, { variables })
  return {
    studio,
    person,
    /** A token from before the factor was enrolled, whose session has gone. */
    before,
    oneStep: { ...oneStep, supabase: await client(oneStep) },
    bothSteps: await client({ accessToken: tokens.access.token }),
    /** The very session that took both steps, by a token that knows of one. */
    holder,
  }
}

test('with a second factor one step lists, reads, uploads, moves, signs and removes nothing', async () => {
  const { studio, oneStep, bothSteps } = await manager()
  const path = `${studio.slug}/brand/${newId()}.png`
  const right = bothSteps.storage.from('Files')
  expect((await right.upload(path, png())).error).toBeNull()

  const files = oneStep.supabase.storage.from('Files')
  const refusals = {
    list: await files.list(`${studio.slug}/brand`),
    download: await files.download(path),
    upload: await files.upload(`${studio.slug}/brand/${newId()}.png`, png()),
    update: await files.update(path, png()),
    move: await files.move(path, `${studio.slug}/brand/${newId()}.png`),
    copy: await files.copy(path, `${studio.slug}/brand/${newId()}.png`),
    sign: await files.createSignedUrl(path, 60),
    signMany: await files.createSignedUrls([path], 60),
    signUpload: await files.createSignedUploadUrl(`${studio.slug}/brand/${newId()}.png`),
    remove: await files.remove([path]),
    info: await files.info(path),
  }
  for (const [what, { error }] of Object.entries(refusals))
    expect([what, error]).toMatchObject([what, { status: 403, statusCode: '403' }])
  expect((await right.download(path)).error).toBeNull()
})

test('the page session of one step shows no private picture', async () => {
  const { studio, oneStep, bothSteps } = await manager()
  const path = `${studio.slug}/brand/${newId()}.png`
  await bothSteps.storage.from('Files').upload(path, png())
  const answer = await fetch(`${origin}/storage/v1/object/authenticated/Files/${path}`, {
    headers: { Cookie: oneStep.cookie },
  })
  expect(answer.status).toBe(403)
  expect(await answer.json()).toMatchObject(refused)
})

test('one step reads the own row of users and nothing of studios, embedded or not', async () => {
  const { studio, person, oneStep, bothSteps } = await manager()
  const own = await oneStep.supabase.from('users').select('*, role(*)').single()
  expect(own.data).toMatchObject({ auth_id: person.userId, role: { id: 'manager' } })
  for (const asked of [
    oneStep.supabase.from('studios').select(),
    oneStep.supabase.from('users').select('auth_id, studios(name)'),
    oneStep.supabase.from('role').select('users(studios(name))'),
  ]) {
    const { error, status } = await asked
    expect([status, error]).toMatchObject([403, refused])
  }
  const { data } = await bothSteps.from('studios').select('id').eq('id', studio.id)
  expect(data).toEqual([{ id: studio.id }])
})

test('a token from before the second step does not rise with its session', async () => {
  const { studio, holder, person } = await manager()
  const { signAccessToken } = await import('#app/domain/identity/sessions/access-tokens.server.ts')
  const ctx = identityFor(databases, { variables })
  const old = await signAccessToken(ctx, holder.account, {
    id: holder.session.id,
    aal: 'aal1',
    amr: [],
  })
  const supabase = await client({ accessToken: old.token })
  const { error } = await supabase.storage.from('Files').list(`${studio.slug}/brand`)
  expect(error).toMatchObject({ status: 403 })
  expect((await supabase.from('users').select().single()).data).toMatchObject({
    auth_id: person.userId,
  })
})

test('an account without a second factor owes none', async () => {
  const studio = await newStudio()
  const person = await somebody({ studio, role: 'manager' })
  expect((await person.supabase.storage.from('Files').list(studio.slug)).error).toBeNull()
  expect((await person.supabase.from('studios').select('id')).data).toEqual([{ id: studio.id }])
  expect(await projectKey('anon')).not.toBe('')
})
