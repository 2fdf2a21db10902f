import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { bookClass } from '#app/domain/bookings/booking/book-class.server.ts'
import { reconcileClasses } from '#app/domain/bookings/roster/reconcile-classes.server.ts'
import { world } from '../../../../tests/support/world.ts'
import { policyPage } from './policy-page.server.ts'
import { replayPolicy } from './replay-policy.ts'

const now = '2026-10-12T09:00:00Z'

test('the rules in force, played over what happened under them, change nothing', async () => {
  const w = await world()
  const thursday = await w.givenClass({ localStart: '2026-10-15T18:30' })
  for (const person of [w.ana, w.ben]) await bookClass(w.asMember(person, now), thursday)
  // A session of a course that someone enrolled in: what a no-show costs is not this policy's to
  // say.
  await w.db.run(sql`
    INSERT INTO bookings (id, studio_id, occurrence_id, person_id, state, enrolment_id,
      policy_id, created_at)
    VALUES (${`e${thursday}`}, ${w.studio.id}, ${thursday}, ${w.cleo.id}, 'booked', 'enrolled',
      ${w.ids.policyId}, ${now})`)
  await reconcileClasses(w.at('2026-10-15T21:00:00Z'))

  const page = (await policyPage(w.at('2026-10-16T09:00:00Z'), 'Classes'))!
  expect(page.replay.map(({ name, state }) => [name, state]).sort()).toEqual([
    ['Ana Reyes', 'no_show'],
    ['Ben Okoro', 'no_show'],
  ])
  const { was, draft } = replayPolicy(page.replay, page.current)
  expect(was).toMatchObject({ feesMinor: 1_000, creditsLost: 1, people: 1 })
  expect(draft).toEqual(was)
})
