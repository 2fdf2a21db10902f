import { composeLetter } from './letter-html.ts'

/**
 * Asks someone into a studio. `href` is absolute; `role` says as what, and is null for members.
 */
export function invitation({
  href,
  studio,
  invitedBy,
  role,
  days,
}: {
  href: string
  studio: string
  invitedBy: string
  role: string | null
  days: number
}) {
  const who = invitedBy || studio
  return composeLetter({
    subject: role ? `Work with ${studio} on Cadence` : `Your place at ${studio}`,
    paragraphs: [
      role
        ? `${who} invites you to ${studio} as ${role}. ` +
          'Cadence is where the studio keeps its classes, people and bookings.'
        : `${who} invites you to sign in at ${studio}. ` +
          'You can then book your classes and see what you have left.',
      'Open this page to accept. If you already have an account with this address, you use ' +
        'that one.',
      `The link is for this address only. It works once, for ${days} days.`,
    ],
    action: { label: role ? `Join ${studio}` : 'Accept the invitation', href },
    foot: [
      `You’re getting this because ${studio} has your address. If you’re not interested, you ` +
        'can ignore this email.',
    ],
  })
}
