/** Who is under age (R17), for rules and for SQL. */
import { ageOn, type LocalDate } from '#app/values/zone.ts'

/** From this birthday people sign and consent for themselves. */
export const adultAge = 18

/** Whether someone is under age on a day. Without a date of birth they are taken for an adult. */
export const isMinor = (birthDate: LocalDate | null, today: LocalDate): boolean =>
  birthDate !== null && ageOn(birthDate, today) < adultAge

/**
 * Who was born after this day is a minor today: `birth_date > …`. Not always a day that exists
 * (29 February), but one that sorts as it should.
 */
export const adultsBornBy = (today: LocalDate): LocalDate =>
  `${String(Number(today.slice(0, 4)) - adultAge).padStart(4, '0')}${today.slice(4)}`
