import type { Letter } from '../letter.ts'
import { type PlaceMessage, placeLetter } from '../place-letter.ts'
import { giveBackWords, type TrialContact } from './trial-contact.ts'

/** Told once when a trial is booked for someone who is no member yet. */
export function trialBooked(message: PlaceMessage & { contact: TrialContact }): Letter {
  return placeLetter(
    message,
    {
      subject: `Your trial: ${message.title}`,
      opening: 'Your trial is booked. It’s free.',
      more: [giveBackWords(message.contact)],
    },
    { called: 'Class', because: 'you asked for a trial' },
  )
}
