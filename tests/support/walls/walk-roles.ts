/** The walk of the roles through the desk: what each may not do is refused with 403. */
import { may, roles } from '#app/domain/scope/permissions.ts'
import { fourAtOnce } from '../four-at-once.ts'
import { takes } from './role-table.ts'
import { addressesOf, postedPatterns, wallPatterns } from './wall-routes.ts'
import type { WallWorld } from './wall-world.ts'

/**
 * Where an answer differs from what the table says; with `opens` also pages that ought to open are
 * opened, by every role.
 */
export async function roleMistakes(world: WallWorld, { opens = false } = {}): Promise<string[]> {
  const wrong: string[] = []
  const { own, env } = world
  const databases = { directory: env.DIRECTORY, shard: env.STUDIOS_0 }
  const posts = new Set(postedPatterns())
  const manage = wallPatterns().filter((one) => one.startsWith('/:studio/manage'))
  await fourAtOnce(manage, async (pattern) => {
    const [path] = pattern.slice('/:studio'.length).includes('/:')
      ? await addressesOf(pattern, own, databases)
      : [pattern.replace(':studio', own.slug)]
    if (!path) return
    const { read, write } = takes(pattern)
    for (const role of roles) {
      if (opens || !may(role, read)) {
        const { status } = await world.ask(role, path)
        if ((status === 403) === may(role, read))
          wrong.push(`${role} GET ${path}: ${status}, it takes ${read}`)
      }
      if (!posts.has(pattern) || may(role, write)) continue
      const { status } = await world.ask(role, path, new URLSearchParams())
      if (status !== 403) wrong.push(`${role} POST ${path}: ${status}, it takes ${write}`)
    }
  })
  return wrong
}
