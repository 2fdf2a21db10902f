/** What the demo studios ask of their people beside the usual. */
import { addField, saveAnswers } from '#app/domain/people/fields/save-field.server.ts'
import { addMinutes } from '#app/values/instant.ts'
import type { Person } from '../build-people.ts'
import { openedAt } from '../build-setting.ts'
import type { Player } from '../player.ts'
import { Chance } from '../random.ts'

const sizes = ['XS', 'S', 'M', 'L', 'XL']

/** Two fields, answered by some: a size for the showcase, and whether somebody has their own grip. */
export function playFields(player: Player, slug: string, members: readonly Person[]): void {
  const chance = new Chance(`fields ${slug}`)
  const fields = { size: chance.id(), grip: chance.id() }
  player.at(addMinutes(openedAt, 30), async ({ desk }) => {
    const options = sizes.join('\n')
    await addField(desk, { key: fields.size, name: 'T-shirt size', kind: 'choice', options })
    await addField(desk, { key: fields.grip, name: 'Own grip aid', kind: 'yes_no', options: '' })
  })
  for (const [i, person] of members.slice(0, 12).entries())
    player.at(addMinutes(openedAt, 210), ({ desk }) =>
      saveAnswers(desk, person.id, {
        [fields.size]: sizes[i % sizes.length] ?? '',
        [fields.grip]: i % 3 === 0 ? 'yes' : 'no',
      }),
    )
}
