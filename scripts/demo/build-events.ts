/** A showcase to come, with three kinds of tickets, a few orders and its run order. */
import { codeLetters } from '#app/domain/events/ticket-code.ts'
import { addMinutes, type Instant } from '#app/values/instant.ts'
import { addDays, instantOf, isoWeekday, type LocalDate } from '#app/values/zone.ts'
import type { People } from './build-people.ts'
import type { Setting } from './build-setting.ts'
import type { Row } from './insert-rows.ts'
import type { Chance } from './random.ts'
import type { StudioPlan } from './studio-plan.ts'

type Given = {
  plan: StudioPlan
  setting: Setting
  people: People
  /** Everything that is in the rooms already. */
  occurrences: readonly Row[]
  today: LocalDate
  now: Instant
  chance: Chance
}

const minutes = 120

const acts = [
  ['Opening', 'Beginner pole', 'Pole', 'Nils Frahm, Says', 6],
  ['Ana’s hoop', 'Ana Reyes', 'Aerial hoop', 'Agnes Obel, Riverside', 4],
  ['Duet', 'Ana Reyes, Ben Okoro', 'Pole', 'Portishead, Roads', 5],
  ['Interval', 'Everyone', '', '', 15],
  ['Closing', 'The coaches', 'Pole', 'Sylvan Esso, Coffee', 8],
] as const

/** A code as tickets have it, the same for each seed. */
const codeOf = (chance: Chance) =>
  Array.from({ length: 12 }, () => codeLetters[chance.between(0, 31)]).join('')

/** Rows by table; nothing where no Saturday evening is free. */
export function buildEvents({
  plan,
  setting,
  people,
  occurrences,
  today,
  now,
  chance,
}: Given): Record<string, Row[]> {
  const { studioId: studio_id } = setting
  const { timeZone, currency } = plan.studio
  const room = setting.rows.rooms!.reduce((most, one) =>
    Number(one.capacity) > Number(most.capacity) ? one : most,
  )
  const [policy, discipline] = [setting.rows.policies![0]!, setting.rows.disciplines![0]!]
  const coach = people.staff.find(({ name }) => plan.coaches.includes(name))!
  const saturday = addDays(today, 16 + ((6 - isoWeekday(addDays(today, 16)) + 7) % 7))
  const span = (date: LocalDate) => {
    const startsAt = instantOf(`${date}T19:00`, timeZone)
    return { localStart: `${date}T19:00`, startsAt, endsAt: addMinutes(startsAt, minutes) }
  }
  const when = [0, 7, 14]
    .map((days) => span(addDays(saturday, days)))
    .find(({ startsAt, endsAt }) =>
      occurrences.every(
        (other) =>
          (other.room_id !== room.id && other.coach_id !== coach.id) ||
          String(other.starts_at) >= endsAt ||
          String(other.ends_at) <= startsAt,
      ),
    )
  if (!when) return {}
  const { localStart, startsAt, endsAt } = when

  const id = chance.id()
  const capacity = Math.min(40, Number(room.capacity))
  const types = [
    {
      id: chance.id(),
      name: 'Early bird',
      price: 1_000,
      capacity: 10,
      until: addDays(today, 9),
      members: 0,
      most: 2,
    },
    {
      id: chance.id(),
      name: 'Adult',
      price: 1_400,
      capacity: null,
      until: null,
      members: 0,
      most: 6,
    },
    {
      id: chance.id(),
      name: 'Member',
      price: 800,
      capacity: null,
      until: null,
      members: 1,
      most: 2,
    },
  ]
  const [bird, adult, member] = types as [(typeof types)[0], (typeof types)[0], (typeof types)[0]]
  const { ana } = people
  const orders = [
    {
      person: ana.id,
      name: ana.name,
      email: ana.email,
      type: member,
      count: 2,
      pays: 'account',
      paid: false,
    },
    {
      person: null,
      name: 'Vera Lindqvist',
      email: 'vera.lindqvist@example.test',
      type: bird,
      count: 2,
      pays: 'door',
      paid: false,
    },
    {
      person: null,
      name: 'Tom Haddad',
      email: 'tom.haddad@example.test',
      type: adult,
      count: 3,
      pays: 'door',
      paid: true,
    },
  ].map((order, i) => ({ ...order, id: chance.id(), at: addMinutes(now, -60 * (30 - 9 * i)) }))
  const tickets = orders.flatMap((order) =>
    Array.from({ length: order.count }, () => ({ order, id: chance.id(), code: codeOf(chance) })),
  )
  return {
    class_types: [
      {
        id,
        studio_id,
        kind: 'event',
        name: 'Winter showcase',
        short_name: 'Showcase',
        discipline_id: discipline.id!,
        minutes,
        icon: 'i-linear-stars',
        colour: 'var(--pink-500)',
        minimum_level_id: null,
        drop_in_minor: null,
        description:
          'Two hours of what our members have worked on this autumn, with an interval and a drink after.',
      },
    ],
    occurrences: [
      {
        id,
        studio_id,
        kind: 'event',
        series_id: id,
        class_type_id: id,
        recurrence_key: localStart,
        room_id: room.id!,
        coach_id: coach.id,
        policy_id: policy.id!,
        starts_at: startsAt,
        ends_at: endsAt,
        time_zone: timeZone,
        local_start: localStart,
        capacity,
        cutoff_at: startsAt,
        closes_at: startsAt,
        opens_at: '1970-01-01T00:00:00Z',
        waitlist_closes_at: startsAt,
        waitlist_limit: 0,
        state: 'scheduled',
        cancel_reason: '',
        sequence: 0,
      },
    ],
    events: [
      {
        id,
        studio_id,
        class_type_id: id,
        state: 'on_sale',
        capacity,
        hold_minutes: 15,
        refund_hours: 48,
        refund_percent: 100,
        transferable: 1,
        version: 2,
        created_at: addMinutes(now, -60 * 24 * 12),
        notes: 'Doors open at 18:30. Shoes stay at the entrance.',
      },
    ],
    ticket_types: types.map((type, sort) => ({
      id: type.id,
      studio_id,
      event_id: id,
      name: type.name,
      price_minor: type.price,
      capacity: type.capacity,
      sales_from: null,
      sales_until: type.until ? instantOf(`${type.until}T23:59`, timeZone) : null,
      members_only: type.members,
      per_order: type.most,
      sort,
    })),
    ticket_orders: orders.map((order) => ({
      id: order.id,
      studio_id,
      event_id: id,
      person_id: order.person,
      buyer_name: order.name,
      buyer_email: order.email,
      state: 'confirmed',
      total_minor: order.type.price * order.count,
      currency,
      pays: order.pays,
      paid_at: order.paid ? order.at : null,
      dedupe_key: `demo:${order.id}`,
      token: `${chance.id()}${chance.id()}${chance.id()}`.slice(0, 24),
      created_at: order.at,
    })),
    tickets: tickets.map(({ order, id: ticketId, code }) => ({
      id: ticketId,
      studio_id,
      event_id: id,
      order_id: order.id,
      ticket_type_id: order.type.id,
      holder_name: order.name,
      holder_email: order.email,
      price_minor: order.type.price,
      state: 'valid',
      code,
    })),
    open_items: tickets
      .filter(({ order }) => order.pays === 'account')
      .map(({ order, id: subject_id }) => ({
        id: chance.id(),
        studio_id,
        person_id: order.person,
        kind: 'ticket',
        subject_id,
        currency,
        amount_minor: order.type.price,
        working: `Winter showcase: ${order.type.name}`,
        state: 'open',
        dedupe_key: `ticket:${subject_id}`,
        created_at: order.at,
      })),
    run_order_items: acts.map(([title, performers, apparatus, music, length], i) => ({
      id: chance.id(),
      studio_id,
      event_id: id,
      sort: i + 1,
      title,
      performers,
      apparatus,
      music,
      minutes: length,
    })),
  }
}
