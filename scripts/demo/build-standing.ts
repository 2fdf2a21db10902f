/** What members keep every week or wait for as one wish, made of bookings that were played. */
import { localDate } from '#app/values/zone.ts'
import type { Person } from './build-people.ts'
import type { Row } from './insert-rows.ts'
import type { History, PlayedBooking } from './play-bookings.ts'
import type { Chance } from './random.ts'

type Facts = {
  studioId: string
  history: History
  deskId: string
  now: string
  timeZone: string
  chance: Chance
}

/** Standing places somebody has besides what they booked themselves. */
const standingPlaces = 3

/** Lists of one wish. */
const mostWished = 6

/**
 * Three people of the crowd keep the place they have booked every week, given by the desk; whoever
 * waits for two classes waits for either.
 */
export function withAvailability(rows: Record<string, Row[]>, facts: Facts): Record<string, Row[]> {
  const { studioId, history, deskId, now, timeZone, chance } = facts
  const ahead = history.bookings.filter(({ occurrence }) => occurrence.startsAt > now)
  const kept = onePerson(
    ahead.filter(({ state, person, membershipId }) => {
      return state === 'booked' && person.userId === null && membershipId !== null
    }),
  ).slice(0, standingPlaces)
  const places = kept.map((booking) => ({ id: chance.id(), booking }))

  const waiting = new Map<Person, PlayedBooking[]>()
  for (const booking of ahead) {
    const { person, state } = booking
    if (state === 'waitlisted' && person.userId === null)
      waiting.set(person, [...(waiting.get(person) ?? []), booking])
  }
  const wishes = [...waiting.values()]
    .filter((lists) => lists.length > 1)
    .map((lists) => ({ id: chance.id(), lists: lists.slice(0, mostWished) }))
  const wishOf = new Map(
    wishes.flatMap(({ id, lists }) => lists.map((booking) => [booking.id, id] as const)),
  )
  const availabilityOf = new Map(places.map(({ id, booking }) => [booking.id, id]))
  return {
    ...rows,
    bookings: rows.bookings!.map((row) => ({
      ...row,
      wish_id: wishOf.get(String(row.id)) ?? null,
      standing_id: availabilityOf.get(String(row.id)) ?? null,
    })),
    standing_places: places.map(({ id, booking }) => ({
      id,
      studio_id: studioId,
      person_id: booking.person.id,
      series_id: booking.occurrence.seriesId,
      kind: 'standing',
      from_date: localDate(now, timeZone),
      created_by: deskId,
      created_at: booking.createdAt,
    })),
    standing_dates: places.map(({ id, booking }) => ({
      id: chance.id(),
      studio_id: studioId,
      standing_id: id,
      occurrence_id: booking.occurrence.id,
      outcome: 'booked',
      tries: 1,
      tried_at: booking.createdAt,
    })),
    wishes: wishes.map(({ id, lists }) => ({
      id,
      studio_id: studioId,
      person_id: lists[0]!.person.id,
      state: 'open',
      created_at: lists[0]!.createdAt,
    })),
  }
}

/** The first of each person. */
function onePerson(bookings: readonly PlayedBooking[]): PlayedBooking[] {
  return [
    ...new Map([...bookings].reverse().map((booking) => [booking.person, booking])).values(),
  ].reverse()
}
