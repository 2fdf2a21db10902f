/**
 * One believable studio for tests: Northside with its rooms, disciplines, ladder, class types and a
 * coach, and Ana (holds an unlimited membership), Ben (a 10-pack) and Cleo (nothing). `world()`
 * makes a fresh one each time, on the shards in turn, so tests of one file do not meet. Everything
 * goes through the same use cases as the product where there is one.
 */

import type { InferInsertModel } from 'drizzle-orm'
import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import * as tables from '#app/db/studio/schema.ts'
import {
  grantLotStatements,
  grantMembershipStatement,
} from '#app/domain/entitlements/ledger.server.ts'
import { addFreezeStatement } from '#app/domain/entitlements/membership-statements.server.ts'
import { createSeries } from '#app/domain/scheduling/series/create-series.server.ts'
import type { MemberContext, StudioContext } from '#app/domain/scope/contexts.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import type { Studio } from '#app/domain/scope/studio.ts'
import { newId } from '#app/values/id.ts'
import type { Instant } from '#app/values/instant.ts'
import { addDays, type LocalDate, type LocalDateTime, localDate } from '#app/values/zone.ts'
import { databases } from './databases.ts'

export type Person = { id: string; userId: string; name: string; email: string }
type Policy = Partial<InferInsertModel<typeof tables.policies>>

export type WorldOptions = {
  zone?: string
  currency?: string
  locale?: string
  now?: Instant
  policy?: Policy
}

/** Monday 1 June 2026, 08:00 UTC: before every class the stories tell of. */
export const worldBegins: Instant = '2026-06-01T08:00:00Z'

let made = 0

export async function world(options: WorldOptions = {}) {
  const {
    zone = 'Europe/London',
    currency = 'GBP',
    locale = 'en-GB',
    now: begins = worldBegins,
  } = options
  const { shard: shardOf, meter, env, directory } = await databases()
  const shard = (made++ % 2) as 0 | 1
  const db = shardOf(shard)
  const studio: Studio = {
    id: newId(),
    slug: `northside-${made}`,
    name: 'Northside',
    legalName: 'Northside Studios Ltd',
    shard,
    state: 'open',
    listed: true,
    timeZone: zone,
    currency,
    locale,
    town: 'Leeds',
    address: '14 Canal Row',
    contactEmail: 'hello@northside.test',
    contactPhone: '+44 113 496 0140',
    disciplines: 'pole, yoga',
    hue: 335,
    chroma: 130,
    colour: '',
    logo: '',
    portal: '',
    featuresOff: '',
    menu: '',
    maintenance: '',
    weekStart: 1,
    weightUnit: '',
    peakHours: '',
    planState: '',
    plan: '',
  }
  /** The studio at an instant, for use cases that nobody in particular asks for. */
  const at = (now: Instant): StudioContext => ({
    db,
    studio,
    now,
    nowMs: Date.parse(now),
    origin: 'https://cadence.test',
    secret: 'of the tests',
  })
  /** A person acting for themselves at an instant. */
  const asMember = (person: Person, now: Instant = begins): MemberContext => ({
    ...at(now),
    person: { id: person.id },
    actor: { userId: person.userId, name: person.name, role: 'member' },
  })

  /** The front desk at work at an instant; Hana by name, so that the audit can be read. */
  const asDesk = (now: Instant, name = 'Hana Desk'): StaffContext => ({
    ...at(now),
    actor: { userId: 'hana', name, role: 'front_desk' },
  })

  const s = { studioId: studio.id }
  const [
    locationId,
    roomId,
    pole,
    yoga,
    poleType,
    yogaType,
    policyId,
    unlimitedPlan,
    twoAWeek,
    tenPack,
  ] = Array.from({ length: 10 }, newId) as [
    string,
    string,
    string,
    string,
    string,
    string,
    string,
    string,
    string,
    string,
  ]
  const levelIds = [newId(), newId(), newId()] as const
  await batch(db, {
    location: db.insert(tables.locations).values({ ...s, id: locationId, name: 'Canal Row' }),
    room: db
      .insert(tables.rooms)
      .values({ ...s, id: roomId, locationId, name: 'pole studio', capacity: 300 }),
    disciplines: db.insert(tables.disciplines).values([
      { ...s, id: pole, name: 'Pole' },
      { ...s, id: yoga, name: 'Yoga' },
    ]),
    ladders: db
      .insert(tables.ladders)
      .values({ ...s, id: pole, disciplineId: pole, name: 'Pole', createdAt: '' }),
    levels: db.insert(tables.levels).values(
      levelIds.map((id, i) => ({
        ...s,
        id,
        disciplineId: pole,
        ladderId: pole,
        name: `Level ${i + 1}`,
        rung: i + 1,
      })),
    ),
    types: db.insert(tables.classTypes).values([
      {
        ...s,
        id: poleType,
        name: 'Pole 2: spins',
        shortName: 'Pole 2',
        disciplineId: pole,
        minutes: 60,
      },
      { ...s, id: yogaType, name: 'Yin yoga', shortName: 'Yin', disciplineId: yoga, minutes: 60 },
    ]),
    policy: db.insert(tables.policies).values({
      ...s,
      id: policyId,
      name: 'Classes',
      version: 1,
      opensDays: 0,
      closesMinutes: 0,
      cancelMinutes: 720,
      lateLosesCredit: true,
      lateFeeMinor: 500,
      noShowFeeMinor: 1_000,
      waitlistClosesMinutes: 120,
      waitlistLimit: 10,
      declineMinutes: 30,
      createdAt: begins,
      ...options.policy,
    }),
    plans: db.insert(tables.plans).values([
      {
        ...s,
        id: unlimitedPlan,
        name: 'Unlimited',
        version: 1,
        priceMinor: 9_000,
        currency,
        interval: 'month',
      },
      {
        ...s,
        id: twoAWeek,
        name: 'Two a week',
        version: 1,
        priceMinor: 6_000,
        currency,
        interval: 'month',
        weeklyLimit: 2,
      },
    ]),
    packages: db.insert(tables.packages).values({
      ...s,
      id: tenPack,
      name: '10-class pack',
      version: 1,
      credits: 10,
      priceMinor: 12_000,
      currency,
      validDays: 180,
    }),
  })

  /** Someone new who holds nothing. */
  async function givenPerson(name: string, more: { isStaff?: boolean } = {}): Promise<Person> {
    const [person] = await givenPeople([name], more)
    return person!
  }

  /** Several new people in one statement. */
  async function givenPeople(
    names: readonly string[],
    more: { isStaff?: boolean } = {},
  ): Promise<Person[]> {
    const people = names.map((name) => ({
      id: newId(),
      userId: crypto.randomUUID(),
      name,
      email: `${name.toLowerCase().replace(/\W+/g, '.')}@example.test`,
    }))
    // At most 100 bound parameters a statement.
    for (let i = 0; i < people.length; i += 4) {
      await db
        .insert(tables.people)
        .values(
          people
            .slice(i, i + 4)
            .map((p) => ({ ...s, ...p, ...more, joinedOn: '2026-01-01', createdAt: begins })),
        )
    }
    return people
  }

  /** A purchase of credits; answers the lot's id. */
  async function givePack(
    person: Person,
    { credits = 10, expiresOn, startsOn = '2026-01-01', at: when = begins }: PackOptions = {},
  ): Promise<string> {
    const id = newId()
    const until = expiresOn ?? addDays(localDate(when, zone), 180)
    const lot = { id, personId: person.id, packageId: tenPack, credits, startsOn, expiresOn: until }
    await batch(db, grantLotStatements(at(when), lot))
    return id
  }

  /** A membership from 1 January 2026; `weekly` has two classes a week. Answers its id. */
  async function giveMembership(person: Person, more: MembershipOptions = {}): Promise<string> {
    const { weekly = false, frozenFrom, frozenUntil = null, ...dates } = more
    const id = newId()
    const planId = weekly ? twoAWeek : unlimitedPlan
    await grantMembershipStatement(at(begins), {
      id,
      personId: person.id,
      planId,
      startsOn: '2026-01-01',
      ...dates,
    })
    if (frozenFrom) {
      const freeze = { id: newId(), membershipId: id, from: frozenFrom, until: frozenUntil }
      await addFreezeStatement(at(begins), freeze, sql`1`)
    }
    return id
  }

  /** One class; answers its occurrence id. */
  async function givenClass(options: ClassOptions = {}): Promise<string> {
    const [id] = await givenSeries({ ...options, rrule: '' })
    return id!
  }

  /** A series; answers the ids of its occurrences in order. */
  async function givenSeries({
    localStart = '2026-10-15T18:30',
    at: when = begins,
    ...more
  }: ClassOptions) {
    const {
      rrule = '',
      capacity = 12,
      minutes = 60,
      discipline = 'pole',
      exceptDates,
      policyId: under = policyId,
    } = more
    const created = await createSeries(at(when), {
      classTypeId: discipline === 'pole' ? poleType : yogaType,
      roomId,
      coachId: coach.id,
      policyId: under,
      firstStart: localStart,
      rrule,
      minutes,
      capacity,
      // Classes of a story meet where the story wants it.
      anyway: true,
      ...(exceptDates ? { exceptDates } : {}),
    })
    if (!created.ok) throw new Error(`The class was refused: ${created.reason}`)
    const rows = await db.all<{ id: string }>(sql`
      SELECT id FROM occurrences WHERE studio_id = ${studio.id} AND series_id = ${created.seriesId} ORDER BY starts_at`)
    return rows.map((row) => row.id)
  }

  const coach = await givenPerson('Dee Coach', { isStaff: true })
  const [ana, ben, cleo] = (await givenPeople(['Ana Reyes', 'Ben Okoro', 'Cleo Park'])) as [
    Person,
    Person,
    Person,
  ]
  const anaMembership = await giveMembership(ana)
  const benLot = await givePack(ben, { expiresOn: '2026-12-31' })

  return {
    db,
    env,
    directory,
    meter,
    studio,
    shard,
    at,
    asMember,
    asDesk,
    givenPerson,
    givenPeople,
    givePack,
    giveMembership,
    givenClass,
    givenSeries,
    ana,
    ben,
    cleo,
    coach,
    anaMembership,
    benLot,
    ids: {
      roomId,
      pole,
      yoga,
      poleType,
      yogaType,
      policyId,
      levelIds,
      unlimitedPlan,
      twoAWeek,
      tenPack,
    },
  }
}

export type World = Awaited<ReturnType<typeof world>>
type PackOptions = { credits?: number; expiresOn?: LocalDate; startsOn?: LocalDate; at?: Instant }
type MembershipOptions = {
  weekly?: boolean
  startsOn?: LocalDate
  endsOn?: LocalDate
  frozenFrom?: LocalDate
  frozenUntil?: LocalDate
}
type ClassOptions = {
  /** Wall time in the studio's zone. */
  localStart?: LocalDateTime
  capacity?: number
  minutes?: number
  discipline?: 'pole' | 'yoga'
  rrule?: string
  exceptDates?: LocalDate[]
  policyId?: string
  /** When it was put on the timetable; a series reaches 8 weeks further. */
  at?: Instant
}
