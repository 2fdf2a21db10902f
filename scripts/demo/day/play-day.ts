/** The day book of a demo studio, two incidents, a door that asked who may come in, and a webhook. */
import { sql } from 'drizzle-orm'
import { addIncident, addShiftNote, closeIncident } from '#app/domain/day-book/day-book.server.ts'
import { askDoor } from '#app/domain/reception/doors/ask-door.server.ts'
import { makeDoor } from '#app/domain/reception/doors/doors.server.ts'
import { memberCodePage } from '#app/domain/reception/member-code.server.ts'
import type { Actor } from '#app/domain/scope/contexts.ts'
import { makeWebhook, pauseWebhook } from '#app/domain/webhooks/webhook-targets.server.ts'
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
      ...about,
      key: closed,
      kind: 'equipment',
      time: '18:10',
      account: 'The lock pin of pole 7 came loose while somebody was on it. Nobody fell.',
      done: 'Pole 7 was taken out of use.',
    })
    const outcome = 'New pin fitted and all poles checked.'
    await closeIncident({ ...ctx, actor: manager }, closed, { version: 1, outcome })
    await addIncident(desk, {
      ...about,
      key: open,
      kind: 'injury',
      time: '19:05',
      personId: person?.id ?? '',
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
  playDoor(player, chance.id())
  playWebhook(player, chance.id())
}

/** Minutes before now at which people stood at the door. */
const askedAgo = [2_900, 1_560, 1_460, 720, 130, 45]

/** A door with a lock, and who asked at it: whoever comes to the next class, a coach and a stranger. */
function playDoor(player: Player, key: string): void {
  player.at(addMinutes(player.now, -4_000), ({ desk }) =>
    makeDoor(desk, { key, name: 'Front door', locationId: '', minutes: 60 }),
  )
  for (const [i, ago] of askedAgo.entries())
    player.at(addMinutes(player.now, -ago), async ({ ctx, desk }) => {
      const [found] = await ctx.db.all<{ id: string; name: string; email: string }>(sql`
        SELECT person.id, person.name, person.email FROM bookings AS b
        JOIN occurrences AS o ON o.id = b.occurrence_id JOIN people AS person ON person.id = b.person_id
        WHERE b.studio_id = ${ctx.studio.id} AND b.state IN ('booked', 'checked_in')
          AND o.state = 'scheduled' AND o.ends_at > ${ctx.now}
          AND o.starts_at < ${addMinutes(ctx.now, 12 * 60)}
          AND person.archived_at IS NULL AND person.prospect = 0
        ORDER BY o.starts_at, person.id LIMIT 1`)
      const of = { ...ctx, actor: desk.actor, person: { id: found?.id ?? '' } }
      const viewer = found && { ...found, personId: found.id }
      const code = viewer && i % 4 !== 3 ? (await memberCodePage(of, viewer)).code : 'Z0Z0'
      await askDoor(ctx, key, { webhookId: `demo-${i}`, text: code ?? '' })
    })
}

/** A webhook that is paused, so that nothing of a made-up studio goes out. */
function playWebhook(player: Player, key: string): void {
  player.at(addMinutes(player.now, -4_000), async ({ desk }) => {
    const form = { key, name: 'Mailing list', address: 'https://hooks.example.com/northside' }
    const options = { lookUp: async () => [] }
    await makeWebhook(desk, { ...form, kinds: ['person.joined', 'person.left'] }, options)
    await pauseWebhook(desk, key)
  })
}
