import type { Letter } from './letter.ts'
import { type PlaceMessage, placeLetter } from './place-letter.ts'

/** Told once when a trial is booked for someone who is no member yet. */
export function trialBooked(message: PlaceMessage): Letter {
  return placeLetter(
    message,
    {
      subject: `Your trial: ${message.title}`,
      opening: 'Your trial is booked. It costs nothing.',
      more: ['If you can’t come, answer this email or call us, so that someone else can.'],
    },
    { called: 'Class', because: 'you asked for a trial' },
  )
}
