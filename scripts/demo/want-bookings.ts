/**
 * Who wants which class, when they say so and whether they change their mind. Whether they get it
 * is for the product to say (`play-classes.ts`).
 */
import { overlap } from '#app/domain/bookings/availability/availability.ts'
import { addMinutes, type Instant, minutesBetween } from '#app/values/instant.ts'
import { addDays, daysBetween, type LocalDate, mondayOf } from '#app/values/zone.ts'
import type { People, Person } from './build-people.ts'
import type { Occurrence } from './build-timetable.ts'
import type { Chance } from './random.ts'
import type { StudioPlan } from './studio-plan.ts'

export type Wish = {
  kind: 'book' | 'cancel'
  at: Instant
  occurrence: Occurrence
  person: Person
}

/** Classes whose story is told on purpose. */
export type Scenes = {
  /** Full, with Ana on the waitlist; and one with Ben on it. */
  full: { ana: Occurrence; ben: Occurrence }
  /** Full until someone cancelled and Ana got the place. */
  promoted: Occurrence
  /** One place left. */
  last: Occurrence
  /** Cancelled by the studio with a reason, Ben booked in it. */
  cancelled: Occurrence
  /** Taken by another coach. */
  substituted: Occurrence
  /** Full under a policy of its own: someone let an offer lapse, and Ana has one now. */
  offered: Occurrence
}

/** When the offered class takes its policy, minutes ago, and when somebody gives up a place in it. */
export const offering = { ruled: 3_500, freed: 400 }

/** Someone of the crowd who has the same place every week, given by the desk. */
export type Standing = { at: Instant; person: Person; seriesId: string }

/** Someone of the crowd who waits for whichever of these opens first. */
export type Either = { at: Instant; person: Person; classes: Occurrence[] }

export type Wanted = {
  wishes: Wish[]
  standing: Standing[]
  either: Either | null
  scenes: Scenes
}

/** Places that are kept every week. */
const standingPlaces = 3

/** So many of the crowd used to come and have not for so many days: retention is about them. */
const quiet = { people: 5, days: 23 }

type Setting = {
  plan: StudioPlan
  people: People
  occurrences: Occurrence[]
  now: Instant
  today: LocalDate
  chance: Chance
}

/** Everything people asked for up to `now`, in no order. */
export class Wishes {
  readonly list: Wish[] = []
  private readonly diary = new Map<Person, Occurrence[]>()
  private readonly weeks = new Map<Occurrence, LocalDate>()
  /** Classes filled on purpose do not count towards anybody's pace. */
  private readonly filled = new Set<Occurrence>()

  /** Who has stopped coming, and since when. */
  private readonly quiet: { people: Set<Person>; since: LocalDate }

  constructor(private readonly setting: Setting) {
    const { people, today } = setting
    const regulars = people.crowd.filter(({ reliable, pace }) => reliable && pace > 0)
    this.quiet = {
      people: new Set(regulars.slice(-quiet.people)),
      since: addDays(today, -quiet.days),
    }
  }

  /** Whether they could come: high enough on the ladder, nowhere else at that time, and still here. */
  free(person: Person, occurrence: Occurrence): boolean {
    const { disciplineId, minimumRung } = occurrence.type
    if (this.quiet.people.has(person) && occurrence.localStart >= this.quiet.since) return false
    if ((person.rungs.get(disciplineId) ?? 0) < minimumRung) return false
    return !this.diary
      .get(person)
      ?.some((other) => other === occurrence || overlap(other, occurrence))
  }

  private thisWeek(person: Person, occurrence: Occurrence): number {
    const own = (this.diary.get(person) ?? []).filter((other) => !this.filled.has(other))
    return own.filter((other) => this.weekOf(other) === this.weekOf(occurrence)).length
  }

  /** Asked for each class that each person has in mind, so each is worked out once. */
  private weekOf(occurrence: Occurrence): LocalDate {
    const monday = this.weeks.get(occurrence) ?? mondayOf(occurrence.localStart.slice(0, 10))
    this.weeks.set(occurrence, monday)
    return monday
  }

  /** Writes down that they are taken at that time. */
  keep(person: Person, occurrence: Occurrence): void {
    this.diary.set(person, [...(this.diary.get(person) ?? []), occurrence])
  }

  book(person: Person, occurrence: Occurrence, at: Instant, cancelAt?: Instant): void {
    this.keep(person, occurrence)
    this.list.push({ kind: 'book', at, occurrence, person })
    if (cancelAt) this.list.push({ kind: 'cancel', at: cancelAt, occurrence, person })
  }

  /**
   * Fills a class to `places` with members who can always pay; `at` minutes before now, one after
   * the other.
   */
  fill(occurrence: Occurrence, places: number, minutesAgo: number): Person[] {
    const { people, chance, now } = this.setting
    this.filled.add(occurrence)
    const chosen = chance
      .shuffled(people.crowd.filter(({ reliable }) => reliable))
      .filter((person) => this.free(person, occurrence))
      .slice(0, places)
    chosen.forEach((person, i) => {
      this.book(person, occurrence, addMinutes(now, i * 7 - minutesAgo))
    })
    return chosen
  }

  /** Leaves a class to chance: fuller for what is liked, emptier the further away it is. */
  crowd(occurrence: Occurrence): void {
    const { people, chance, now, today } = this.setting
    const daysAhead = Math.max(0, daysBetween(today, occurrence.localStart.slice(0, 10)))
    const fade = Math.max(0, 1 - daysAhead / 15)
    const wanted = Math.round(
      occurrence.type.places * occurrence.type.demand * fade * (0.6 + chance.next() * 0.45),
    )
    const willing = chance
      .shuffled(people.crowd)
      .filter(
        (person) =>
          person.pace > 0 && this.free(person, occurrence) && this.likes(person, occurrence),
      )
      .filter((person) => this.thisWeek(person, occurrence) < person.pace)
    for (const person of willing.slice(0, wanted)) {
      const lead = chance.between(180, occurrence.type.demand > 1 ? 9_000 : 7_000)
      const planned = addMinutes(occurrence.startsAt, -lead)
      const at = planned < now ? planned : addMinutes(now, -chance.between(20, 3_000))
      const changesMind = chance.happens(0.09)
      const notice = Math.floor(minutesBetween(at, occurrence.startsAt) * chance.next())
      const cancelAt = addMinutes(occurrence.startsAt, -Math.max(30, notice))
      this.book(
        person,
        occurrence,
        at,
        changesMind && cancelAt < now && cancelAt > at ? cancelAt : undefined,
      )
    }
  }

  private likes(person: Person, occurrence: Occurrence): boolean {
    return person.rungs.has(occurrence.type.disciplineId) || this.setting.chance.happens(0.3)
  }
}

/** The first class from `pool` that `fits`, taken out of it. */
function take(
  pool: Occurrence[],
  fits: (occurrence: Occurrence) => boolean,
  what: string,
): Occurrence {
  const i = pool.findIndex(fits)
  if (i < 0) throw new Error(`No class for ${what}`)
  return pool.splice(i, 1)[0]!
}

/** A class that anyone may book and that crowds can fill, under the usual rules. */
const isUsual = ({ type }: Occurrence) =>
  type.policy === undefined && type.minimumRung === 0 && type.places <= 16

/**
 * Some of the crowd keep a place in a series from its first class on: one that is not often full,
 * and that no scene needs.
 */
function keepPlaces(wishes: Wishes, { plan, people, occurrences, chance }: Setting): Standing[] {
  const liked = Object.values(plan.favorites).flat()
  const series = new Map<string, Occurrence[]>()
  for (const occurrence of occurrences) {
    const { policy, minimumRung, demand, name } = occurrence.type
    if (policy !== undefined || minimumRung > 0 || demand > 1 || liked.includes(name)) continue
    series.set(occurrence.seriesId, [...(series.get(occurrence.seriesId) ?? []), occurrence])
  }
  const kept = chance.shuffled([...series]).slice(0, standingPlaces)
  const keepers = chance.shuffled(people.crowd.filter(({ reliable }) => reliable))
  return kept.flatMap(([seriesId, classes], i) => {
    const person = keepers.filter((one) => wishes.free(one, classes.at(-1)!))[i]
    if (!person) return []
    for (const occurrence of classes) wishes.keep(person, occurrence)
    return [{ at: addMinutes(classes[0]!.startsAt, -600), person, seriesId }]
  })
}

/** Writes down what everyone wants; answers the scenes so that the player can act in them. */
export function wantBookings(setting: Setting, coachId: string): Wanted {
  const { plan, people, occurrences, now, today, chance } = setting
  const { ana, ben, mo } = people
  const wishes = new Wishes(setting)
  const ago = (minutes: number) => addMinutes(now, -minutes)
  const standing = keepPlaces(wishes, setting)
  const keptSeries = new Set(standing.map(({ seriesId }) => seriesId))
  // Far enough to be cancelled free, near enough to have been open for days.
  const pool = occurrences.filter(
    (o) =>
      o.startsAt > addMinutes(now, 26 * 60) &&
      o.localStart < `${addDays(today, 8)}T` &&
      !keptSeries.has(o.seriesId),
  )
  const likedBy = (names: string[], i: number) => (o: Occurrence) => o.type.name === names[i]
  const popular = (person: Person) => (o: Occurrence) => o.type.demand > 1 && wishes.free(person, o)

  const mine = [0, 1].map((i) => take(pool, likedBy(plan.favorites.ana, i), `Ana's ${i}`))
  for (const [i, occurrence] of mine.entries()) wishes.book(ana, occurrence, ago(2_000 + i * 60))
  const bens = take(
    pool,
    (o) => likedBy(plan.favorites.ben, 0)(o) && wishes.free(ben, o),
    "Ben's next",
  )
  wishes.book(ben, bens, ago(1_500))

  const full = {
    ana: take(pool, popular(ana), "Ana's waitlist"),
    ben: take(pool, popular(ben), "Ben's waitlist"),
  }
  for (const [person, occurrence] of [[ana, full.ana] as const, [ben, full.ben] as const]) {
    wishes.fill(occurrence, occurrence.type.places + 1, 2_600)
    wishes.book(person, occurrence, ago(600))
  }
  const waits = chance
    .shuffled(people.crowd)
    .find((one) => one.reliable && wishes.free(one, full.ana) && wishes.free(one, full.ben))
  const either = waits ? { at: ago(590), person: waits, classes: [full.ana, full.ben] } : null
  for (const occurrence of either?.classes ?? []) wishes.keep(either!.person, occurrence)

  const promoted = take(pool, (o) => isUsual(o) && wishes.free(ana, o), 'promotion')
  const [first] = wishes.fill(promoted, promoted.type.places, 3_000)
  wishes.book(ana, promoted, ago(1_800))
  wishes.list.push({ kind: 'cancel', at: ago(300), occurrence: promoted, person: first! })

  const cancelled = take(
    pool,
    (o) => o.coachId === coachId && wishes.free(ben, o),
    'a cancelled class',
  )
  wishes.fill(cancelled, Math.ceil(cancelled.type.places / 2), 2_400)
  wishes.book(ben, cancelled, ago(2_300))
  const last = take(pool, isUsual, 'the last place')
  wishes.fill(last, last.type.places - 1, 2_200)
  const substituted = take(pool, (o) => isUsual(o) && o.coachId !== coachId, 'a substitute')

  const offered = take(pool, (o) => isUsual(o) && wishes.free(ana, o), 'a place on offer')
  const [leaves] = wishes.fill(offered, offered.type.places + 1, 3_200)
  wishes.book(ana, offered, ago(900))
  wishes.list.push({
    kind: 'cancel',
    at: ago(offering.freed),
    occurrence: offered,
    person: leaves!,
  })

  const past = occurrences.filter((o) => o.startsAt <= now)
  regular(wishes, ana, past, { favorites: plan.favorites.ana, every: 2, chance })
  regular(wishes, ben, past, { favorites: plan.favorites.ben, every: 9, chance })
  regular(wishes, mo, past, { favorites: plan.favorites.ben, every: 7, chance })
  const wanted = new Set([...mine, bens, full.ana, full.ben, promoted, cancelled, last, offered])
  const rest = chance.shuffled(occurrences).filter((o) => !wanted.has(o))
  // What fills up is booked first, as in life.
  const sought = rest.filter((o) => o.type.demand > 1)
  for (const occurrence of [...sought, ...rest.filter((o) => o.type.demand <= 1), ...mine, bens])
    wishes.crowd(occurrence)
  return {
    wishes: wishes.list,
    standing,
    either,
    scenes: { full, promoted, last, cancelled, substituted, offered },
  }
}

/** When such a person gives up a class: the second in time, the third late, the others never. */
function minutesAhead(i: number, chance: Chance): number | null {
  if (i === 1) return chance.between(800, 1_400)
  return i === 2 ? chance.between(60, 400) : null
}

/**
 * Someone who comes to each `every`th of their favorites, and once cancelled in time and once
 * late.
 */
function regular(
  wishes: Wishes,
  person: Person,
  past: Occurrence[],
  { favorites, every, chance }: { favorites: string[]; every: number; chance: Chance },
): void {
  const liked = past.filter((o) => favorites.includes(o.type.name) && o.type.policy === undefined)
  const chosen = liked.filter((_, i) => i % every === 1)
  for (const [i, occurrence] of chosen.entries()) {
    if (!wishes.free(person, occurrence)) continue
    const at = addMinutes(occurrence.startsAt, -chance.between(1_500, 5_000))
    const cancelled = minutesAhead(i, chance)
    wishes.book(
      person,
      occurrence,
      at,
      cancelled === null ? undefined : addMinutes(occurrence.startsAt, -cancelled),
    )
  }
}
