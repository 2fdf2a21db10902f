/**
 * Time with a coach, and what is in the rooms: a truthful few, dated from the day of seeding.
 */
import { addMinutes, type Instant } from '#app/values/instant.ts'
import { addDays, instantOf, isoWeekday, type LocalDate, wallTime } from '#app/values/zone.ts'
import type { People } from './build-people.ts'
import type { Setting } from './build-setting.ts'
import type { Occurrence } from './build-timetable.ts'
import type { Row } from './insert-rows.ts'
import type { Chance } from './random.ts'
import type { StudioPlan } from './studio-plan.ts'

type Given = {
  plan: StudioPlan
  setting: Setting
  people: People
  occurrences: Occurrence[]
  today: LocalDate
  now: Instant
  chance: Chance
}

const types = [
  {
    name: 'Private lesson',
    short: 'Private',
    minutes: 60,
    priceMinor: 5_500,
    people: 2,
    per: 'person',
    ask: 0,
  },
  {
    name: 'Technique check',
    short: 'Technique',
    minutes: 30,
    priceMinor: 2_800,
    people: 1,
    per: 'session',
    ask: 1,
  },
] as const

/** Rows by table; what other builders make of the same table is put before these. */
export function buildAppointments({
  plan,
  setting,
  people,
  occurrences,
  today,
  now,
  chance,
}: Given): Record<string, Row[]> {
  const { studioId } = setting
  const { timeZone, currency } = plan.studio
  const coaches = people.staff.filter(({ name }) => plan.coaches.slice(0, 2).includes(name))
  const rooms = setting.rows.rooms!
  const policy = setting.rows.policies![0]!
  const discipline = setting.rows.disciplines![0]!
  const made = types.map((type) => ({ ...type, id: chance.id() }))
  const [lesson, check] = made as [(typeof made)[number], (typeof made)[number]]

  // Mornings, when no class is on: each coach has a room of their own.
  const spots = coaches.flatMap((coach, i) =>
    [1, 2, 3].map((days) => ({
      coach,
      room: rooms[i % rooms.length]!,
      date: addDays(today, days),
      days,
    })),
  )
  const wanted = spots.filter(({ date }) => isoWeekday(date) <= 5).slice(0, 3)
  const crowd = people.crowd.slice(-3)
  const booked = wanted.flatMap(({ coach, room, date }, i) => {
    const type = i === 2 ? check : lesson
    const startsAt = instantOf(`${date}T10:00`, timeZone)
    const endsAt = addMinutes(startsAt, type.minutes)
    const free = !occurrences.some(
      (other) =>
        other.startsAt < endsAt &&
        other.endsAt > startsAt &&
        (other.coachId === coach.id || other.type.roomId === room.id),
    )
    return free
      ? [
          {
            id: chance.id(),
            bookingId: chance.id(),
            itemId: chance.id(),
            type,
            coach,
            room,
            startsAt,
            endsAt,
            person: crowd[i]!,
          },
        ]
      : []
  })
  const state = ({ type }: (typeof booked)[number]) => (type.ask ? 'requested' : 'confirmed')
  const price = ({ type }: (typeof booked)[number]) => type.priceMinor
  return {
    class_types: made.map(({ id, name, short, minutes }) => ({
      id,
      studio_id: studioId,
      kind: 'appointment',
      name,
      short_name: short,
      discipline_id: discipline.id!,
      minutes,
      description:
        name === 'Private lesson'
          ? 'One hour for what you want to work on.'
          : 'Half an hour on one move.',
      minimum_level_id: null,
      drop_in_minor: null,
    })),
    appointment_types: made.map(({ id, priceMinor, people: most, per, ask }) => ({
      id,
      studio_id: studioId,
      price_minor: priceMinor,
      price_per: per,
      people: most,
      buffer_before: 0,
      buffer_after: 15,
      notice_minutes: 12 * 60,
      ahead_days: 28,
      grid_minutes: 15,
      approval: ask,
      policy_id: policy.id!,
      package_ids: '',
      room_ids: rooms.map((room) => room.id).join(','),
      coach_ids: coaches.map((coach) => coach.id).join(','),
    })),
    availability: coaches.flatMap(({ id }) =>
      [1, 2, 3, 4, 5].map((weekday) => ({
        id: chance.id(),
        studio_id: studioId,
        coach_id: id,
        weekday,
        from: '09:00',
        until: '13:00',
        time_zone: timeZone,
      })),
    ),
    appointments: booked.map((one) => ({
      id: one.id,
      studio_id: studioId,
      type_id: one.type.id,
      person_id: one.person.id,
      state: state(one),
      price_minor: price(one),
      created_at: now,
      created_by: 'system',
    })),
    occurrences: booked.map((one) => ({
      id: one.id,
      studio_id: studioId,
      kind: 'appointment',
      series_id: one.id,
      class_type_id: one.type.id,
      recurrence_key: wallTime(one.startsAt, timeZone),
      local_start: wallTime(one.startsAt, timeZone),
      room_id: one.room.id!,
      coach_id: one.coach.id,
      policy_id: policy.id!,
      starts_at: one.startsAt,
      ends_at: one.endsAt,
      busy_from: one.startsAt,
      busy_until: addMinutes(one.endsAt, 15),
      time_zone: timeZone,
      capacity: one.type.people,
      cutoff_at: addMinutes(one.startsAt, -Number(policy.cancel_minutes)),
      opens_at: '1970-01-01T00:00:00Z',
      closes_at: one.startsAt,
      waitlist_closes_at: one.startsAt,
      waitlist_limit: 0,
      cancel_reason: '',
      sequence: 0,
      state: one.type.ask ? 'held' : 'scheduled',
      held_until: one.type.ask ? one.startsAt : null,
    })),
    bookings: booked.map((one) => ({
      id: one.bookingId,
      studio_id: studioId,
      occurrence_id: one.id,
      person_id: one.person.id,
      state: 'booked',
      policy_id: policy.id!,
      created_at: now,
    })),
    open_items: booked
      .filter(({ type }) => !type.ask)
      .map((one) => ({
        id: one.itemId,
        studio_id: studioId,
        person_id: one.person.id,
        kind: 'appointment',
        subject_id: one.id,
        currency,
        amount_minor: price(one),
        working: one.type.name,
        state: 'open',
        dedupe_key: `appointment:${one.id}`,
        created_at: now,
      })),
    ...equipmentRows(
      { studioId, rooms, today, chance },
      (name) => setting.classTypes.get(name)?.id ?? lesson.id,
    ),
  }
}

/** Who needs what: mats are shared by all rooms, so classes at the same time have 22 together. */
const equipmentPlan = [
  {
    name: 'Poles',
    room: 0,
    quantity: 12,
    inspect: 180,
    ago: 170,
    needs: ['Pole 1', 'Pole 2: spins', 'Pole 3', 'Inverts', 'Pole jam'],
  },
  {
    name: 'Aerial hoops',
    room: 1,
    quantity: 8,
    inspect: 90,
    ago: 20,
    needs: ['Aerial hoop 1', 'Aerial hoop 2'],
  },
  {
    name: 'Mats',
    room: null,
    quantity: 22,
    inspect: null,
    ago: 40,
    needs: ['Slow flow', 'Yin yoga', 'Restorative', 'Chair dance', 'Private lesson'],
  },
  // No class type needs them; a workout with goblet squats does, and there are few.
  { name: 'Kettlebells', room: null, quantity: 4, inspect: null, ago: 40, needs: [] },
] as const

function equipmentRows(
  {
    studioId,
    rooms,
    today,
    chance,
  }: { studioId: string; rooms: readonly Row[]; today: LocalDate; chance: Chance },
  typeOf: (name: string) => string,
): Record<'equipment' | 'equipment_needs', Row[]> {
  const backwards = [...studioId].reverse().join('')
  const made = equipmentPlan.map((one, i) => ({
    ...one,
    // What came later leaves the chances of the rest as they were.
    id: one.room === null ? backwards.slice(0, -1) + i : chance.id(),
  }))
  return {
    equipment: made.map(({ id, name, room, quantity, inspect, ago }) => ({
      id,
      studio_id: studioId,
      name,
      room_id: room === null ? null : (rooms[room] ?? rooms[0]!).id!,
      quantity,
      inspect_days: inspect,
      inspected_on: addDays(today, -ago),
      due_on: inspect === null ? null : addDays(today, inspect - ago),
      defect: '',
      out_of_service: 0,
    })),
    equipment_needs: made.flatMap(({ id, needs }) =>
      needs.map((name) => ({
        studio_id: studioId,
        equipment_id: id,
        class_type_id: typeOf(name),
      })),
    ),
  }
}
