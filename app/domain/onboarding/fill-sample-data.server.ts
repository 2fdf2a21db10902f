import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import {
  type SampleBooking,
  seatSampleStatement,
} from '#app/domain/bookings/sample-bookings.server.ts'
import {
  grantLotStatements,
  grantMembershipStatement,
  spendStatement,
} from '#app/domain/entitlements/ledger.server.ts'
import { addSamplePeopleStatements } from '#app/domain/people/sample-people.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { newId } from '#app/values/id.ts'
import { addDays, localDate } from '#app/values/zone.ts'
import {
  countSampleStatement,
  findSample,
  type SampleClass,
  type SamplePage,
} from './sample-page.server.ts'

const names = [
  'Amara Nwosu',
  'Bea Lindqvist',
  'Carlos Mendes',
  'Daphne Wu',
  'Elliot Marsh',
  'Farah Aziz',
  'Gwen Pritchard',
  'Hugo Lambert',
  'Isla Murray',
  'Jonah Okafor',
  'Keiko Tanaka',
  'Luca Moretti',
]

/** Each third made-up person holds a package where plans are sold too. */
const packageEvery = 3

/** Classes that one made-up person with a package books: some credits stay to be seen. */
const mostByPackage = 3

/**
 * Adds 12 made-up people who hold the studio's plan or package, and their bookings of the next two
 * weeks: about half of each class, so that places stay for real people. One batch, and none while
 * the studio has made-up people already.
 */
export async function fillSampleData(
  ctx: StudioContext,
): Promise<{ people: number; bookings: number }> {
  const sample = await findSample(ctx)
  if (sample.people > 0) return { people: 0, bookings: 0 }
  const people = names.map((name, i) => ({ id: newId(), name, holds: holdingOf(sample, i) }))
  const bookings = bookingsOf(sample, people)
  const today = localDate(ctx.now, ctx.studio.timeZone)

  const holdings = people.flatMap(({ id, holds }) => {
    const isThere = sql`EXISTS (SELECT 1 FROM people
      WHERE studio_id = ${ctx.studio.id} AND id = ${id})`
    if (!holds) return []
    if (holds.kind === 'membership') {
      const membership = { id: holds.id, personId: id, planId: holds.planId, startsOn: today }
      return [grantMembershipStatement(ctx, membership, isThere)]
    }
    const { packageId, credits, validDays } = holds
    const lot = {
      id: holds.id,
      personId: id,
      packageId,
      credits,
      startsOn: today,
      expiresOn: addDays(today, validDays),
    }
    return Object.values(grantLotStatements(ctx, lot, isThere))
  })
  const spent = bookings.flatMap(({ id: bookingId, personId, lotId }) => {
    const isBooked = sql`EXISTS (SELECT 1 FROM bookings WHERE id = ${bookingId})`
    return lotId ? [spendStatement(ctx, { personId, lotId, bookingId }, isBooked)] : []
  })
  const { added } = await batch(ctx.db, {
    ...addSamplePeopleStatements(ctx, people, sample.levels),
    ...Object.fromEntries(holdings.map((statement, i) => [`holding ${i}`, statement])),
    seated: seatSampleStatement(ctx, bookings),
    ...Object.fromEntries(spent.map((statement, i) => [`spent ${i}`, statement])),
    added: countSampleStatement(
      ctx,
      sql`SELECT value ->> 'id' FROM json_each(${JSON.stringify(people)})`,
    ),
  })
  return added[0] ?? { people: 0, bookings: 0 }
}

type Holding =
  | { kind: 'membership'; id: string; planId: string }
  | { kind: 'lot'; id: string; packageId: string; credits: number; validDays: number }

function holdingOf({ plan, package: pack }: SamplePage, i: number): Holding | null {
  if (pack && (!plan || i % packageEvery === 0)) {
    return {
      kind: 'lot',
      id: newId(),
      packageId: pack.id,
      credits: pack.credits,
      validDays: pack.validDays,
    }
  }
  return plan && { kind: 'membership', id: newId(), planId: plan.id }
}

/**
 * About half of each class, taking turns; nobody is in two classes at once, and no package is
 * overdrawn.
 */
function bookingsOf(
  { classes }: SamplePage,
  people: readonly { id: string; holds: Holding | null }[],
): SampleBooking[] {
  const booked = new Map<string, SampleClass[]>(people.map(({ id }) => [id, []]))
  return classes.flatMap((one, turn) => {
    const takers = people
      .map((_, i) => people[(i + turn * 5) % people.length]!)
      .filter(({ id, holds }) => {
        const others = booked.get(id) ?? []
        if (
          !holds ||
          others.some((other) => other.startsAt < one.endsAt && one.startsAt < other.endsAt)
        )
          return false
        return holds.kind === 'membership' || others.length < Math.min(mostByPackage, holds.credits)
      })
      .slice(0, Math.floor(one.places / 2))
    return takers.map(({ id, holds }) => {
      booked.get(id)?.push(one)
      const [lotId, membershipId] =
        holds?.kind === 'lot' ? [holds.id, null] : [null, holds?.id ?? null]
      return { id: newId(), occurrenceId: one.id, personId: id, lotId, membershipId }
    })
  })
}
