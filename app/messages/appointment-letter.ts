import type { Letter } from './letter.ts'
import { type LetterBody, type PlaceMessage, placeLetter } from './place-letter.ts'

export type AppointmentLetter = PlaceMessage & LetterBody

/**
 * A letter about an appointment: what happened, what it is, when and with whom, then what follows
 * from it.
 */
export function appointmentLetter(letter: AppointmentLetter): Letter {
  return placeLetter(letter, letter, {
    called: 'Appointment',
    because: 'you have an appointment here',
  })
}
