import { closureOf } from '#app/domain/calendar/closed-days.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { addMinutes } from '#app/values/instant.ts'
import { addDays, endOfDay, instantOf, type LocalDate, localDate } from '#app/values/zone.ts'
import type { SlotRows } from './appointment-queries.server.ts'
import type { AppointmentType } from './appointment-view.ts'
import { freeSlots, hoursOn, type Slot, type Span, shortSpans } from './slots.ts'

/**
 * The starts a member may choose of one coach on one local date: within the hours, the notice and
 * how far ahead it may be booked. `rows` come from `slotStatements` over a range that holds the
 * date.
 */
export function slotsOn(
  { studio, now }: Pick<StudioContext, 'studio' | 'now'>,
  type: AppointmentType,
  coachId: string,
  date: LocalDate,
  rows: SlotRows,
): Slot[] {
  if (type.archived || !type.coachIds.includes(coachId)) return []
  if (
    rows.unfit.some((one) => one.coachId === coachId && one.typeId === type.id && one.date === date)
  )
    return []
  const own = <Row extends { coachId: string | null }>(list: readonly Row[]) =>
    list.filter((row) => row.coachId === coachId)
  const today = localDate(now, studio.timeZone)
  const coming = rows.coming.map(({ localStart, minutes, ...who }) => {
    const from = instantOf(localStart, studio.timeZone)
    return { ...who, from, until: addMinutes(from, minutes) }
  })
  return freeSlots({
    ...type,
    timeZone: studio.timeZone,
    hours: hoursOn(date, own(rows.weekly), own(rows.dated)),
    bound: [
      ...own(rows.busy).map(({ busyFrom, busyUntil }) => ({ from: busyFrom, until: busyUntil })),
      ...own(rows.blocks).map(({ startsAt, endsAt }) => ({ from: startsAt, until: endsAt })),
      ...own(coming),
    ],
    rooms: type.roomIds
      .filter((id) => !closureOf(rows.closed, id, date))
      .map((id) => ({
        id,
        taken: [
          ...rows.busy
            .filter(({ roomId }) => roomId === id)
            .map(({ roomFrom, roomUntil, turn }) => ({
              from: addMinutes(roomFrom, -turn),
              until: roomUntil,
            })),
          ...rows.blocks
            .filter(({ roomId }) => roomId === id)
            .map(({ startsAt, endsAt }) => ({ from: startsAt, until: endsAt })),
          ...coming
            .filter(({ roomId }) => roomId === id)
            .map(({ from, until, setUp, turn }) => ({
              from: addMinutes(from, -setUp - turn),
              until: addMinutes(until, turn),
            })),
          ...withoutEquipment(type, id, rows),
        ],
      })),
    earliest: addMinutes(now, type.noticeMinutes),
    latest: endOfDay(addDays(today, type.aheadDays), studio.timeZone),
  })
}

/** When a room's or the shared equipment that a type needs does not reach for all who may come. */
function withoutEquipment(
  { id, people }: AppointmentType,
  roomId: string,
  { needs, inUse }: SlotRows,
): Span[] {
  return needs
    .filter((need) => need.classTypeId === id && (need.roomId ?? roomId) === roomId)
    .flatMap(({ equipmentId, usable }) =>
      shortSpans(
        inUse
          .filter((use) => use.equipmentId === equipmentId)
          .map((use) => ({ from: use.startsAt, until: use.endsAt, people: use.people })),
        usable,
        people,
      ),
    )
}
