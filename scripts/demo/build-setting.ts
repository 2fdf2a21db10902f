/**
 * The studio itself: its row in the directory, its rooms, ladders, class types, rules and what it
 * sells.
 */
import type { PolicyTimes } from '#app/domain/calendar/occurrence-times.ts'
import type { Row } from './insert-rows.ts'
import type { Chance } from './random.ts'
import type { ClassTypePlan, StudioPlan } from './studio-plan.ts'

export type Policy = PolicyTimes & {
  id: string
  name: string
  lateLosesCredit: boolean
  lateFeeMinor: number
  noShowFeeMinor: number
  waitlistLimit: number
  declineMinutes: number
  /** An open place is offered for so long; null where it is booked at once. */
  offerMinutes: number | null
  reconcileMinutes: number
}

export type Ladder = { id: string; levels: { id: string; name: string; rung: number }[] }

export type ClassType = ClassTypePlan & {
  id: string
  disciplineId: string
  roomId: string
  places: number
  rules: Policy
  minimumRung: number
}

export type Setting = {
  studioId: string
  ladders: Map<string, Ladder>
  classTypes: Map<string, ClassType>
  plans: { unlimited: string; weekly: string }
  packages: { ten: string; five: string }
  /** The policy under which an open place is offered. */
  offers: Policy
  /** Rows for the shard, by table. */
  rows: Record<string, Row[]>
}

/** When the demo studios opened their books. */
export const openedAt = '2024-01-08T09:00:00Z'

export function studioRow(plan: StudioPlan, id: string): Row {
  const { studio } = plan
  return {
    id,
    slug: studio.slug,
    name: studio.name,
    legal_name: studio.legalName,
    shard: studio.shard,
    state: 'open',
    listed: 1,
    time_zone: studio.timeZone,
    currency: studio.currency,
    locale: studio.locale,
    town: studio.town,
    address: studio.address,
    contact_email: studio.contactEmail,
    contact_phone: studio.contactPhone,
    disciplines: studio.disciplines,
    hue: studio.hue,
    chroma: studio.chroma,
    colour: studio.colour,
    logo: studio.logo,
    plan_state: studio.planState,
    plan: studio.plan,
    created_at: openedAt,
  }
}

const belts: Record<string, string> = {
  White: '#ffffff',
  Yellow: 'var(--yellow-500)',
  Green: 'var(--green-500)',
  Blue: 'var(--blue-500)',
  Purple: '#7e57c2',
  Brown: '#795548',
  Black: '#212121',
}
const shades = ['var(--teal-300)', 'var(--teal-500)', 'var(--teal-700)', 'var(--blue-700)']

const levelColour = (name: string, rung: number): string =>
  belts[name.split(' ')[0] ?? ''] ?? shades[rung - 1] ?? ''

export function buildSetting(plan: StudioPlan, studioId: string, chance: Chance): Setting {
  const locationId = chance.id()
  // Not drawn: what follows in the world stays as it is.
  const secondId = [...locationId].reverse().join('')
  const rooms = plan.rooms.map((room) => ({ id: chance.id(), ...room }))
  const ladders = new Map(
    plan.disciplines.map(({ name, levels }) => [
      name,
      {
        id: chance.id(),
        levels: levels.map((level, i) => ({ id: chance.id(), name: level, rung: i + 1 })),
      },
    ]),
  )
  const policies = [classesPolicy(plan, chance.id()), practicePolicy(chance.id())]
  // What came later leaves the chances of the rest as they were.
  policies.push(offersPolicy(policies[0]!, [...studioId].reverse().join('')))
  const classTypes = new Map(
    plan.classTypes.map((type): [string, ClassType] => {
      const ladder = ladders.get(type.discipline)!
      const room = rooms.find(({ name }) => name === type.room)!
      const rules = policies.find(({ name }) => name === (type.policy ?? 'Classes'))!
      const minimumRung = type.level
        ? ladder.levels.find(({ name }) => name === type.level)!.rung
        : 0
      const places = type.capacity ?? room.capacity
      return [
        type.name,
        {
          ...type,
          id: chance.id(),
          disciplineId: ladder.id,
          roomId: room.id,
          places,
          rules,
          minimumRung,
        },
      ]
    }),
  )
  const sold = soldRows(plan, studioId, chance)
  return {
    studioId,
    ladders,
    classTypes,
    plans: { unlimited: sold.plans[0]!.id, weekly: sold.plans[1]!.id },
    packages: { ten: sold.packages[0]!.id, five: sold.packages[1]!.id },
    offers: policies.find(({ offerMinutes }) => offerMinutes !== null)!,
    rows: {
      locations: [
        {
          id: locationId,
          studio_id: studioId,
          name: plan.studio.name,
          address: plan.studio.address,
          ...plan.home,
        },
        ...(plan.second ? [{ id: secondId, studio_id: studioId, ...plan.second }] : []),
      ],
      rooms: rooms.map(({ id, name, capacity, spotColumns = 0, location }) => ({
        id,
        studio_id: studioId,
        location_id: location ? secondId : locationId,
        name,
        capacity,
        spots: spotColumns > 0 ? Array.from({ length: capacity }, (_, i) => i + 1).join(',') : '',
        spot_columns: spotColumns,
      })),
      disciplines: [...ladders].map(([name, { id }], sort) => ({
        id,
        studio_id: studioId,
        name,
        sort,
      })),
      levels: [...ladders.values()].flatMap(({ id: disciplineId, levels }) =>
        levels.map(({ id, name, rung }) => ({
          id,
          studio_id: studioId,
          discipline_id: disciplineId,
          ladder_id: disciplineId,
          name,
          rung,
          colour: levelColour(name, rung),
          // The first is where people begin; each one after it takes longer.
          ask_classes: rung === 1 ? null : 10 * rung,
          ask_days: rung === 1 ? null : 30 * rung,
        })),
      ),
      ladders: [...ladders].map(([name, { id }]) => ({
        id,
        studio_id: studioId,
        discipline_id: id,
        name,
        refresh_days: 90,
        created_at: '',
      })),
      policies: policies.map((policy) => policyRow(policy, studioId)),
      class_types: [...classTypes.values()].map((type) => classTypeRow(type, ladders, studioId)),
      ...sold,
    },
  }
}

function classesPolicy(plan: StudioPlan, id: string): Policy {
  return {
    id,
    name: 'Classes',
    opensDays: 14,
    closesMinutes: 10,
    cancelMinutes: 12 * 60,
    lateLosesCredit: true,
    lateFeeMinor: plan.fees.lateMinor,
    noShowFeeMinor: plan.fees.noShowMinor,
    waitlistClosesMinutes: 120,
    waitlistLimit: 10,
    declineMinutes: 30,
    offerMinutes: null,
    blackoutFrom: '',
    blackoutUntil: '',
    reconcileMinutes: 120,
  }
}

function practicePolicy(id: string): Policy {
  return {
    id,
    name: 'Practice',
    opensDays: 14,
    closesMinutes: 0,
    cancelMinutes: 120,
    lateLosesCredit: false,
    lateFeeMinor: 0,
    noShowFeeMinor: 0,
    waitlistClosesMinutes: 60,
    waitlistLimit: 5,
    declineMinutes: 15,
    offerMinutes: null,
    blackoutFrom: '',
    blackoutUntil: '',
    reconcileMinutes: 120,
  }
}

/** As usual, but who is next on the waitlist says whether they come before they are booked. */
const offersPolicy = (usual: Policy, id: string): Policy => ({
  ...usual,
  id,
  name: 'Places on offer',
  offerMinutes: 6 * 60,
})

function policyRow(policy: Policy, studioId: string): Row {
  return {
    id: policy.id,
    studio_id: studioId,
    name: policy.name,
    version: 1,
    opens_days: policy.opensDays,
    closes_minutes: policy.closesMinutes,
    cancel_minutes: policy.cancelMinutes,
    late_keeps_credit: policy.lateLosesCredit ? 1 : 0,
    late_fee_minor: policy.lateFeeMinor,
    no_show_fee_minor: policy.noShowFeeMinor,
    waitlist_closes_minutes: policy.waitlistClosesMinutes,
    waitlist_limit: policy.waitlistLimit,
    decline_minutes: policy.declineMinutes,
    offer_minutes: policy.offerMinutes,
    blackout_from: policy.blackoutFrom,
    blackout_until: policy.blackoutUntil,
    reconcile_minutes: policy.reconcileMinutes,
    guest_limit: policy.name === 'Practice' ? 0 : 2,
    created_at: openedAt,
  }
}

function classTypeRow(type: ClassType, ladders: Map<string, Ladder>, studioId: string): Row {
  const level = ladders.get(type.discipline)!.levels.find(({ rung }) => rung === type.minimumRung)
  return {
    id: type.id,
    studio_id: studioId,
    name: type.name,
    short_name: type.shortName,
    discipline_id: type.disciplineId,
    description: type.description,
    minimum_level_id: level?.id ?? null,
    minutes: type.minutes,
    drop_in_minor: type.dropInMinor ?? null,
    cover: '',
    ...signOf(type),
  }
}

/** How a class type's sign is kept; empty without one. */
export const signOf = (type: ClassTypePlan | undefined) => ({
  icon: type?.sign ? `i-linear-${type.sign.icon}` : '',
  colour: type?.sign ? `var(--${type.sign.colour})` : '',
})

function soldRows({ studio, prices }: StudioPlan, studioId: string, chance: Chance) {
  const plan = (name: string, priceMinor: number, weeklyLimit: number | null) => ({
    id: chance.id(),
    studio_id: studioId,
    name,
    version: 1,
    price_minor: priceMinor,
    currency: studio.currency,
    interval: 'month',
    weekly_limit: weeklyLimit,
  })
  const pack = (name: string, credits: number, priceMinor: number, validDays: number) => ({
    id: chance.id(),
    studio_id: studioId,
    name,
    version: 1,
    credits,
    price_minor: priceMinor,
    currency: studio.currency,
    valid_days: validDays,
  })
  return {
    plans: [
      plan('Unlimited', prices.unlimitedMinor, null),
      plan('Two a week', prices.weeklyMinor, 2),
    ],
    packages: [
      pack('10-class pack', 10, prices.tenMinor, 90),
      pack('5-class pack', 5, prices.fiveMinor, 45),
    ],
  }
}
