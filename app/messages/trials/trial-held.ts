import type { Letter } from '../letter.ts'
import { type PlaceMessage, placeLetter } from '../place-letter.ts'
import type { TrialContact } from './trial-contact.ts'

/** Told once when a place is held for someone who is no member yet. */
export function trialHeld(
  message: PlaceMessage & { contact: TrialContact; until: string },
): Letter {
  const { contactEmail, contactPhone } = message.contact
  const ways = [contactEmail, contactPhone].filter(Boolean).join(' or ')
  return placeLetter(
    message,
    {
      subject: `We’re keeping a place for you: ${message.title}`,
      opening: `We’re keeping a place in this class for you until ${message.until}. A trial is free.`,
      more: [
        `To take it, tell us by then${ways ? `: ${ways}` : ' by answering this email'}.`,
        'If you don’t want it, do nothing: the place is free for others after that.',
      ],
    },
    { called: 'Class', because: 'you asked about the studio' },
  )
}
