/**
 * Use cases that write, each as it is pressed and pressed again: the same key, the same ids. Their
 * files are `from`, so that a list can tell which of the domain's are tried.
 */
import { studios } from '#app/db/directory.ts'
import { confirmMine } from '#app/domain/appointments/confirm-appointment.server.ts'
import { holdSlot } from '#app/domain/appointments/hold-slot.server.ts'
import { bookClass } from '#app/domain/bookings/booking/book-class.server.ts'
import { cancelBooking } from '#app/domain/bookings/cancelling/cancel-booking.server.ts'
import { cancelOccurrence } from '#app/domain/bookings/cancelling/cancel-occurrence.server.ts'
import { addWalkIn } from '#app/domain/bookings/roster/add-walk-in.server.ts'
import { changeCapacity } from '#app/domain/bookings/waitlist/change-capacity.server.ts'
import { enrolPerson } from '#app/domain/courses/enrolments/enrol-person.server.ts'
import { withdrawPerson } from '#app/domain/courses/enrolments/withdraw-person.server.ts'
import { adjustCredits } from '#app/domain/entitlements/adjust-credits.server.ts'
import { givePackage } from '#app/domain/entitlements/give-package.server.ts'

import { saveLocation } from '#app/domain/facilities/save-location.server.ts'
import { linkGuardian } from '#app/domain/families/link-guardian.server.ts'

import { touchLead } from '#app/domain/leads/touch-lead.server.ts'

import { keepLetters } from '#app/domain/messaging/keep-letters.server.ts'
import { addNote } from '#app/domain/people/add-note.server.ts'
import { archivePerson } from '#app/domain/people/archive-person.server.ts'
import type { MemberContext } from '#app/domain/scope/contexts.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import { changeContact } from '#app/domain/studios/change-contact.server.ts'
import { contactVersion } from '#app/domain/studios/contact-fields.ts'
import { newId } from '#app/values/id.ts'
import type { Instant } from '#app/values/instant.ts'
import { givenAppointments } from '../appointments.ts'
import { bookingOf } from '../bookings.ts'
import { givenCourse } from '../courses.ts'
import type { Person, World } from '../world.ts'
import { peopleCases } from './people-cases.ts'

/** The same world, whose databases may fail. */
export type Pressing = {
  asMember(person: Person): MemberContext
  asDesk(): StaffContext
}

export type WritingCase = {
  /** Below app/domain. */
  from: string
  /** Further files whose statements are in the same batch. */
  also?: readonly string[]
  now: Instant
  /** Makes what it is about; answers how it is pressed, each time the same. */
  ready(w: World): Promise<(as: Pressing) => Promise<unknown>>
}

const now: Instant = '2026-10-12T09:00:00Z'

const booked = async (w: World, occurrenceId: string, person: Person) => {
  const result = await bookClass(w.asMember(person, now), occurrenceId)
  if (!result.ok) throw new Error(`${person.name} was refused`)
  return (await bookingOf(w, occurrenceId, person))?.id ?? ''
}

export const writingCases: Record<string, WritingCase> = {
  ...peopleCases,
  'booking a class': {
    ...{ from: 'bookings/booking/book-class.server.ts', now },
    async ready(w) {
      const id = await w.givenClass()
      return (as) => bookClass(as.asMember(w.ben), id)
    },
  },
  'taking a place on the waitlist': {
    ...{ from: 'bookings/booking/book-class.server.ts', now },
    async ready(w) {
      const id = await w.givenClass({ capacity: 1 })
      await booked(w, id, w.ana)
      return (as) => bookClass(as.asMember(w.ben), id)
    },
  },
  'cancelling a booking, which promotes': {
    ...{ from: 'bookings/cancelling/cancel-booking.server.ts', now },
    async ready(w) {
      const id = await w.givenClass({ capacity: 1 })
      const bookingId = await booked(w, id, w.ben)
      await booked(w, id, w.ana)
      return (as) => cancelBooking(as.asMember(w.ben), bookingId)
    },
  },
  'a new location': {
    ...{ from: 'facilities/save-location.server.ts', now },
    async ready() {
      const key = newId()
      const mill = { name: 'Mill Lane', address: '3 Mill Lane', directions: '', hours: '' }
      return (as) => saveLocation(as.asDesk(), key, mill, null)
    },
  },
  'calling a class off': {
    ...{ from: 'bookings/cancelling/cancel-occurrence.server.ts', now },
    async ready(w) {
      const id = await w.givenClass()
      for (const person of [w.ana, w.ben]) await booked(w, id, person)
      return (as) => cancelOccurrence(as.asDesk(), id, { reason: 'Ill' })
    },
  },
  'a walk-in': {
    ...{ from: 'bookings/roster/add-walk-in.server.ts', now },
    async ready(w) {
      const id = await w.givenClass()
      return (as) => addWalkIn(as.asDesk(), id, { personId: w.ben.id })
    },
  },
  'more places, which promote': {
    ...{ from: 'bookings/waitlist/change-capacity.server.ts', now },
    async ready(w) {
      const id = await w.givenClass({ capacity: 1 })
      for (const person of [w.ana, w.ben]) await booked(w, id, person)
      return (as) => changeCapacity(as.asDesk(), id, 3)
    },
  },
  'a lead who gets in touch': {
    ...{ from: 'leads/touch-lead.server.ts', now },
    async ready() {
      const inquiry = { key: 'faulty000000', kind: 'form', name: 'Ida', byName: 'Form' } as const
      return (as) =>
        touchLead(as.asDesk(), { ...inquiry, email: 'ida@x.test', phone: '07700 900129' })
    },
  },
  'enrolling in a course': {
    ...{ from: 'courses/enrolments/enrol-person.server.ts', now: '2026-12-02T09:00:00Z' },
    async ready(w) {
      const { id } = await givenCourse(w)
      return (as) => enrolPerson(as.asMember(w.cleo), id, w.cleo.id)
    },
  },
  'leaving a course': {
    ...{ from: 'courses/enrolments/withdraw-person.server.ts', now: '2026-12-02T09:00:00Z' },
    async ready(w) {
      const { id } = await givenCourse(w)
      await enrolPerson(w.asMember(w.cleo, '2026-12-01T10:00:00Z'), id, w.cleo.id)
      return (as) => withdrawPerson(as.asMember(w.cleo), id, w.cleo.id)
    },
  },
  'holding a time': {
    ...{ from: 'appointments/hold-slot.server.ts', now },
    async ready(w) {
      const typeId = await givenAppointments(w)
      const wish = { typeId, coachId: w.coach.id, startsAt: '2026-10-13T09:00:00Z' }
      return (as) => holdSlot(as.asMember(w.cleo), wish)
    },
  },
  'confirming a time': {
    ...{ from: 'appointments/confirm-appointment.server.ts', now },
    async ready(w) {
      const typeId = await givenAppointments(w)
      const wish = { typeId, coachId: w.coach.id, startsAt: '2026-10-13T09:00:00Z' }
      const held = await holdSlot(w.asMember(w.cleo, now), wish)
      if (!held.ok) throw new Error(held.reason)
      return (as) => confirmMine(as.asMember(w.cleo), held.appointmentId, { people: 1 })
    },
  },
  'changing how people reach the studio': {
    ...{ from: 'studios/change-contact.server.ts', now },
    async ready(w) {
      await w.directory.insert(studios).values({ ...w.studio, createdAt: now })
      const version = contactVersion(w.studio)
      const contact = {
        ...{ key: newId(), version },
        ...{ contactEmail: 'desk@northside.test', contactPhone: '' },
      }
      return (as) => changeContact(as.asDesk(), w.directory, contact)
    },
  },
  'giving a pack': {
    ...{ from: 'entitlements/give-package.server.ts', now },
    async ready(w) {
      const gift = {
        packageId: w.ids.tenPack,
        key: newId(),
        startsOn: '2026-10-12',
        reason: 'Gift',
      }
      return (as) => givePackage(as.asDesk(), w.cleo.id, gift)
    },
  },
  'correcting credits': {
    ...{ from: 'entitlements/adjust-credits.server.ts', now },
    async ready(w) {
      const change = { lotId: w.benLot, amount: 2, key: newId(), reason: 'Counted wrong' }
      return (as) => adjustCredits(as.asDesk(), w.ben.id, change)
    },
  },
  'a guardian': {
    ...{ from: 'families/link-guardian.server.ts', now },
    async ready(w) {
      return (as) => linkGuardian(as.asDesk(), w.ana.id, w.cleo.id)
    },
  },
  'how long letters are kept': {
    ...{ from: 'messaging/keep-letters.server.ts', now },
    async ready() {
      return (as) => keepLetters(as.asDesk(), { months: 6, version: 0 })
    },
  },
  'a note': {
    ...{ from: 'people/add-note.server.ts', now },
    async ready(w) {
      const note = { key: newId(), kind: 'note', text: 'Left knee' } as const
      return (as) => addNote(as.asDesk(), w.ben.id, note)
    },
  },
  'archiving somebody': {
    ...{ from: 'people/archive-person.server.ts', now },
    async ready(w) {
      return (as) => archivePerson(as.asDesk(), w.cleo.id, 'Moved away')
    },
  },
}
