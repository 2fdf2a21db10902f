/** What the desk does about single classes and rooms: another policy, offers that lapse, a room out. */
import { lapseOffers } from '#app/domain/bookings/waitlist/lapse-offers.server.ts'
import { blockSpan } from '#app/domain/facilities/block-span.server.ts'
import { changeSeries } from '#app/domain/scheduling/series/change-series.server.ts'
import type { Actor } from '#app/domain/scope/contexts.ts'
import { addMinutes, minutesBetween } from '#app/values/instant.ts'
import { addDays, instantOf, isoWeekday, type LocalDate } from '#app/values/zone.ts'
import type { Policy } from './build-setting.ts'
import type { Occurrence } from './build-timetable.ts'
import type { Player } from './player.ts'
import { offering } from './want-bookings.ts'

/**
 * One class takes a policy of its own before it fills. The first offer of its open place lapses, so
 * the next on the list has one now.
 */
export function playOffer(
  player: Player,
  manager: Actor,
  { offered, policy }: { offered: Occurrence; policy: Policy },
): void {
  player.at(addMinutes(player.now, -offering.ruled), ({ desk }) =>
    changeSeries({ ...desk, actor: manager }, offered.id, {
      scope: 'one',
      version: 1,
      date: offered.localStart.slice(0, 10),
      time: offered.localStart.slice(11),
      minutes: minutesBetween(offered.startsAt, offered.endsAt),
      days: [],
      roomId: offered.type.roomId,
      coachId: offered.coachId,
      capacity: offered.type.places,
      policyId: offered.type.rules.id,
      ownPolicyId: policy.id,
    }),
  )
  const lapsed = addMinutes(player.now, 1 - offering.freed + (policy.offerMinutes ?? 0))
  player.at(lapsed, ({ ctx }) => lapseOffers(ctx))
}

/** A room is out on a weekday morning soon, and a coach away later: what is there already refuses. */
export function playBlocks(
  player: Player,
  manager: Actor,
  { today, roomId, coachId }: { today: LocalDate; roomId: string; coachId: string },
): void {
  const weekday = (from: number) =>
    Array.from({ length: 3 }, (_, i) => addDays(today, from + i)).find(
      (date) => isoWeekday(date) <= 5,
    )!
  const span = (date: LocalDate, from: string, until: string) => ({
    startsAt: instantOf(`${date}T${from}`, player.timeZone),
    endsAt: instantOf(`${date}T${until}`, player.timeZone),
  })
  const blocks = [
    { roomId, coachId: null, reason: 'Rigging inspected', ...span(weekday(3), '13:30', '15:00') },
    { roomId: null, coachId, reason: 'At the dentist', ...span(weekday(2), '08:30', '11:30') },
  ]
  for (const block of blocks)
    player.at(addMinutes(player.now, -26 * 60), ({ desk }) =>
      blockSpan({ ...desk, actor: manager }, block, { anyway: false }),
    )
}
