import { batch } from '#app/db/batch.server.ts'
import { myLaddersStatements } from '#app/domain/progression/ladder-queries.server.ts'
import { asksWords, levelWords, progressWords } from '#app/domain/progression/progress-words.ts'
import { standingOf } from '#app/domain/progression/standing-sql.server.ts'
import type { MemberContext } from '#app/domain/scope/contexts.ts'
import { shellStatements, toShell } from '#app/domain/studios/shell-queries.server.ts'
import { dayMonthYear } from '#app/values/wording.ts'
import { localDate } from '#app/values/zone.ts'

/** A member's ladders: where they are, what comes next, and when at their pace. One trip. */
export async function levelsOfMinePage(
  ctx: MemberContext,
  viewer: { personId: string; name: string; email: string },
) {
  const { locale, timeZone } = ctx.studio
  const today = localDate(ctx.now, timeZone)
  const answer = await batch(ctx.db, {
    ...shellStatements(ctx, viewer),
    ...myLaddersStatements(ctx, viewer.personId),
  })
  const ladders = answer.ladders.flatMap((row) => {
    const levels = answer.levels.filter(({ ladderId }) => ladderId === row.id)
    const standing = standingOf(row)
    if (levels.length === 0 || (row.levelId === null && standing.classes === 0)) return []
    const held = levels.find(({ id }) => id === row.levelId)
    const next = levels.find(({ rung }) => rung > (held?.rung ?? 0))
    return [
      {
        ...{ id: row.id, name: row.name },
        here: held
          ? `${levelWords(held.name, row.stripes ?? 0)}, since ${dayMonthYear(row.since!, locale)}`
          : 'No level yet',
        steps: levels.map(({ id, name, colour, rung }) => ({
          ...{ id, name, colour },
          state: stateOf(rung, held?.rung ?? 0),
        })),
        next: next
          ? {
              name: next.name,
              asks: asksWords(next),
              also: next.asks,
              ...progressWords(next, standing, { today, locale }),
            }
          : null,
      },
    ]
  })
  return { shell: toShell(answer, viewer), ladders }
}

function stateOf(rung: number, held: number): 'done' | 'here' | 'ahead' {
  if (rung === held) return 'here'
  return rung < held ? 'done' : 'ahead'
}
