import { batch } from '#app/db/batch.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { count, dayShortTime } from '#app/values/wording.ts'
import { placesOfStatement, trialClassesStatement } from './trial-classes.server.ts'

/**
 * The next classes of some types that somebody new could try, with the places each has now; those
 * that are full are left out. None where nothing is offered.
 */
export async function trialChoices(
  ctx: StudioContext,
  typeIds: readonly string[],
  most: number,
): Promise<{ id: string; title: string; when: string; places: string }[]> {
  if (typeIds.length === 0) return []
  const limit = most * 2
  const { classes } = await batch(ctx.db, {
    classes: trialClassesStatement(ctx, { typeIds, limit }),
  })
  if (classes.length === 0) return []
  const ids = classes.map(({ id }) => id)
  const { places } = await batch(ctx.db, { places: placesOfStatement(ctx, ids) })
  return classes
    .flatMap(({ id, title, localStart }) => {
      const free = places.find((one) => one.id === id)?.places ?? 0
      return free > 0
        ? [
            {
              id,
              title,
              when: dayShortTime(localStart, ctx.studio.locale),
              places: `${count(free, 'place')} left`,
            },
          ]
        : []
    })
    .slice(0, most)
}
