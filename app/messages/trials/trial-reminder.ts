import type { Letter } from '../letter.ts'
import { type PlaceMessage, placeLetter } from '../place-letter.ts'
import { giveBackWords, type TrialContact } from './trial-contact.ts'

/** Told once before a trial to someone who is no member yet, and has no account to look in. */
export function trialReminder(message: PlaceMessage & { contact: TrialContact }): Letter {
  return placeLetter(
    message,
    {
      subject: `Soon: your trial of ${message.title}`,
      opening: 'You have a place in this class. It’s free.',
      more: [giveBackWords(message.contact)],
    },
    { called: 'Class', because: 'you asked for a trial' },
  )
}
