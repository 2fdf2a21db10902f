import { expect, test } from 'vitest'
import { newId } from '#app/values/id.ts'
import { demoPassword, demoPasswordHash, mintAccount } from '../support/accounts.ts'
import { call, type WireCall } from '../support/auth-wire.ts'
import { builtDatabases } from '../support/built-databases.ts'

const world = builtDatabases()
const unknown = () => `${newId().toLowerCase()}@example.test`

/** An answer without what differs from call to call: the address itself, ids, instants. */
async function shapeOf(path: string, options: WireCall, email: string): Promise<string> {
  const { status, text } = await call(path, options)
  const shape = text
    .replaceAll(email, 'address')
    .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'uuid')
    .replaceAll(/\d{4}-\d{2}-\d{2}T[\d:]+Z/g, 'instant')
    .replaceAll(/after \d+ seconds/g, 'after N seconds')
  return `${status} ${shape}`
}

test.each([
  ['/signup', (email: string) => ({ email, password: 'a long password', data: { a: 1 } })],
  ['/otp', (email: string) => ({ email })],
  ['/recover', (email: string) => ({ email })],
  ['/resend', (email: string) => ({ type: 'signup', email })],
  ['/resend', (email: string) => ({ type: 'email_change', email })],
  ['/verify', (email: string) => ({ type: 'email', email, token: '000000' })],
  ['/token?grant_type=password', (email: string) => ({ email, password: 'wrong password' })],
])(
  'POST %s answers a known, a waiting, a closed and an unknown address alike, also the second time',
  async (path, body) => {
    const people = [
      await mintAccount(world, { passwordHash: demoPasswordHash }),
      await mintAccount(world, { passwordHash: demoPasswordHash, confirmed: false }),
      await mintAccount(world, {
        passwordHash: demoPasswordHash,
        bannedUntil: '2999-01-01T00:00:00Z',
      }),
      { email: unknown() },
    ]
    for (const _ of ['first', 'second']) {
      const shapes = await Promise.all(
        people.map(({ email }) => shapeOf(path, { body: body(email) }, email)),
      )
      expect(new Set(shapes).size, shapes.join('\n')).toBe(1)
    }
  },
)

test('what is wrong with an account is told only to someone who knows its password', async () => {
  const closed = await mintAccount(world, {
    passwordHash: demoPasswordHash,
    bannedUntil: '2999-01-01T00:00:00Z',
  })
  const waiting = await mintAccount(world, { passwordHash: demoPasswordHash, confirmed: false })
  const asked = async (email: string) => {
    const { status, json } = await call('/token?grant_type=password', {
      body: { email, password: demoPassword },
    })
    return `${status} ${json.error_code}`
  }
  expect(await asked(closed.email)).toBe('400 user_banned')
  expect(await asked(waiting.email)).toBe('400 email_not_confirmed')
})
