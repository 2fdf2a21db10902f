/** Rows that D1 reads for each GET of the product, in a small studio and in a large one. */

import { fourAtOnce } from '../four-at-once.ts'
import { workedStudio } from '../walls/worked-studio.ts'
import { growStudio, type StudioSize } from './grow-studio.ts'
import { type Asked, routeAddresses, variantsOf } from './page-addresses.ts'

export type Measured = { asked: string; pattern: string; small: number; large: number }

/** Anyone who has a flash message is told a page that no cache keeps. */
const uncached = 'cadence-growth=1'

/** Starts a studio, asks everything at the one size, lets it grow and asks it again. */
export async function measurePages(sizes: { small: StudioSize; large: StudioSize }) {
  const world = await workedStudio()
  try {
    const ask = async ({ as, path }: Asked) => {
      const answer = await fetch(world.origin + path, {
        redirect: 'manual',
        headers: { Cookie: as === 'nobody' ? uncached : world.sessions[as].cookie },
      })
      const html = await answer.text()
      const timing = answer.headers.get('Server-Timing') ?? ''
      return { status: answer.status, html, rows: Number(/(\d+) rows/.exec(timing)?.[1] ?? 0) }
    }
    await growStudio(world.env, world.own.id, sizes.small)
    const routes = await routeAddresses(world)
    const first = await fourAtOnce(routes, ask)
    const known = new Set(routes.map(({ as, path }) => `${as} ${path}`))
    const variants = routes
      .flatMap((one, i) => (first[i]?.status === 200 ? variantsOf(one, first[i].html) : []))
      .filter(({ as, path }) => !known.has(`${as} ${path}`) && known.add(`${as} ${path}`))
    const all = [...routes, ...variants]
    const small = [...first, ...(await fourAtOnce(variants, ask))]
    await growStudio(world.env, world.own.id, sizes.large)
    const large = await fourAtOnce(all, ask)
    return all.map(({ as, pattern, path }, i): Measured & { statuses: [number, number] } => ({
      asked: `${as} ${path}`,
      pattern,
      small: small[i]?.rows ?? 0,
      large: large[i]?.rows ?? 0,
      statuses: [small[i]?.status ?? 0, large[i]?.status ?? 0],
    }))
  } finally {
    await world.stop()
  }
}
