/**
 * What other programs read of a studio: of each resource its fields, how they are found and what
 * they mean. Answers, their description (`open-api.server.ts`) and their tests are made of this.
 * Left out on purpose: notes, injuries, documents, addresses, emergency contacts, secrets.
 */
import { type SQL, sql } from 'drizzle-orm'
import { invoiceStates } from '#app/db/studio/billing.ts'
import { bookingStates } from '#app/db/studio/bookings.ts'
import { membershipStates } from '#app/db/studio/entitlements.ts'
import { mayMarketSql } from '#app/domain/people/consents/consent-statements.server.ts'
import { bookedCountSql } from '#app/domain/places/booking-sql.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import type { ApiScope } from './api-scopes.ts'

export type ApiField = {
  type: 'string' | 'integer' | 'boolean' | 'list'
  format?: 'date' | 'date-time'
  nullable?: true
  of?: readonly string[]
  /** What it is, in the description. */
  words: string
  /** How it is found. */
  from: (ctx: StudioContext) => SQL
}

/** What narrows a list, in the query of its address. */
export type ApiFilter = { format: 'date' | 'id'; words: string; required?: true }

export type ApiResource = {
  scope: ApiScope
  /** Of one of them: `person`. */
  one: string
  words: string
  fields: Readonly<Record<string, ApiField>>
  filters: Readonly<Record<string, ApiFilter>>
}

const raw = (text: string) => () => sql.raw(text)
const text = (words: string, from: string): ApiField => ({ type: 'string', words, from: raw(from) })
const maybe = (field: ApiField): ApiField => ({ ...field, nullable: true })
const moment = (words: string, from: string): ApiField => ({
  ...text(words, from),
  format: 'date-time',
})
const day = (words: string, from: string): ApiField => ({ ...text(words, from), format: 'date' })
const whole = (words: string, from: string): ApiField => ({
  type: 'integer',
  words,
  from: raw(from),
})
const truth = (words: string, from: ApiField['from']): ApiField => ({
  type: 'boolean',
  words,
  from,
})
const oneOf = (words: string, from: string, of: readonly string[]): ApiField => ({
  ...text(words, from),
  of,
})

const from: ApiFilter = { format: 'date', words: 'The first day, in the time zone of the studio.' }
const until: ApiFilter = { format: 'date', words: 'The last day, at most 62 days after the first.' }
const person: ApiFilter = { format: 'id', words: 'Only those of this person.' }

export const apiResources = {
  people: {
    scope: 'people',
    one: 'person',
    words: 'Everyone the studio knows: members, past members, leads and staff, by id.',
    filters: {},
    fields: {
      id: text('Stays the same for good.', 'person.id'),
      name: text('Full name.', 'person.name'),
      preferred_name: text('What coaches call them; often empty.', 'person.preferred_name'),
      email: text('Empty where none is known.', 'person.email'),
      phone: text('International, with +; empty where none is known.', 'person.phone'),
      birth_date: maybe(day('Day of birth.', 'person.birth_date')),
      tags: {
        type: 'list',
        words: 'What the studio sorts people by, in lower case.',
        from: raw('person.tags'),
      },
      joined_on: day('When the relation began.', 'person.joined_on'),
      last_visit_at: maybe(
        moment('Start of the latest class they came to.', 'person.last_visit_at'),
      ),
      member_until: maybe(
        day(
          'Last day of their memberships; 9999-12-31 while one renews, null without any.',
          "nullif(person.member_until, '')",
        ),
      ),
      is_lead: truth('Known as a lead only.', raw('person.prospect')),
      is_staff: truth('Works here.', raw('person.is_staff > 0')),
      is_archived: truth('Archived by the studio.', raw('person.archived_at IS NOT NULL')),
      email_news: truth(
        'News and offers may go to their email now: they agreed, are of age and have not ended it.',
        (ctx) => mayMarketSql(ctx, 'email'),
      ),
      text_news: truth('The same for texts to their phone.', (ctx) => mayMarketSql(ctx, 'sms')),
      created_at: moment('When the record was made.', 'person.created_at'),
    },
  },
  timetable: {
    scope: 'timetable',
    one: 'class',
    words:
      'Published classes and sessions of courses, workshops and events, by start. Without days: from today for a week.',
    filters: { from, until },
    fields: {
      id: text('Stays the same when it is moved.', 'o.id'),
      kind: oneOf('What it is.', 'o.kind', ['class', 'course', 'workshop', 'event']),
      name: text('What is taught.', 'class_type.name'),
      starts_at: moment('Start.', 'o.starts_at'),
      ends_at: moment('End.', 'o.ends_at'),
      time_zone: text('IANA name of the zone it is in.', 'o.time_zone'),
      coach: text('Who takes it.', "coalesce(coach.name, '')"),
      room: text('Room.', "coalesce(room.name, '')"),
      location: text('Location.', "coalesce(place.name, '')"),
      capacity: whole('Places.', 'o.capacity'),
      walk_ins: whole('Of these the last ones, which only the desk gives.', 'o.walk_ins'),
      booked: { type: 'integer', words: 'Places taken.', from: () => bookedCountSql },
      is_cancelled: truth('The studio cancelled it.', raw("o.state = 'cancelled'")),
    },
  },
  bookings: {
    scope: 'bookings',
    one: 'booking',
    words:
      'Bookings of classes that start within days, by start; or of one person, oldest first, within days where they are named. Name the days or the person.',
    filters: { from, until, person },
    fields: {
      id: text('Stays the same for good.', 'b.id'),
      class_id: text('Of the timetable.', 'b.occurrence_id'),
      class_name: text('What is taught.', 'class_type.name'),
      starts_at: moment('Start of the class.', 'o.starts_at'),
      person_id: text('Who comes.', 'b.person_id'),
      state: oneOf('What became of it.', 'b.state', bookingStates),
      created_at: moment('When it was booked.', 'b.created_at'),
      ended_at: maybe(moment('When it was cancelled or moved.', 'b.ended_at')),
    },
  },
  memberships: {
    scope: 'memberships',
    one: 'membership',
    words: 'Plans that people have or had, by person.',
    filters: { person },
    fields: {
      id: text('Stays the same for good.', 'held.id'),
      person_id: text('Who has it.', 'held.person_id'),
      plan: text('Name of the plan.', 'plan.name'),
      state: oneOf('What holds of it now.', 'held.state', membershipStates),
      starts_on: day('First day.', 'held.starts_on'),
      ends_on: maybe(day('Last day; null while it renews.', 'held.ends_on')),
      frozen_from: maybe(day('First day of the newest freeze.', 'held.frozen_from')),
      frozen_until: maybe(day('Its last day; null while it has none.', 'held.frozen_until')),
      next_bill_on: maybe(day('First day that no bill covers.', 'held.next_bill_on')),
    },
  },
  invoices: {
    scope: 'invoices',
    one: 'invoice',
    words:
      'Invoices and credit notes, by day and number. Amounts are in minor units: 1250 is 12.50.',
    filters: { from, until, person },
    fields: {
      id: text('Stays the same for good.', 'invoice.id'),
      kind: oneOf('What it is.', 'invoice.kind', ['invoice', 'credit_note']),
      number: text('As printed.', 'invoice.reference'),
      person_id: text('Whose account it is on.', 'invoice.person_id'),
      state: oneOf('What holds of it now.', 'invoice.state', invoiceStates),
      issued_on: day('Day of issue.', 'invoice.issued_on'),
      due_on: day('To be paid by.', 'invoice.due_on'),
      currency: text('ISO 4217.', 'invoice.currency'),
      total_minor: whole('With tax; negative for a credit note.', 'invoice.total_minor'),
      tax_minor: whole('Tax within it.', 'invoice.tax_minor'),
      credits_invoice_id: maybe(
        text('Of a credit note: what it takes back.', 'invoice.credits_invoice_id'),
      ),
    },
  },
} satisfies Record<ApiScope, ApiResource>
