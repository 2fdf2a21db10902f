/** What a kiosk answers to a code, a pick or letters. */
import type { LocalDateTime } from '#app/values/zone.ts'

/** Somebody a kiosk found by letters of a name, in words that everybody may read. */
export type KioskHit = { bookingId: string; name: string; title: string; localStart: LocalDateTime }

export type KioskAnswer =
  | { kind: 'no_kiosk' }
  | { kind: 'in'; name: string; title: string; localStart: LocalDateTime; roomName: string }
  | { kind: 'found'; hits: KioskHit[] }
  /** Too few letters, too many people, nobody, or too many tries: they try again. */
  | { kind: 'again'; why: 'letters' | 'many' | 'nobody' | 'too_often' }
  /** Whatever the reason is. */
  | { kind: 'see_the_desk' }
