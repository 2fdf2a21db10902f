/** How far somebody is from a level: what it asks, what is there, and when it comes. Pure. */
import { type Hold, hasLapsed } from '#app/domain/people/levels/held-level.ts'
import { addDays, ageOn, daysBetween, isLocalDate, type LocalDate } from '#app/values/zone.ts'

/** What a level asks of the person who comes to it (requirements are the target's). */
export type Asks = {
  /** Classes that count, since the level before was reached. */
  askClasses: number | null
  /** Days on the level before. */
  askDays: number | null
  /** Years of age. */
  askAge: number | null
  /** Skills that are cleared; left out or null asks none. */
  askSkills?: number | null
}

export type Standing = {
  /** The day the level before was reached; null for who holds none of the ladder. */
  since: LocalDate | null
  /** Classes that count, from that day on. */
  classes: number
  /** Of those, how many in the last `paceWeeks` weeks. */
  recent: number
  birthDate: LocalDate | null
  /** Of the skills it asks, how many are cleared. */
  skills?: number
  /** How the level before is held; left out is for good. */
  hold?: Hold
}

export type Requirement = {
  /** `held`: the level they hold is provisional, or has expired. */
  kind: 'classes' | 'days' | 'age' | 'skills' | 'held'
  /** Null where it isn’t known, as an age without a birth date. */
  have: number | null
  need: number
  met: boolean
}

/** Weeks over which somebody’s pace is taken. */
export const paceWeeks = 8

/** What a level asks of somebody, each with what is there. */
export function requirementsOf(asks: Asks, standing: Standing, today: LocalDate): Requirement[] {
  const { since, classes, birthDate, hold } = standing
  const confirmed = !hold || !(hold.provisional || hasLapsed(hold, today))
  const of = (kind: Requirement['kind'], need: number | null, have: number | null) =>
    need === null ? [] : [{ kind, need, have, met: have !== null && have >= need }]
  return [
    ...of('classes', asks.askClasses, classes),
    // The first level has none before it.
    ...of('days', since === null ? null : asks.askDays, since ? daysBetween(since, today) : null),
    ...of('age', asks.askAge, birthDate ? ageOn(birthDate, today) : null),
    ...of('skills', asks.askSkills || null, standing.skills ?? 0),
    ...(confirmed ? [] : of('held', 1, 0)),
  ]
}

export const isReady = (requirements: readonly Requirement[]): boolean =>
  requirements.every(({ met }) => met)

/** Classes a week over the last weeks, from the day the level was reached where that is later. */
export function paceOf({ since, recent }: Standing, today: LocalDate): number {
  const days = since === null ? paceWeeks * 7 : Math.min(paceWeeks * 7, daysBetween(since, today))
  return days < 7 ? recent : (recent * 7) / days
}

/**
 * The first day on which all but skills is met at so many classes a week: today where it is met
 * already, null where it never is (no classes, an age without a birth date). When a skill is cleared
 * nobody can foretell.
 */
export function eligibleOn(
  asks: Asks,
  standing: Standing,
  today: LocalDate,
  perWeek: number,
): LocalDate | null {
  const { since, classes, birthDate } = standing
  const days: (LocalDate | null)[] = [today]
  if (asks.askClasses !== null && classes < asks.askClasses) {
    const missing = asks.askClasses - classes
    days.push(perWeek > 0 ? addDays(today, Math.ceil((missing * 7) / perWeek)) : null)
  }
  if (asks.askDays !== null && since !== null) days.push(addDays(since, asks.askDays))
  if (asks.askAge !== null)
    days.push(birthDate === null ? null : birthdayOf(birthDate, asks.askAge))
  const known = days.filter((day) => day !== null)
  return known.length < days.length ? null : known.reduce((a, b) => (b > a ? b : a))
}

/** The first day on which somebody is so old; who was born on 29 February is it on 1 March. */
function birthdayOf(born: LocalDate, age: number): LocalDate {
  const year = Number(born.slice(0, 4)) + age
  const day = `${year}${born.slice(4)}`
  return isLocalDate(day) ? day : `${year}-03-01`
}
