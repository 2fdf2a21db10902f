/** What Ana trained elsewhere before she had her log here: a file of Strong that she brought. */
import { checkLogFile } from '#app/domain/training-log/import/check-log-file.server.ts'
import { keepLogImport } from '#app/domain/training-log/import/keep-log-import.server.ts'
import { addDays, instantOf, type LocalDate } from '#app/values/zone.ts'
import type { Person } from '../build-people.ts'
import type { Player } from '../player.ts'

const head =
  'Date;Workout Name;Duration;Exercise Name;Set Order;Weight;Reps;Distance;Seconds;Notes;Workout No'

/** Kilograms of the first week, and what a week adds. */
const machines = [
  { name: 'Leg Press (Machine)', from: 60, adds: 5, reps: 10 },
  { name: 'Lat Pulldown (Cable)', from: 25, adds: 2.5, reps: 8 },
]
const weeks = 6

/** A Monday workout a week, until seven months ago. */
export function playLogFile(
  player: Player,
  slug: string,
  { ana, today }: { ana: Person; today: LocalDate },
): void {
  if (slug !== 'northside') return
  const lines = Array.from({ length: weeks }, (_, week) => {
    const start = `${addDays(today, -210 - 7 * (weeks - week))} 18:00:00;Machines;45m`
    return machines.flatMap(({ name, from, adds, reps }) => [
      `${start};${name};W;${from / 2};${reps};0;0;;${week + 1}`,
      ...[1, 2, 3].map(
        (n) => `${start};${name};${n};${from + adds * week};${reps};0;0;;${week + 1}`,
      ),
    ])
  })
    .flat()
    // A slip of the thumb, which the import leaves out and gives back to be mended.
    .map((line, i) => (i === 13 ? line.replace(/;(\d+);0;0;/, ';1O;0;0;') : line))
  player.at(instantOf(`${addDays(today, -88)}T20:00`, player.timeZone), async ({ as }) => {
    const bytes = new TextEncoder().encode([head, ...lines].join('\n'))
    const checked = await checkLogFile(as(ana), { name: 'strong.csv', bytes }, 'kg')
    if (checked.ok) await keepLogImport(as(ana), checked.id, new Map())
  })
}
