/** The day book of a demo studio: what the last shift told this one, and two incidents. */
import { sql } from 'drizzle-orm'
import { addIncident, addShiftNote, closeIncident } from '#app/domain/day-book/day-book.server.ts'
import type { Actor } from '#app/domain/scope/contexts.ts'
import { addMinutes } from '#app/values/instant.ts'
import { addDays, localDate } from '#app/values/zone.ts'
import type { Player } from '../player.ts'
import { Chance } from '../random.ts'

/** Written this week and yesterday evening, before today begins. */
export function playDay(player: Player, slug: string, manager: Actor): void {
  const chance = new Chance(`day ${slug}`)
  const [note, open, closed] = [chance.id(), chance.id(), chance.id()]
  player.at(addMinutes(player.now, -3_000), async ({ ctx, desk }) => {
    const [person] = await ctx.db.all<{ id: string }>(sql`
      SELECT id FROM people WHERE studio_id = ${ctx.studio.id} AND is_staff = 0
        AND archived_at IS NULL AND prospect = 0 ORDER BY id LIMIT 1`)
    const date = addDays(localDate(ctx.now, player.timeZone), -1)
    const about = { date, roomId: '', personId: '' }
    await addIncident(desk, {
      ...{ ...about, key: closed, kind: 'equipment', time: '18:10' },
      account: 'The lock pin of pole 7 came loose while somebody was on it. Nobody fell.',
      done: 'Pole 7 was taken out of use.',
    })
    const outcome = 'New pin fitted and all poles checked.'
    await closeIncident({ ...ctx, actor: manager }, closed, { version: 1, outcome })
    await addIncident(desk, {
      ...{ ...about, key: open, kind: 'injury', time: '19:05', personId: person?.id ?? '' },
      account: 'Twisted ankle coming down from an invert. Could walk.',
      done: 'Ice, a rest, and a friend took them home.',
    })
  })
  player.at(addMinutes(player.now, -700), async ({ ctx, desk }) => {
    const [author] = await ctx.db.all<{ id: string }>(sql`
      SELECT id FROM people WHERE studio_id = ${ctx.studio.id} AND user_id = ${desk.actor.userId}`)
    const text = 'Pole 7 spins again. A silver ring is in the till drawer.'
    await addShiftNote({ ...desk, person: { id: author?.id ?? '' } }, { key: note, text })
  })
}
