/** The desk in words, so that the page only lays it out. */
import type { Mark } from '#app/domain/bookings/roster/roster-marks.ts'
import { paysWords } from '#app/domain/bookings/roster/roster-words.ts'
import type { Formats } from '#app/values/formats.ts'
import { clockTime, clockTimeAt, dayTime, deadlineNear, money } from '#app/values/wording.ts'
import { alertMarks, blocksOf } from './alert-rules.ts'
import type { PlaceAtDesk } from './desk-facts.server.ts'
import type { DeskClass, FoundAtDesk, ReceptionPage } from './reception-page.server.ts'

export type ReceptionReader = Formats & {
  /** May see what someone owes. */
  fees: boolean
}

/** Someone on a roster. */
export type RowWords = {
  bookingId: string
  personId: string
  name: string
  photo: string
  /** What a scanner would read for them; found here without a network. */
  code: string | null
  state: string
  /** `In, 17:44`; empty while they are only booked. */
  here: string
  pays: string
  marks: Mark[]
  blocked: boolean
}

export type ClassWords = {
  id: string
  title: string
  time: string
  where: string
  booked: number
  capacity: number
  rows: RowWords[]
  /** Who waits for a place, in order. */
  waiting: RowWords[]
}

export type OfferWords = {
  occurrenceId: string
  title: string
  time: string
  /** What pays, with what is left of it; null where nothing does. */
  pays: string | null
  /** The price of one class; null is not sold singly. */
  dropIn: string | null
  full: boolean
  /** The skill they lack or the level they are below; null where neither. */
  below: string | null
  /** They are checked in at once; into a later class they are only booked. */
  soon: boolean
}

export type PersonWords = {
  personId: string
  name: string
  photo: string
  marks: Mark[]
  blocked: boolean
  place: {
    bookingId: string
    state: string
    title: string
    time: string
    where: string
    pays: string
    here: string
  } | null
  offers: OfferWords[]
}

export type ArrivalWords = {
  id: string
  personId: string
  bookingId: string | null
  name: string
  /** `17:44, Pole 2, at the kiosk Door`. */
  note: string
  /** Why they were let in although an alert stops them. */
  overridden: string
  open: boolean
}

export type ReceptionWords = {
  classes: ClassWords[]
  found: PersonWords[] | null
  recent: ArrivalWords[]
}

export function receptionWords(page: ReceptionPage, formats: ReceptionReader): ReceptionWords {
  const { timeZone, locale } = formats
  return {
    classes: page.classes.map((one) => classWords(one, page, formats)),
    found: page.found?.map((one) => personWords(one, page, formats)) ?? null,
    recent: page.recent.map(
      ({ id, personId, bookingId, name, title, arrivedAt, kiosk, overridden, open }) => ({
        id,
        personId,
        bookingId,
        name,
        // The alert is in front of the reason; either may tell of a debt.
        overridden: formats.fees ? overridden.replace(/^[a-z_, ]+: /, '') : '',
        note: [
          clockTimeAt(arrivedAt, timeZone, locale),
          title ?? 'without a class',
          ...(kiosk ? [`at ${kiosk}`] : []),
        ].join(', '),
        open: open === 1,
      }),
    ),
  }
}

const hereWords = (
  place: { state: string; arrivedAt: string | null },
  { timeZone, locale }: ReceptionReader,
) => {
  if (place.state !== 'checked_in') return ''
  return place.arrivedAt ? `In, ${clockTimeAt(place.arrivedAt, timeZone, locale)}` : 'In'
}

/** Of somebody who waits with an offer: until when it stands; else what pays. */
const standsWith = (place: PlaceAtDesk, formats: ReceptionReader): string => {
  const { timeZone, locale, today } = formats
  return place.state === 'waitlisted' && place.offeredUntil
    ? `Offered until ${deadlineNear(place.offeredUntil, timeZone, locale, today)}`
    : paidWith(place)
}

const paidWith = (place: {
  state: string
  paid: number
  lotName: string | null
  lotLeft: number | null
  planName: string | null
}) =>
  place.paid === 1 && place.lotName === null && place.planName === null
    ? 'Enrolled'
    : paysWords(place)

/** The time alone today, with its weekday on another day. */
const timeAtDesk = (localStart: string, { today, locale }: ReceptionReader): string =>
  localStart.startsWith(today) ? clockTime(localStart, locale) : dayTime(localStart, locale)

function classWords(
  one: DeskClass,
  { rules }: ReceptionPage,
  formats: ReceptionReader,
): ClassWords {
  const { id, title, localStart, roomName, coachName, booked, capacity, rows } = one
  const words = ({ place, ...facts }: DeskClass['rows'][number]): RowWords => {
    const { personId, name, photo, code } = facts.person
    const all = { ...facts, place }
    return {
      bookingId: place.bookingId,
      personId,
      name,
      photo,
      code,
      state: place.state,
      here: hereWords(place, formats),
      pays: standsWith(place, formats),
      marks: alertMarks(all, rules, formats),
      blocked: place.state !== 'checked_in' && blocksOf(all, rules).length > 0,
    }
  }
  const waits = rows.filter(({ place }) => place.state === 'waitlisted')
  return {
    id,
    title,
    booked,
    capacity,
    time: timeAtDesk(localStart, formats),
    where: `${roomName}, with ${coachName}`,
    rows: rows
      .filter((row) => !waits.includes(row))
      .map(words)
      .sort((a, b) => a.name.localeCompare(b.name, formats.locale)),
    waiting: waits.sort((a, b) => (a.place.position ?? 0) - (b.place.position ?? 0)).map(words),
  }
}

function personWords(
  one: FoundAtDesk,
  { rules }: ReceptionPage,
  formats: ReceptionReader,
): PersonWords {
  const { person, place, offers } = one
  const { currency, locale } = formats
  return {
    personId: person.personId,
    name: person.name,
    photo: person.photo,
    marks: alertMarks(one, rules, formats),
    blocked: place?.state !== 'checked_in' && blocksOf(one, rules).length > 0,
    place: place && {
      bookingId: place.bookingId,
      state: place.state,
      title: place.title,
      time: clockTime(place.localStart, locale),
      where: place.roomName,
      pays: standsWith(place, formats),
      here: hereWords(place, formats),
    },
    offers: offers
      .filter(({ there }) => !there)
      .map(({ occurrence, pays, below, lacks, soon }) => ({
        soon,
        occurrenceId: occurrence.id,
        title: occurrence.title,
        time: timeAtDesk(occurrence.localStart, formats),
        pays: pays && (pays.kind === 'lot' ? `${pays.name}, ${pays.left} left` : pays.name),
        dropIn:
          occurrence.dropInMinor === null ? null : money(occurrence.dropInMinor, currency, locale),
        full: occurrence.booked >= occurrence.capacity,
        below: lacks ?? (below ? (occurrence.minimumLevel?.name ?? '') : null),
      })),
  }
}
