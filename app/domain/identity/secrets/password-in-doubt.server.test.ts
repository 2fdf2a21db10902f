import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { identityFor, mintAccount } from '../../../../tests/support/accounts.ts'
import { databases } from '../../../../tests/support/databases.ts'
import { newestMessageTo } from '../../../../tests/support/outbox.ts'
import { inviteUser } from '../accounts/invite-user.server.ts'
import { signUp } from '../accounts/sign-up.server.ts'
import { exchangeCode } from '../sessions/exchange-code.server.ts'
import { forgetOldAuthRows } from '../sessions/forget-old-auth-rows.server.ts'
import { generateLink } from './generate-link.server.ts'
import type { Confirmer } from './password-in-doubt.server.ts'
import { requestOneTimeCode } from './request-one-time-code.server.ts'
import { requestPasswordRecovery } from './request-password-recovery.server.ts'
import { verifyOneTimeSecret } from './verify-one-time-secret.server.ts'

const theirs = 'what the attacker knows'
const verifier = 'v'.repeat(43)
const codeChallenge = Buffer.from(
  await crypto.subtle.digest('SHA-256', Buffer.from(verifier)),
).toString('base64url')

let victims = 0

/** An address that someone signs up with. */
async function victim() {
  const world = await databases()
  victims += 1
  const email = `victim-${victims}@example.test`
  const begun = Date.now()
  const at = (seconds: number) => identityFor(world, { nowMs: begun + seconds * 1_000 })
  return {
    world,
    email,
    at,
    signUp: (password: string, seconds = 0, more: { codeChallenge?: string } = {}) =>
      signUp(at(seconds), { email, password, name: 'Ana', acceptsTerms: true, ...more }),
    /** The password of the first sign-up opens the account. */
    keepsFirst: async () => {
      const [row] = await world.directory.all<{ kept: number }>(
        sql`SELECT password_hash IS NOT NULL AS kept FROM auth_users WHERE email = ${email}`,
      )
      return row?.kept === 1
    },
    newest: () => newestMessageTo(world, email),
    confirm: async (
      seconds: number,
      confirmer?: Confirmer,
      type: 'email' | 'recovery' = 'email',
    ) => {
      const { code } = await newestMessageTo(world, email)
      const result = await verifyOneTimeSecret(at(seconds), {
        type,
        proof: { email, code },
        ...(confirmer ? { confirmer } : {}),
      })
      expect(result).toMatchObject({ ok: true })
      return result
    },
  }
}

test('a program that confirms a single sign-up keeps its password, by code and by link', async () => {
  const byCode = await victim()
  await byCode.signUp('my own password')
  await byCode.confirm(5)
  expect(await byCode.keepsFirst()).toBe(true)

  const byLink = await victim()
  await byLink.signUp('my own password')
  const { token } = await byLink.newest()
  await verifyOneTimeSecret(byLink.at(5), { type: 'signup', proof: { token } })
  expect(await byLink.keepsFirst()).toBe(true)
})

test('the owner who signs up within the minute puts the first password in doubt, for programs too', async () => {
  const { signUp, confirm, keepsFirst } = await victim()
  await signUp(theirs)
  expect(await signUp('my own password', 5)).toMatchObject({ reason: 'mail_too_soon' })
  expect(await confirm(10)).toMatchObject({ passwordDropped: true })
  expect(await keepsFirst()).toBe(false)
})

test('the same password pressed twice within the minute is no doubt', async () => {
  const { signUp, confirm, keepsFirst } = await victim()
  await signUp('my own password')
  await signUp('my own password', 5)
  await confirm(10)
  expect(await keepsFirst()).toBe(true)
})

test('of two sign-ups at the very same moment neither password survives', async () => {
  const { signUp, confirm, keepsFirst } = await victim()
  await Promise.all([signUp(theirs), signUp('my own password')])
  await confirm(10)
  expect(await keepsFirst()).toBe(false)
})

test('the owner who asks for a code gets in without the password that waited there', async () => {
  const { email, at, signUp, confirm, keepsFirst } = await victim()
  await signUp(theirs)
  await requestOneTimeCode(at(5), { email })
  await confirm(10)
  expect(await keepsFirst()).toBe(false)
})

test('someone who recovers an address that was never confirmed gets in without the password that waited there', async () => {
  const { email, at, signUp, confirm, keepsFirst } = await victim()
  await signUp(theirs)
  await requestPasswordRecovery(at(5), { email })
  await confirm(10, 'program', 'recovery')
  expect(await keepsFirst()).toBe(false)
})

test('an invitation does not make good the password of who signed up before it', async () => {
  const { email, at, signUp, newest, keepsFirst } = await victim()
  await signUp(theirs)
  await inviteUser(at(5), { actorId: 'service_role' }, { email, redirectTo: null })
  const { token } = await newest()
  await verifyOneTimeSecret(at(10), { type: 'invite', proof: { token } })
  expect(await keepsFirst()).toBe(false)
})

test('a link that an administrator makes for a sign-up with another password does not, either', async () => {
  const { email, at, signUp, keepsFirst } = await victim()
  await signUp(theirs)
  const made = await generateLink(
    at(5),
    { actorId: 'service_role' },
    { type: 'signup', email, password: 'my own password' },
  )
  if (!made.ok) throw new Error(made.reason)
  await verifyOneTimeSecret(at(10), { type: 'signup', proof: { token: made.secret.token } })
  expect(await keepsFirst()).toBe(false)
})

test('on our pages only the browser that set the password keeps it', async () => {
  const stranger = await victim()
  await stranger.signUp(theirs)
  const confirmed = await stranger.confirm(10, { proof: null })
  expect(confirmed).toMatchObject({ passwordDropped: true })
  expect(await stranger.keepsFirst()).toBe(false)

  const owner = await victim()
  const made = await owner.signUp('my own password')
  if (!made.ok || made.kind !== 'confirm') throw new Error('Not made')
  const kept = await owner.confirm(10, { proof: made.passwordProof })
  expect(kept).toMatchObject({ passwordDropped: false })
  expect(await owner.keepsFirst()).toBe(true)
})

test('the proof of someone who came second proves nothing, and looks like any other', async () => {
  const { signUp, confirm, keepsFirst } = await victim()
  const first = await signUp(theirs)
  const second = await signUp('my own password', 60)
  if (!first.ok || first.kind !== 'confirm' || !second.ok || second.kind !== 'confirm')
    throw new Error('Not made')
  expect(second.passwordProof).toHaveLength(first.passwordProof.length)
  await confirm(70, { proof: first.passwordProof })
  expect(await keepsFirst()).toBe(false)
})

test('the press on the link of a program’s flow leaves the password to anyone who holds the verifier', async () => {
  const press = async (exchange: boolean) => {
    const { signUp, newest, at, keepsFirst } = await victim()
    await signUp(theirs, 0, { codeChallenge })
    const { token } = await newest()
    const given = await verifyOneTimeSecret(at(5), {
      type: 'email',
      proof: { token },
      answer: 'code',
      confirmer: { proof: null },
    })
    if (!given.ok || given.kind !== 'code') throw new Error('No code')
    if (exchange) {
      const session = await exchangeCode(at(6), { code: given.code, verifier })
      expect(session).toMatchObject({ ok: true })
    }
    return keepsFirst()
  }
  expect(await press(false)).toBe(false)
  expect(await press(true)).toBe(true)
})

test('an account that nobody confirmed ends after seven days, but for those of administrators and invitations', async () => {
  const { world, email, signUp, at } = await victim()
  await signUp(theirs)
  const invited = await mintAccount(world, { confirmed: false })
  const confirmed = await mintAccount(world)
  const left = async () => {
    const rows = await world.directory.all<{ id: string }>(sql`
      SELECT id FROM auth_users WHERE email IN (${email}, ${invited.email}, ${confirmed.email})`)
    return rows.length
  }
  const day = 86_400
  await forgetOldAuthRows(at(7 * day - 60))
  expect(await left()).toBe(3)
  await forgetOldAuthRows(at(7 * day + 60))
  expect(await left()).toBe(2)
  const traces = await world.directory.all(
    sql`SELECT identity_id FROM auth_identities
      WHERE json_extract(identity_data, '$.email') = ${email}
      UNION ALL SELECT auth_id FROM users WHERE auth_id NOT IN (SELECT id FROM auth_users)`,
  )
  expect(traces).toEqual([])
})

test('a week-old account is not taken away from under a mail that was just sent', async () => {
  const { world, email, signUp, at } = await victim()
  await signUp(theirs)
  const week = 7 * 86_400
  await signUp(theirs, week - 60)
  await forgetOldAuthRows(at(week + 60))
  const rows = await world.directory.all(sql`SELECT id FROM auth_users WHERE email = ${email}`)
  expect(rows).toHaveLength(1)
})
