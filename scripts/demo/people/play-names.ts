/** Members of the demo studios who show their first name to others in a class. */
import { updateMyDetails } from '#app/domain/people/update-my-details.server.ts'
import { addMinutes } from '#app/values/instant.ts'
import type { Person } from '../build-people.ts'
import { openedAt } from '../build-setting.ts'
import type { Player } from '../player.ts'

/** Everyone with an account but Cleo, who is new. */
export function playNames(player: Player, members: readonly Person[]): void {
  for (const person of members)
    if (person.userId !== null && !person.name.startsWith('Cleo '))
      player.at(addMinutes(openedAt, 200), ({ as }) =>
        updateMyDetails(as(person), { showsName: true }, 1),
      )
}
