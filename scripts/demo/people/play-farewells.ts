/** People of the demo studios who left, whom the studio keeps out, or who are in the books twice. */
import { leaveStudio } from '#app/domain/farewells/leave-studio.server.ts'
import { noteWinBack } from '#app/domain/farewells/win-back.server.ts'
import { addPerson } from '#app/domain/people/add-person.server.ts'
import { banPerson } from '#app/domain/people/ban-person.server.ts'
import { keepApart } from '#app/domain/person-records/duplicates.server.ts'
import { addMinutes } from '#app/values/instant.ts'
import { addDays, type LocalDate } from '#app/values/zone.ts'
import { openedAt } from '../build-setting.ts'
import type { Player } from '../player.ts'
import { Chance } from '../random.ts'

/** Adds someone who moved away, someone who is kept out, and two who are in the books twice. */
export function playFarewells(player: Player, slug: string, today: LocalDate): void {
  const chance = new Chance(`farewells ${slug}`)
  const [left, banned, first, second, third, note, exit] = Array.from({ length: 7 }, () =>
    chance.id(),
  ) as [string, string, string, string, string, string, string]
  player.at(addMinutes(openedAt, 300), async ({ desk }) => {
    await addPerson(desk, { key: left, name: 'Nora Quist', phone: '+447700900811' })
    await addPerson(desk, { key: banned, name: 'Sal Mendez' })
    await addPerson(desk, { key: first, name: 'Imogen Frost', phone: '+447700900822' })
    // Taken down again on another day, by someone who did not look.
    await addPerson(desk, { key: second, name: 'Imogen Frost', phone: '+447700900822' })
    await addPerson(desk, { key: third, name: 'Ralph Frost', phone: '+447700900822' })
    await keepApart(desk, first, third)
  })
  player.at(addMinutes(player.now, -20 * 24 * 60), async ({ desk }) => {
    await leaveStudio(desk, left, {
      key: exit,
      reason: 'moved',
      text: 'Has a job in Bristol now',
      lastDay: addDays(today, -10),
    })
    await noteWinBack(desk, left, { key: note, note: 'Sent her the address of a studio there' })
    await banPerson(desk, banned, 'Shouted at the front desk')
  })
}
