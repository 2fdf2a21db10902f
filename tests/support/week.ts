/**
 * A week of Northside from Tuesday 13 October 2026 with a class in every state, for tests of the
 * member's pages.
 */
import { and, eq } from 'drizzle-orm'
import { batch, type Statement } from '#app/db/batch.server.ts'
import { bookings } from '#app/db/studio/bookings.ts'
import { entries, lots, memberships, packages, plans } from '#app/db/studio/entitlements.ts'
import { people, personLevels } from '#app/db/studio/people.ts'
import {
  classTypes,
  disciplines,
  ladders,
  levels,
  locations,
  occurrences,
  policies,
  rooms,
  series,
} from '#app/db/studio/scheduling.ts'
import { occurrenceTimes } from '#app/domain/calendar/occurrence-times.ts'
import type { Studio } from '#app/domain/scope/studio.ts'
import { newId } from '#app/values/id.ts'
import { type MintedAccount, mintAccount } from './accounts.ts'
import type { TestDatabases } from './databases.ts'
import { mintStudio } from './studios.ts'
import { coachNames, kinds, places, planned, policyFacts } from './week-plan.ts'

/** Tuesday 13 October 2026, 12:10 in London. */
export const weekNow = '2026-10-13T11:10:00Z'

export type Week = {
  studio: Studio
  ana: MintedAccount & { personId: string }
  cleo: MintedAccount & { personId: string }
  /** Id of the occurrence that starts then; the first of a kind where several do. */
  at(localStart: string): string
  /** Ana's own booking there. */
  bookingAt(localStart: string): string
}

/**
 * Inserts the studio, its week, Ana (5 and 10 credits, yoga unlimited, level 2 in pole) and Cleo,
 * who holds nothing.
 */
export async function mintWeek(
  databases: TestDatabases,
  facts: Partial<Studio> = {},
): Promise<Week> {
  const studio = await mintStudio(databases, facts)
  const db = databases.shard(studio.shard as 0 | 1)
  const studioId = studio.id
  const id = Object.fromEntries(
    [
      ...Object.keys(kinds),
      ...Object.keys(coachNames),
      'yoga',
      'pole',
      'aerial',
      'yogaRoom',
      'poleRoom',
      'aerialRoom',
      'policy',
      'place',
      'plan',
      'five',
      'ten',
    ].map((name) => [name, newId()]),
  ) as Record<string, string>
  const createdAt = '2026-09-01T09:00:00Z'
  const statements: Statement[] = [
    db.insert(locations).values({ id: id.place!, studioId, name: 'Canal Row' }),
    db
      .insert(policies)
      .values({ id: id.policy!, studioId, name: 'Classes', version: 1, createdAt, ...policyFacts }),
    db.insert(rooms).values([
      { id: id.yogaRoom!, studioId, locationId: id.place!, name: 'yoga room', capacity: 20 },
      { id: id.poleRoom!, studioId, locationId: id.place!, name: 'pole studio', capacity: 12 },
      { id: id.aerialRoom!, studioId, locationId: id.place!, name: 'aerial studio', capacity: 8 },
    ]),
    db.insert(disciplines).values([
      { id: id.pole!, studioId, name: 'Pole', sort: 1 },
      { id: id.aerial!, studioId, name: 'Aerial', sort: 2 },
      { id: id.yoga!, studioId, name: 'Yoga', sort: 3 },
    ]),
    db.insert(ladders).values({
      id: id.pole!,
      studioId,
      disciplineId: id.pole!,
      name: 'Pole',
      createdAt: weekNow,
    }),
    db.insert(levels).values(
      [1, 2, 3].map((rung) => ({
        id: `${id.pole}${rung}`,
        studioId,
        disciplineId: id.pole!,
        ladderId: id.pole!,
        name: `Level ${rung}`,
        rung,
      })),
    ),
    ...Object.entries(coachNames).map(([coach, name]) =>
      db.insert(people).values({
        id: id[coach]!,
        studioId,
        name,
        isStaff: true,
        joinedOn: '2024-01-01',
        createdAt,
      }),
    ),
    ...Object.entries(kinds).map(([kind, [name, discipline, , , minutes]]) =>
      db.insert(classTypes).values({
        id: id[kind]!,
        studioId,
        name,
        shortName: name.slice(0, 12),
        disciplineId: id[discipline]!,
        minutes,
        description: `${name} for everybody who likes to move. Bring water and bare feet.`,
        minimumLevelId: ['pole2', 'pole3'].includes(kind) ? `${id.pole}${kind.slice(4)}` : null,
      }),
    ),
    ...Object.entries(kinds).map(([kind, [, , room, coach, minutes]]) =>
      db.insert(series).values({
        id: `s${id[kind]}`,
        studioId,
        classTypeId: id[kind]!,
        roomId: id[room]!,
        coachId: id[coach]!,
        policyId: id.policy!,
        firstStart: '2026-10-01T07:00',
        timeZone: studio.timeZone,
        rrule: '',
        minutes,
        capacity: places.capacity,
        createdAt,
      }),
    ),
    db.insert(plans).values({
      id: id.plan!,
      studioId,
      name: 'Yoga unlimited',
      version: 1,
      priceMinor: 9000,
      currency: 'GBP',
      interval: 'month',
      covers: id.yoga!,
    }),
    db.insert(packages).values([
      {
        id: id.five!,
        studioId,
        name: 'Autumn five',
        version: 1,
        credits: 5,
        priceMinor: 5500,
        currency: 'GBP',
        validDays: 30,
      },
      {
        id: id.ten!,
        studioId,
        name: '10-class pack',
        version: 1,
        credits: 10,
        priceMinor: 12000,
        currency: 'GBP',
        validDays: 90,
      },
    ]),
  ]
  const waiting = Array.from({ length: 20 }, (_, i) => `${id.plan}x${i}`)
  const ana = await mintAccount(databases, { studio, name: 'Ana Reyes' })
  const cleo = await mintAccount(databases, { studio, name: 'Cleo Bird' })
  const anaId = ana.personId!
  statements.push(
    db.insert(personLevels).values({
      studioId,
      personId: anaId,
      disciplineId: id.pole!,
      levelId: `${id.pole}2`,
      since: '2026-05-01',
    }),
    db.insert(memberships).values({
      id: newId(),
      studioId,
      personId: anaId,
      planId: id.plan!,
      state: 'active',
      startsOn: '2026-09-01',
      purchasedAt: createdAt,
    }),
    db.insert(lots).values([
      {
        id: `${id.five}l`,
        studioId,
        personId: anaId,
        packageId: id.five!,
        startsOn: '2026-10-01',
        expiresOn: '2026-10-31',
        purchasedAt: '2026-10-01T09:00:00Z',
      },
      {
        id: `${id.ten}l`,
        studioId,
        personId: anaId,
        packageId: id.ten!,
        startsOn: '2026-09-01',
        expiresOn: '2026-11-30',
        purchasedAt: createdAt,
      },
    ]),
    db.insert(entries).values([
      { studioId, personId: anaId, lotId: `${id.five}l`, kind: 'grant', amount: 2, createdAt },
      { studioId, personId: anaId, lotId: `${id.ten}l`, kind: 'grant', amount: 6, createdAt },
    ]),
  )
  const made = new Map<string, string>()
  const own = new Map<string, string>()
  for (const [localStart, kind, booked, waits = 0, special = {}] of planned) {
    const [, , room, coach, minutes] = kinds[kind]
    const occurrenceId = newId()
    made.set(localStart, occurrenceId)
    const times = occurrenceTimes({
      localStart,
      minutes,
      timeZone: studio.timeZone,
      policy: policyFacts,
    })
    statements.push(
      db.insert(occurrences).values({
        id: occurrenceId,
        studioId,
        seriesId: `s${id[kind]}`,
        recurrenceKey: localStart,
        classTypeId: id[kind]!,
        roomId: id[room]!,
        coachId: id[special.instead ?? coach]!,
        substitutedCoachId: special.instead ? id[coach]! : null,
        policyId: id.policy!,
        timeZone: studio.timeZone,
        ...places,
        ...times,
        state: special.cancelled ? 'cancelled' : 'scheduled',
        cancelReason: special.cancelled ?? '',
      }),
    )
    const row = (personId: string, state: 'booked' | 'waitlisted') => {
      const bookingId = newId()
      if (personId === anaId) own.set(localStart, bookingId)
      const paid = state === 'booked' && personId === anaId ? { lotId: `${id.five}l` } : {}
      return {
        id: bookingId,
        studioId,
        occurrenceId,
        personId,
        state,
        policyId: id.policy!,
        createdAt,
        ...paid,
      }
    }
    const seated = waiting
      .slice(0, booked - (special.mine === 'booked' ? 1 : 0))
      .map((person) => row(person, 'booked'))
    if (special.mine === 'booked') seated.push(row(anaId, 'booked'))
    const queued = waiting.slice(9, 9 + waits).map((person) => row(person, 'waitlisted'))
    if (special.mine === 'waitlisted')
      queued.push(row(anaId, 'waitlisted'), row(waiting[19]!, 'waitlisted'))
    for (const values of special.cancelled ? [] : [...seated, ...queued])
      statements.push(db.insert(bookings).values(values))
  }
  await batch(db, Object.fromEntries(statements.map((statement, i) => [`s${i}`, statement])))
  const found = (map: Map<string, string>, key: string) => {
    const value = map.get(key)
    if (!value) throw new Error(`Nothing at ${key}`)
    return value
  }
  return {
    studio,
    ana: { ...ana, personId: anaId },
    cleo: { ...cleo, personId: cleo.personId! },
    at: (localStart) => found(made, localStart),
    bookingAt: (localStart) => found(own, localStart),
  }
}

/** Adds bookable classes until the seven days from `weekNow` hold `count`. */
export async function fillWeek(databases: TestDatabases, week: Week, count: number): Promise<void> {
  const db = databases.shard(week.studio.shard as 0 | 1)
  const models = await db
    .select()
    .from(occurrences)
    .where(and(eq(occurrences.studioId, week.studio.id), eq(occurrences.state, 'scheduled')))
  const missing = count - planned.filter(([localStart]) => localStart < '2026-10-20').length
  const copies = Array.from({ length: missing }, (_, i) => {
    const localStart = `2026-10-${14 + (i % 5)}T${13 + Math.floor(i / 5)}:40`
    const times = occurrenceTimes({
      localStart,
      minutes: 30,
      timeZone: week.studio.timeZone,
      policy: policyFacts,
    })
    return db
      .insert(occurrences)
      .values({ ...models[i % models.length]!, ...times, id: newId(), recurrenceKey: localStart })
  })
  await batch(db, Object.fromEntries(copies.map((statement, i) => [`s${i}`, statement])))
}
