import { count } from '#app/values/wording.ts'

/** Months for which a studio keeps its messages, until it has chosen. */
export const usualLetterMonths = 12

/** What a studio may choose, in months. */
export const letterMonthsRange = { min: 1, max: 60 } as const

/** `12 months`, `1 month`. */
export const monthsKept = (months: number): string => count(months, 'month')
