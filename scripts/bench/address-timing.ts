/**
 * Whether time tells that there is an account: everything that takes an address of anybody's, asked
 * of the running product with addresses of each kind in turn. For test:long and the bench.
 */
import { Agent } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { readConfiguration } from '#app/domain/identity/configuration.server.ts'
import { signProjectKey } from '#app/domain/identity/sessions/access-tokens.server.ts'
import { demoPasswordHash, testSecrets } from '../../tests/support/accounts.ts'
import { insertRows } from '../demo/insert-rows.ts'
import type { BenchServer } from './bench-server.ts'
import { ask, median, round } from './load.ts'

/** What an address may be of; `unknown` is what the others are held against. */
const kinds = ['known', 'waiting', 'closed', 'unknown'] as const
type Kind = (typeof kinds)[number]

/** A page's form or a call of the wire that takes an address. */
type Door = { path: string; fields: (email: string) => Record<string, string> }

const password = 'no such password'

export const doors: Readonly<Record<string, Door>> = {
  'page: sign in': { path: '/sign-in', fields: (email) => ({ email, password }) },
  'page: code to sign in': { path: '/sign-in', fields: (email) => ({ email, how: 'code' }) },
  'page: sign up': {
    path: '/sign-up',
    fields: (email) => ({ email, password, name: 'Gia', terms: 'on' }),
  },
  'page: reset': { path: '/reset', fields: (email) => ({ email }) },
  'page: reset by code': {
    path: '/reset/check-mail',
    fields: (email) => ({ email, code: '000000', password }),
  },
  'page: typed code': { path: '/sign-in/code', fields: (email) => ({ email, code: '000000' }) },
  'page: my studios': { path: '/where', fields: (email) => ({ email }) },
  'wire: password': {
    path: '/auth/v1/token?grant_type=password',
    fields: (email) => ({ email, password }),
  },
  'wire: signup': { path: '/auth/v1/signup', fields: (email) => ({ email, password }) },
  'wire: recover': { path: '/auth/v1/recover', fields: (email) => ({ email }) },
  'wire: otp': { path: '/auth/v1/otp', fields: (email) => ({ email }) },
  'wire: resend': {
    path: '/auth/v1/resend',
    fields: (email) => ({ email, type: 'signup' }),
  },
  'wire: verify': {
    path: '/auth/v1/verify',
    fields: (email) => ({ email, type: 'email', token: '000000' }),
  },
}

export type DoorTiming = {
  door: string
  status: string
  /** Medians. */
  milliseconds: Record<Kind, number>
  /**
   * How often a try of this kind took longer than one of an unknown address: a half says nothing,
   * and all or none tells the two apart with one try.
   */
  longer: Record<Exclude<Kind, 'unknown'>, number>
}

/** An address is asked once: a second mail within the minute is another answer. */
async function addAccounts(directory: D1Database, mark: string, tries: number): Promise<void> {
  const at = '2026-01-01T00:00:00Z'
  const rows = (['known', 'waiting', 'closed'] as const).flatMap((kind) =>
    Array.from({ length: tries }, (_, i) => ({
      id: crypto.randomUUID(),
      email: addressOf(kind, i, mark),
      password_hash: demoPasswordHash,
      email_confirmed_at: kind === 'waiting' ? null : at,
      banned_until: kind === 'closed' ? '2999-01-01T00:00:00Z' : null,
      created_at: at,
      updated_at: at,
    })),
  )
  await insertRows(directory, 'auth_users', rows)
}

/** All of one length, of any kind. */
const addressOf = (kind: Kind, i: number, mark: string) =>
  `${kind.padEnd(7, 'x')}-${String(i).padStart(4, '0')}-${mark}@example.test`

/**
 * Times each door with `tries` addresses of each kind. The kinds come in another order each round,
 * with a pause in which what goes on behind an answer ends, so that nothing but the address differs.
 */
export async function timeDoors(
  { url, databases }: BenchServer,
  { tries, only }: { tries: number; only?: readonly string[] },
): Promise<DoorTiming[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const apikey = await signProjectKey(readConfiguration(testSecrets), 'anon')
  const timings: DoorTiming[] = []
  for (const [door, { path, fields }] of Object.entries(doors)) {
    if (only && !only.includes(door)) continue
    const mark = crypto.randomUUID().slice(0, 8)
    await addAccounts(databases.env.DIRECTORY, mark, tries)
    const wire = path.startsWith('/auth/')
    const send = (email: string) =>
      ask(url + path, {
        agent,
        method: 'POST',
        headers: wire
          ? { apikey, 'Content-Type': 'application/json' }
          : { Origin: url, 'Content-Type': 'application/x-www-form-urlencoded' },
        body: wire ? JSON.stringify(fields(email)) : String(new URLSearchParams(fields(email))),
      })
    for (let i = 0; i < 3; i += 1) await send(addressOf('unknown', 9_000 + i, mark))
    const times: Record<Kind, number[]> = { known: [], waiting: [], closed: [], unknown: [] }
    const answers = new Set<number>()
    for (let i = 0; i < tries; i += 1) {
      for (const kind of shuffled(kinds)) {
        await wait(12)
        const { milliseconds, status } = await send(addressOf(kind, i, mark))
        times[kind].push(milliseconds)
        answers.add(status)
      }
    }
    const { unknown, ...others } = times
    const longer = Object.entries(others).map(([kind, own]) => [kind, round(share(own, unknown))])
    timings.push({
      door,
      status: [...answers].join(' '),
      milliseconds: Object.fromEntries(
        Object.entries(times).map(([kind, own]) => [kind, round(median(own))]),
      ) as DoorTiming['milliseconds'],
      longer: Object.fromEntries(longer) as DoorTiming['longer'],
    })
  }
  agent.destroy()
  return timings
}

/** How many of all pairs have the longer time in `of`; equal ones count half. */
function share(of: readonly number[], than: readonly number[]): number {
  let longer = 0
  for (const a of of) for (const b of than) longer += a === b ? 0.5 : Number(a > b)
  return longer / (of.length * than.length)
}

function shuffled<Item>(items: readonly Item[]): Item[] {
  const left = [...items]
  const order: Item[] = []
  while (left.length > 0) order.push(...left.splice(Math.floor(Math.random() * left.length), 1))
  return order
}

/** How far chance alone puts a share from a half, four times over. */
export const byChance = (tries: number) => 4 * Math.sqrt((2 * tries + 1) / (12 * tries * tries))
