import { parseArgs } from 'node:util'
import { reservedSlugs } from '#app/values/slug/reserved-slugs.ts'
import type { RushSize } from './demo/build-rush.ts'
import { Refused } from './refused.ts'

const usage = 'npm run seed -- --studio rush --members 10000 --bookings 200000'

/** Places a class has at most: with fewer members someone would be booked twice. */
const membersAtLeast = 20
const membersAtMost = 100_000
const bookingsAtMost = 2_000_000

function whole(name: string, text: string | undefined, from: number, to: number): number {
  const value = Number(text)
  if (!text || !/^\d+$/.test(text) || value < from || value > to) {
    throw new Refused(
      `--${name} must be a whole number from ${from} to ${to}. For example: ${usage}`,
    )
  }
  return value
}

/** What the command asks for; throws `Refused` for anything that cannot be made. */
export function wantedSize(args: string[]): RushSize {
  let values: Record<string, string | undefined>
  try {
    const text = { type: 'string' as const }
    values = parseArgs({ args, options: { studio: text, members: text, bookings: text } }).values
  } catch (error) {
    throw new Refused(`${(error as Error).message}. For example: ${usage}`)
  }
  const slug = values.studio ?? ''
  if (!/^[a-z][a-z0-9-]{1,38}[a-z0-9]$/.test(slug) || reservedSlugs.includes(slug)) {
    throw new Refused(
      `--studio must be a free name in small letters, such as rush. For example: ${usage}`,
    )
  }
  return {
    slug,
    members: whole('members', values.members, membersAtLeast, membersAtMost),
    bookings: whole('bookings', values.bookings, 0, bookingsAtMost),
  }
}
