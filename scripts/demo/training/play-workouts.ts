/** Workouts of the demo studio, typed as its coaches write them on the board. */
import { sql } from 'drizzle-orm'
import { setClassWorkout } from '#app/domain/workouts/classes/set-class-workout.server.ts'
import { publishWorkout } from '#app/domain/workouts/library/publish-workout.server.ts'
import { addWorkout } from '#app/domain/workouts/library/save-workout.server.ts'
import type { WorkoutKind } from '#app/domain/workouts/plan/plan.ts'
import { addMinutes } from '#app/values/instant.ts'
import { openedAt } from '../build-setting.ts'
import type { Player } from '../player.ts'
import { Chance } from '../random.ts'

type Typed = {
  name: string
  kind: WorkoutKind
  text: string
  notes?: string
  draft?: true
  benchmark?: 'on'
}

const typed: Typed[] = [
  {
    name: 'Grip and go',
    kind: 'strength',
    text: 'A  Basic climb 4x2, rest 2:00\nB1 Pole sit 3x20s\nB2 Cross knee release 3x3 /side',
    notes: 'Chalk between rounds, not between sets.',
  },
  {
    name: 'Spin ladder',
    kind: 'circuit',
    text: '4 rounds\n3 fireman spin\n3 chair spin\n1 pole walk',
  },
  {
    name: 'Ten minute climbs',
    kind: 'amrap',
    text: 'AMRAP 10\n2 basic climb\n20s pole sit',
    benchmark: 'on',
  },
  {
    name: 'Every minute inverts',
    kind: 'emom',
    text: 'EMOM 12\nodd: 3 invert to chopper\neven: 20s pole sit',
    notes: 'Spot each other on the way up.',
  },
  {
    name: 'Shoulder mount prep',
    kind: 'strength',
    text: '5x3 shoulder mount tuck RPE 7, rest 2:00',
  },
  {
    name: 'Twenty climbs',
    kind: 'for_time',
    text: 'For time, cap 12:00\n20 basic climb',
    benchmark: 'on',
  },
  { name: 'Silks intervals', kind: 'intervals', text: '8 x 30s/30s\nsilks climb' },
  {
    name: 'Hoop basics',
    kind: 'circuit',
    text: '3 rounds\n3 hoop mount\n2 man in the moon\n20s hip key',
  },
  { name: 'Hang time', kind: 'strength', text: '4x30s outside leg hang /side, rest 90s' },
  {
    name: 'Slow legs',
    kind: 'mobility',
    text: '3x45s pole walk\n3x1:00 pole sit\n3x8 goblet squat',
  },
  { name: 'First inverts', kind: 'strength', text: '3x3 invert to chopper RPE 6\n3x5 basic climb' },
  {
    name: 'Saturday partner work',
    kind: 'for_time',
    text: '3 rounds for time\n10 partner squats\n5 basic climb',
    draft: true,
  },
]

/** Eleven that members see, one draft with a line that still has to be settled, and classes' plans. */
export function playWorkouts(player: Player, slug: string): void {
  if (slug !== 'northside') return
  const chance = new Chance('workouts')
  const shown: string[] = []
  for (const [i, { draft, notes = '', ...said }] of typed.entries()) {
    const key = chance.id()
    player.at(addMinutes(openedAt, 240 + i), async ({ desk }) => {
      await addWorkout(desk, { ...said, key, notes, version: 0, picks: [] })
      if (draft) return
      await publishWorkout(desk, key, { act: 'publish', at: null, version: 1 })
      shown.push(key)
    })
  }
  // Most of the coming classes are planned; every third still is to be.
  player.at(player.now, async ({ desk }) => {
    const classes = await desk.db.all<{ id: string }>(sql`
      SELECT id FROM occurrences WHERE studio_id = ${desk.studio.id} AND kind = 'class'
        AND state = 'scheduled' AND ends_at > ${desk.now} ORDER BY starts_at, id LIMIT 15`)
    for (const [i, { id }] of classes.entries())
      if (i % 3 !== 2)
        await setClassWorkout(desk, id, { workout: shown[i % shown.length]!, version: '' })
  })
}
