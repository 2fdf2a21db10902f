/**
 * Who wants which class, when they say so and whether they change their mind. `play-bookings.ts`
 * applies the rules.
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
  /** Full until somebody cancelled and Ana got the place. */
  promoted: Occurrence
  /** One place left. */
  last: Occurrence
  /** Cancelled by the studio with a reason, Ben booked in it. */
  cancelled: Occurrence
  /** Taken by another coach. */
  substituted: Occurrence
}

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
  /** Classes filled on purpose do not count towards anybody's pace. */
  private readonly filled = new Set<Occurrence>()

  constructor(private readonly setting: Setting) {}

  /** Whether they could come: high enough on the ladder and nowhere else at that time. */
  free(person: Person, occurrence: Occurrence): boolean {
    const { disciplineId, minimumRung } = occurrence.type
    if ((person.rungs.get(disciplineId) ?? 0) < minimumRung) return false
    return !this.diary
      .get(person)
      ?.some((other) => other === occurrence || overlap(other, occurrence))
  }

  private thisWeek(person: Person, occurrence: Occurrence): number {
    const monday = mondayOf(occurrence.localStart.slice(0, 10))
    const own = (this.diary.get(person) ?? []).filter((other) => !this.filled.has(other))
    return own.filter((other) => mondayOf(other.localStart.slice(0, 10)) === monday).length
  }

  book(person: Person, occurrence: Occurrence, at: Instant, cancelAt?: Instant): void {
    this.diary.set(person, [...(this.diary.get(person) ?? []), occurrence])
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
    const unlimited = people.crowd.filter(
      (person) => person.pace >= 4 && person.memberships[0]?.state === 'active',
    )
    const chosen = chance
      .shuffled(unlimited)
      .filter(
        (person) => person.memberships[0]?.frozenFrom === null && this.free(person, occurrence),
      )
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
      if (at <= occurrence.opensAt) continue
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

/** A class that anybody may book and that crowds can fill, under the usual rules. */
const isUsual = ({ type }: Occurrence) =>
  type.policy === undefined && type.minimumRung === 0 && type.places <= 16

/** Writes down what everybody wants; answers the scenes so that the player can act in them. */
export function wantBookings(
  setting: Setting,
  coachId: string,
): { wishes: Wish[]; scenes: Scenes } {
  const { plan, people, occurrences, now, today, chance } = setting
  const { ana, ben, mo } = people
  const wishes = new Wishes(setting)
  const ago = (minutes: number) => addMinutes(now, -minutes)
  // Far enough to be cancelled free, near enough to have been open for days.
  const pool = occurrences.filter(
    (o) => o.startsAt > addMinutes(now, 26 * 60) && o.localStart < `${addDays(today, 8)}T`,
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

  const past = occurrences.filter((o) => o.startsAt <= now)
  regular(wishes, ana, past, { favorites: plan.favorites.ana, every: 2, chance })
  regular(wishes, ben, past, { favorites: plan.favorites.ben, every: 9, chance })
  regular(wishes, mo, past, { favorites: plan.favorites.ben, every: 7, chance })
  const wanted = new Set([...mine, bens, full.ana, full.ben, promoted, cancelled, last])
  const rest = chance.shuffled(occurrences).filter((o) => !wanted.has(o))
  // What fills up is booked first, as in life.
  const sought = rest.filter((o) => o.type.demand > 1)
  for (const occurrence of [...sought, ...rest.filter((o) => o.type.demand <= 1), ...mine, bens])
    wishes.crowd(occurrence)
  return { wishes: wishes.list, scenes: { full, promoted, last, cancelled, substituted } }
}

/** When such a person gives up a class: the second in time, the third late, the others never. */
function minutesAhead(i: number, chance: Chance): number | null {
  if (i === 1) return chance.between(800, 1_400)
  return i === 2 ? chance.between(60, 400) : null
}

/**
 * Somebody who comes to each `every`th of their favorites, and once cancelled in time and once
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
