/**
 * The staff list as it is read: made on the server, so that a browser is sent words and no dates to
 * format.
 */
import { roleNames } from '#app/domain/scope/role-names.ts'
import type { Formats } from '#app/values/formats.ts'
import { dayMonthYear, dayNear, dayShort } from '#app/values/wording.ts'
import { localDate } from '#app/values/zone.ts'
import type { OpenInvitation } from './invitation-queries.server.ts'
import type { StaffMember } from './staff-page.server.ts'

export type StaffRowWords = {
  personId: string
  name: string
  email: string
  role: string
  /** The role that one press gives back; empty for those who are not suspended. */
  waits: string
  twoStep: boolean
  lastSignIn: string
}

export function staffRowWords(
  member: StaffMember,
  { today, timeZone, locale }: Formats,
): StaffRowWords {
  const last = member.lastSignInAt && localDate(member.lastSignInAt, timeZone)
  return {
    personId: member.personId,
    name: member.name || member.email,
    email: member.email,
    role: member.suspended ? 'Suspended' : roleNames[member.role],
    waits: member.suspended ? member.role : '',
    twoStep: member.twoStep,
    lastSignIn: last ? dayNear(last, today, locale) : 'Not yet',
  }
}

export type InvitationWords = {
  id: string
  email: string
  name: string
  role: string
  expired: boolean
  /** `until Fri 27 Nov` or `ended Fri 13 Nov` */
  until: string
  /** `Olivia Hart, 20 November 2026` */
  sent: string
}

export function invitationWords(
  invitation: OpenInvitation,
  { timeZone, locale }: Formats,
): InvitationWords {
  const { id, email, name, role, expired, expiresAt, invitedBy, createdAt } = invitation
  const until = dayShort(localDate(expiresAt, timeZone), locale)
  return {
    id,
    email,
    name,
    role: roleNames[role],
    expired,
    until: expired ? `ended ${until}` : `until ${until}`,
    sent: [invitedBy, dayMonthYear(localDate(createdAt, timeZone), locale)]
      .filter(Boolean)
      .join(', '),
  }
}
