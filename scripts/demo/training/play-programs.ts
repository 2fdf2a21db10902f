/** Four programs of the demo studio, and who is on them. */
import { assignProgram, takeProgram } from '#app/domain/programs/assign-program.server.ts'
import { copiedWeek, type Place } from '#app/domain/programs/program-plan.ts'
import {
  addProgram,
  changePlan,
  saveSession,
  setProgramState,
} from '#app/domain/programs/save-program.server.ts'
import { addMinutes } from '#app/values/instant.ts'
import { addDays, instantOf, type LocalDate } from '#app/values/zone.ts'
import type { Person } from '../build-people.ts'
import { openedAt } from '../build-setting.ts'
import type { Player } from '../player.ts'
import { Chance } from '../random.ts'

type Planned = {
  name: string
  folder: string
  weeks: number
  access: 'assigned' | 'free'
  summary: string
  days: [day: number, name: string, text: string][]
  draft?: true
}

const planned: Planned[] = [
  {
    name: 'Strength for inverts',
    folder: 'Strength',
    weeks: 6,
    access: 'assigned',
    summary: 'For your first inverts.',
    days: [
      [0, 'Session A', 'Basic climb 3x3, rest 2:00\nPole sit 3x20s'],
      [3, 'Session B', 'Invert to chopper 3x3 RIR 2, rest 2:00\nPole sit 3x30s'],
    ],
  },
  {
    name: 'Four weeks of spins',
    folder: 'Pole',
    weeks: 4,
    access: 'free',
    summary: 'Two short sessions a week.',
    days: [
      [1, 'Spins one', 'Fireman spin 4x3\nChair spin 4x3'],
      [4, 'Spins two', 'Chair spin 5x3\nPole walk 3x45s'],
    ],
  },
  {
    name: 'Hoop basics in eight weeks',
    folder: 'Aerial',
    weeks: 8,
    access: 'free',
    summary: 'From the mount to a first sequence.',
    days: [[2, 'Hoop', 'Hoop mount 4x3\nMan in the moon 3x2\nHip key 3x20s']],
  },
  {
    name: 'Shoulder mount in six weeks',
    folder: 'Pole',
    weeks: 6,
    access: 'assigned',
    summary: 'Still being written.',
    days: [[0, 'Prep', 'Shoulder mount tuck 4x3 RPE 7, rest 2:00']],
    draft: true,
  },
]

/** Adds the programs, each week stepped up from the one before; Ana and Ben are on one each. */
export function playPrograms(
  player: Player,
  slug: string,
  { ana, ben, today }: { ana: Person; ben: Person; today: LocalDate },
): void {
  if (slug !== 'northside') return
  const chance = new Chance('programs')
  const ids = planned.map(() => chance.id())
  for (const [i, { days, draft, ...said }] of planned.entries())
    player.at(addMinutes(openedAt, 300 + i), async ({ desk }) => {
      const id = ids[i]!
      await addProgram(desk, { ...said, key: id })
      let version = 1
      for (const [day, name, text] of days) {
        const place: Place = { week: 0, day, slot: 0 }
        const form = { version, name, kind: 'strength' as const, text }
        if ((await saveSession(desk, id, place, form)).ok) version += 1
      }
      const stepped = await changePlan(desk, id, version, (plan) => {
        let all = plan
        for (let week = 1; week < plan.weeks.length; week += 1) {
          const by = week === plan.weeks.length - 1 ? 'lighter' : 'rep'
          all = copiedWeek(all, { from: week - 1, to: week, by, unit: 'kg' }) ?? all
        }
        return all
      })
      if (stepped.ok && !draft) await setProgramState(desk, id, 'published')
    })
  const begun = addDays(today, -17)
  player.at(instantOf(`${begun}T09:00`, player.timeZone), async ({ desk, as }) => {
    const who = { people: [ana.id], occurrence: '', level: '' }
    await assignProgram(desk, ids[0]!, who, begun)
    await takeProgram(as(ben), ids[1]!)
  })
}
