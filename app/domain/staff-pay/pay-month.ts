/** Months as pay is run by them, `2026-10`. Pure. */
import { addDays, type LocalDate } from '#app/values/zone.ts'

export const isMonth = (text: string): boolean => /^20\d{2}-(0[1-9]|1[0-2])$/.test(text)

export const monthOf = (date: LocalDate): string => date.slice(0, 7)

export const firstOf = (month: string): LocalDate => `${month}-01`

/** `2026-11` of `2026-10`. */
export const monthAfter = (month: string): string => monthOf(addDays(firstOf(month), 31))

export const monthBefore = (month: string): string => monthOf(addDays(firstOf(month), -1))

export const lastOf = (month: string): LocalDate => addDays(firstOf(monthAfter(month)), -1)

/** The day on which a month is paid: `payday` of the next one. */
export const paydayOf = (month: string, payday: number): LocalDate =>
  `${monthAfter(month)}-${String(payday).padStart(2, '0')}`
