import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { sharedLogPage } from '#app/domain/overview/training/shared-log-page.server.ts'
import { newId } from '#app/values/id.ts'
import { world } from '../../../../tests/support/world.ts'
import { setIdOf } from '../session/logged-set.ts'
import { recordInWorkout } from '../session/record-in-workout.server.ts'
import { saidOfWorkout } from '../session/said-of-workout.ts'
import { sayOfWorkout } from '../session/say-of-workout.server.ts'
import { startWorkout } from '../session/start-workout.server.ts'
import { markSharedRead, unreadSharedStatement } from './shared-logs.server.ts'

const now = '2026-06-02T18:00:00Z'

/** A finished workout of Ana's with one set, and the tick by which she shares it. */
async function trained() {
  const w = await world()
  const ana = w.asMember(w.ana, now)
  const begun = await startWorkout(ana, newId(), { from: 'empty' })
  if (!begun.ok) throw new Error(begun.reason)
  const set = {
    id: setIdOf('e1', 1),
    exerciseId: '~Row',
    entry: 'e1',
    n: 1,
    type: 'normal',
    side: '',
    grams: 20_000,
    reps: 5,
    seconds: null,
    metres: null,
    rpe: null,
    rir: null,
    doneAt: now,
    changedMs: Date.parse(now),
    removed: false,
  }
  await recordInWorkout(ana, begun.id, saidOfWorkout.parse({ sets: [set], act: 'finish' }))
  const share = (share: boolean) =>
    sayOfWorkout(ana, begun.id, { effort: 'hard', note: 'My knee hurt', share })
  const unread = async (ctx = w.at(now)) =>
    (await unreadSharedStatement(ctx)).map(({ person }) => person)
  return { w, logId: begun.id, share, unread }
}

test('a shared workout waits for a coach, is read without its note, and is gone once it was read', async () => {
  const { w, logId, share, unread } = await trained()
  expect(await unread()).toEqual([])
  expect(await sharedLogPage(w.at(now), logId)).toBeNull()
  await share(true)
  expect(await unread()).toEqual(['Ana Reyes'])
  const page = await sharedLogPage(w.at(now), logId)
  expect(page).toMatchObject({ person: 'Ana Reyes', readAt: null })
  expect(page!.entries).toMatchObject([{ exercise: 'Row' }])
  expect(JSON.stringify(page)).not.toContain('knee')
  expect(await markSharedRead(w.asDesk(now), logId)).toBe(true)
  expect(await markSharedRead(w.asDesk(now), logId)).toBe(true)
  expect(await unread()).toEqual([])
  await share(false)
  expect(await sharedLogPage(w.at(now), logId)).toBeNull()
})

test('a result that was shared before coaches read sets stays a result alone', async () => {
  const { w, logId, unread, share } = await trained()
  await w.db.run(sql`UPDATE workout_logs SET shared_at = ${now} WHERE id = ${logId}`)
  expect(await unread()).toEqual([])
  expect(await sharedLogPage(w.at(now), logId)).toBeNull()
  await share(false)
  const [log] = await w.db.all(sql`SELECT shared_at AS at FROM workout_logs WHERE id = ${logId}`)
  expect(log).toEqual({ at: now })
})

test('another studio reads nobody’s workout', async () => {
  const { logId, share, unread } = await trained()
  await share(true)
  const other = await world()
  expect(await unread(other.at(now))).toEqual([])
  expect(await sharedLogPage(other.at(now), logId)).toBeNull()
  expect(await markSharedRead(other.asDesk(now), logId)).toBe(false)
})
