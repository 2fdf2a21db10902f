/**
 * Whether the time of a refused sign-in tells that there is an account: for test:long and the
 * bench.
 */
import { demoPasswordHash } from '../../tests/support/accounts.ts'
import { insertRows } from '../demo/insert-rows.ts'
import { median } from './load.ts'

export type Refuse = (email: string) => Promise<number>

/**
 * So many tries of each kind, in turns, spread over as many accounts as a limit per account asks
 * for.
 */
export const timingTries = 200
const triesAnAccount = 5

/**
 * Medians of the milliseconds that `refuse` took for an address without an account and for a wrong
 * password, and by what share they differ. The two take turns and change who goes first, so that a
 * busy moment of the machine falls on both.
 */
export async function timeRefusals(
  directory: D1Database,
  refuse: Refuse,
): Promise<{ unknown: number; wrong: number; apart: number }> {
  const mark = crypto.randomUUID().slice(0, 8)
  const at = '2026-01-01T00:00:00Z'
  const known = Array.from(
    { length: timingTries / triesAnAccount },
    (_, i) => `known-${i}-${mark}@example.test`,
  )
  await insertRows(
    directory,
    'auth_users',
    known.map((email) => ({
      id: crypto.randomUUID(),
      email,
      password_hash: demoPasswordHash,
      email_confirmed_at: at,
      created_at: at,
      updated_at: at,
    })),
  )
  await refuse(`warm-${mark}@example.test`)
  const times = { unknown: [] as number[], wrong: [] as number[] }
  for (let i = 0; i < timingTries; i += 1) {
    const place = i % known.length
    const turns = [
      async () => times.unknown.push(await refuse(`other-${place}-${mark}@example.test`)),
      async () => times.wrong.push(await refuse(known[place] ?? '')),
    ]
    for (const turn of i % 2 === 0 ? turns : turns.reverse()) await turn()
  }
  const [unknown, wrong] = [median(times.unknown), median(times.wrong)]
  return { unknown, wrong, apart: Math.abs(unknown - wrong) / wrong }
}
