/** What a kiosk answers to a code, a pick or letters. */
import type { LocalDateTime } from '#app/values/zone.ts'
import type { AskedProof } from './kiosk-proof.ts'

/** Someone a kiosk found by letters of a name, in words that everyone may read. */
export type KioskHit = { bookingId: string; name: string; title: string; localStart: LocalDateTime }

export type KioskAnswer =
  | { kind: 'no_kiosk' }
  | { kind: 'in'; name: string; title: string; localStart: LocalDateTime; roomName: string }
  | { kind: 'found'; hits: KioskHit[] }
  /** Too few letters, too many people, nobody, or too many tries: they try again. */
  | { kind: 'again'; why: 'letters' | 'many' | 'nobody' | 'too_often' | 'code' | 'tries' }
  /** Who was picked shows that it is them; `wrong` where what they typed was not it. */
  | { kind: 'prove'; by: AskedProof; bookingId: string; name: string; wrong: boolean }
  /** There is nothing on record that they could type. */
  | { kind: 'nothing_to_prove'; by: AskedProof }
  /** Whatever the reason is. */
  | { kind: 'see_the_desk' }
