/** Writing use cases in worlds whose database fails at one statement. */
import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { studioDb } from '#app/db/connection.server.ts'
import { Meter } from '#app/db/meter.server.ts'
import { promoteOpenPlaces } from '#app/domain/bookings/waitlist/promote-open-places.server.ts'
import { tellPeople } from '#app/http/tell-people.server.ts'
import type { Instant } from '#app/values/instant.ts'
import { studioTables } from '../walls/twin-studio.ts'
import { type World, world } from '../world.ts'
import { type Fault, failing } from './failing-database.ts'
import type { Pressing, WritingCase } from './writing-cases.ts'

/** The same world through a database in which one statement fails. */
function throughFault(w: World, { now }: WritingCase, fault: Fault): Pressing {
  const binding = `STUDIOS_${w.shard}` as const
  const env = { ...w.env, [binding]: failing(w.env[binding], fault) }
  const db = studioDb(env, w.studio, new Meter())
  return {
    asMember: (person) => ({ ...w.asMember(person, now), db }),
    asDesk: () => ({ ...w.asDesk(now), db }),
  }
}

/** How many rows of the studio each table has. */
async function rowCounts(w: World): Promise<Record<string, number>> {
  const database = w.env[`STUDIOS_${w.shard}`]
  const tables = [...(await studioTables(database)).keys()]
  const counts = tables.map(
    (table) => `SELECT '${table}' AS name, count(*) AS n FROM "${table}" WHERE studio_id = ?1`,
  )
  const found: Record<string, number> = {}
  // D1 joins at most five SELECTs.
  for (let at = 0; at < counts.length; at += 5) {
    const { results } = await database
      .prepare(counts.slice(at, at + 5).join(' UNION ALL '))
      .bind(w.studio.id)
      .all<{ name: string; n: number }>()
    for (const { name, n } of results) found[name] = n
  }
  return found
}

/** What must hold whatever failed: no seat too many, no credit twice, nothing of nothing. */
export async function broken(w: World): Promise<unknown[]> {
  const of = w.studio.id
  const wrongs = [
    sql`SELECT 'oversold' AS what, o.id FROM occurrences AS o WHERE o.studio_id = ${of}
      AND (SELECT count(*) FROM bookings AS b WHERE b.occurrence_id = o.id
        AND b.state IN ('booked','checked_in')) > o.capacity`,
    sql`SELECT 'paid twice' AS what, booking_id FROM entries WHERE studio_id = ${of}
      AND booking_id IS NOT NULL GROUP BY booking_id, kind HAVING count(*) > 1`,
    sql`SELECT 'below nothing' AS what, lot_id FROM entries WHERE studio_id = ${of}
      GROUP BY lot_id HAVING sum(amount) < 0`,
    sql`SELECT 'booking of no class' AS what, b.id FROM bookings AS b WHERE b.studio_id = ${of}
      AND NOT EXISTS (SELECT 1 FROM occurrences AS o WHERE o.id = b.occurrence_id)`,
    sql`SELECT 'entry of no booking' AS what, e.booking_id FROM entries AS e
      WHERE e.studio_id = ${of} AND e.booking_id IS NOT NULL
        AND NOT EXISTS (SELECT 1 FROM bookings AS b WHERE b.id = e.booking_id)`,
    sql`SELECT 'place without its credit' AS what, b.id FROM bookings AS b
      WHERE b.studio_id = ${of} AND b.state = 'booked' AND b.lot_id IS NOT NULL
        AND NOT EXISTS (SELECT 1 FROM entries AS e WHERE e.booking_id = b.id)`,
    sql`SELECT 'letter twice' AS what, dedupe_key FROM outbox
      WHERE studio_id = ${of} GROUP BY dedupe_key HAVING count(*) > 1`,
  ]
  return (await Promise.all(wrongs.map((wrong) => w.db.all(wrong)))).flat()
}

/** Undisturbed, and then with each of the chosen statements failing in a world of its own. */
export async function tryFaults(
  one: WritingCase,
  { most = Number.POSITIVE_INFINITY }: { most?: number } = {},
): Promise<void> {
  const undisturbed = await world()
  const press = await one.ready(undisturbed)
  const fault: Fault = { at: 0, seen: 0 }
  await press(throughFault(undisturbed, one, fault))
  await finish(undisturbed, one.now)
  const whole = await rowCounts(undisturbed)
  await press(throughFault(undisturbed, one, { at: 0, seen: 0 }))
  expect(await rowCounts(undisturbed)).toEqual(whole)
  expect(fault.seen).toBeGreaterThan(0)

  const step = Math.max(1, Math.ceil(fault.seen / most))
  for (let at = fault.seen; at >= 1; at -= step) {
    const w = await world()
    const again = await one.ready(w)
    const told = await again(throughFault(w, one, { at, seen: 0 })).then(
      () => 'answered',
      () => 'failed',
    )
    expect([at, await broken(w)]).toEqual([at, []])
    // An answer is a promise: what follows from it is found by the jobs, without another press.
    if (told === 'answered') {
      await finish(w, one.now)
      expect([at, await rowCounts(w)]).toEqual([at, whole])
    }
    await again(throughFault(w, one, { at: 0, seen: 0 }))
    await finish(w, one.now)
    expect([at, await rowCounts(w)]).toEqual([at, whole])
    expect([at, await broken(w)]).toEqual([at, []])
  }
}

/** What the jobs of the next minute do about what a press has left. */
export async function finish(w: World, now: Instant): Promise<void> {
  await promoteOpenPlaces(w.at(now))
  await tellPeople(w.at(now), { clock: Date.now, untilMs: Date.now() + 10_000 })
}
