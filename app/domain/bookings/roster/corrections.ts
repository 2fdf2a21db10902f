/** What an outcome can be corrected to by staff (SM-BOOK). */
export const corrections = {
  late_cancelled: 'cancelled_on_time',
  no_show: 'attended',
  attended: 'no_show',
} as const

export type Correctable = keyof typeof corrections
export type Corrected = (typeof corrections)[Correctable]
