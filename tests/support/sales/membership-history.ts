/** Memberships of many people, made up by a seed. */
import { sql } from 'drizzle-orm'
import { newId } from '#app/values/id.ts'
import { addDays, type LocalDate } from '#app/values/zone.ts'
import { Chance } from '../../../scripts/demo/random.ts'
import type { World } from '../world.ts'
import { givenPlan } from './memberships.ts'

/** Memberships of forty people that start, freeze, end and come back within a year. */
export async function membershipHistory(
  w: World,
  seed: string,
  begins: LocalDate,
): Promise<{ id: string }[]> {
  const chance = new Chance(seed)
  await w.db.run(sql`DELETE FROM memberships WHERE studio_id = ${w.studio.id}`)
  const plans = await Promise.all(
    [7_000, 9_000, 5_000].map((priceMinor, i) => givenPlan(w, { name: `Plan ${i}`, priceMinor })),
  )
  const people = await w.givenPeople(Array.from({ length: 40 }, (_, i) => `Member ${i + 1}`))
  for (const person of people) {
    let from = addDays(begins, chance.between(0, 60))
    for (let held = chance.between(1, 3); held > 0; held -= 1) {
      const until = chance.happens(0.7) ? addDays(from, chance.between(5, 60)) : null
      const id = newId()
      await w.db.run(sql`
        INSERT INTO memberships (id, studio_id, person_id, plan_id, state, starts_on, ends_on,
          trial_days, purchased_at)
        VALUES (${id}, ${w.studio.id}, ${person.id}, ${plans[chance.between(0, 2)]!},
          ${until ? 'cancelled' : 'active'}, ${from}, ${until}, ${chance.happens(0.2) ? 7 : 0},
          ${`${from}T09:00:00Z`})`)
      if (chance.happens(0.3)) {
        const frozen = addDays(from, chance.between(0, 20))
        await w.db.run(sql`
          INSERT INTO membership_freezes (id, studio_id, membership_id, from_on, until_on)
          VALUES (${newId()}, ${w.studio.id}, ${id}, ${frozen}, ${addDays(frozen, 9)})`)
      }
      if (until === null) break
      from = addDays(until, chance.between(1, 30))
    }
  }
  return people
}
