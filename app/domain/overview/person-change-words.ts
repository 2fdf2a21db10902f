/** What staff or the person changed, as the title of a line of their timeline. */
import type { Role } from '#app/domain/scope/permissions.ts'
import { roleNames } from '#app/domain/scope/role-names.ts'
import { count } from '#app/values/wording.ts'
import type { PersonPage } from './person-page.server.ts'
import type { TimelineIcon, TimelineTone } from './timeline-item.ts'

type ChangeWords = { icon: TimelineIcon; tone?: TimelineTone; title: string }
type Names = Pick<PersonPage, 'ladders' | 'entries' | 'bought'>

/** Null where the line is told by something else, or not at all. */
export function changeWords(
  action: string,
  detail: Record<string, unknown>,
  names: Names,
): ChangeWords | null {
  switch (action) {
    case 'person.added':
      return { icon: 'person', title: 'Joined' }
    case 'person.left':
      return { icon: 'off', tone: 'warn', title: 'Leaving noted' }
    case 'person.returned':
      return { icon: 'back', title: 'Came back' }
    case 'person.banned':
      return { icon: 'off', tone: 'warn', title: 'Banned' }
    case 'person.ban_lifted':
      return { icon: 'back', title: 'Ban ended' }
    case 'person.do_not_contact':
      return { icon: 'off', tone: 'warn', title: 'Not to be contacted' }
    case 'person.contact_again':
      return { icon: 'back', title: 'May be contacted again' }
    case 'person.win_back':
      return { icon: 'note', title: 'Win-back noted' }
    case 'person.merged':
      return { icon: 'person', title: 'Merged with another record' }
    case 'person.imported':
      return { icon: 'person', title: `Imported from ${String(detail.file)}` }
    case 'guardian.added':
      return { icon: 'person', title: 'Guardian added' }
    case 'family.tied':
      return { icon: 'person', title: 'Family noted' }
    case 'family.untied':
      return { icon: 'person', title: 'Family note removed' }
    case 'guardian.invited':
      return { icon: 'person', title: 'Guardian invited by email' }
    case 'guardian.declined':
      return { icon: 'person', title: 'Invitation to be a guardian declined' }
    case 'guardian.withdrawn':
      return { icon: 'person', title: 'Invitation to be a guardian withdrawn' }
    case 'booking_agreement.asked':
      return { icon: 'person', title: 'Asked another adult to let them book' }
    case 'booking_agreement.agreed':
      return { icon: 'person', title: 'Agreed that another adult books for them' }
    case 'booking_agreement.ended':
      return { icon: 'person', title: 'Another adult no longer books for them' }
    case 'person.of_age':
      return { icon: 'star', title: 'Turned 18: acts for themselves now' }
    case 'guardian.removed':
      return { icon: 'person', title: 'Guardian removed' }
    case 'details_changed':
      return { icon: 'person', title: 'Changed their own details' }
    case 'person.changed':
      return { icon: 'person', title: 'Details changed' }
    case 'person.fields_changed':
      return { icon: 'person', title: 'Fields changed' }
    case 'person.pin_set':
      return { icon: 'person', title: 'Kiosk PIN set at the desk' }
    case 'person.archived':
      return { icon: 'off', tone: 'warn', title: 'Archived' }
    case 'person.restored':
    case 'person.archived.undone':
      return { icon: 'back', title: 'Restored from the archive' }
    case 'person.tagged':
    case 'person.untagged':
      return {
        icon: 'person',
        title: `Tag “${String(detail.tag)}” ${action === 'person.tagged' ? 'added' : 'removed'}`,
      }
    case 'person.told':
      return { icon: 'note', title: 'Sent a notice in the app' }
    case 'person.restored.undone':
      return { icon: 'off', tone: 'warn', title: 'Archived again' }
    case 'level.set':
      return { icon: 'star', tone: 'accent', title: levelWords(detail, names.ladders) }
    case 'level.confirmed':
      return { icon: 'star', title: 'Level confirmed' }
    case 'standing.given':
      return { icon: 'calendar', title: 'Standing place added' }
    case 'standing.ended':
      return { icon: 'calendar', title: 'Standing place ended' }
    case 'package.given': {
      const entry = names.entries.find(({ lotId }) => lotId === detail.lotId)
      return { icon: 'receipt', title: `${entry?.packName ?? 'Package'} added` }
    }
    case 'membership.given': {
      const plan = names.bought.find(({ id }) => id === detail.membershipId)
      return { icon: 'receipt', title: `${plan?.name ?? 'Membership'} added` }
    }
    case 'credits.adjusted': {
      const amount = Number(detail.amount)
      return {
        icon: 'receipt',
        title: `${count(Math.abs(amount), 'credit')} ${amount > 0 ? 'added' : 'removed'}`,
      }
    }
    case 'pack.extended': {
      const days = typeof detail.days === 'number' ? ` ${count(detail.days, 'day')}` : ''
      return { icon: 'receipt', title: `Pack extended${days}` }
    }
    case 'pack.transferred':
      return {
        icon: 'receipt',
        title: `${count(Number(detail.credits), 'credit')} transferred to someone else`,
      }
    case 'pack.received':
      return {
        icon: 'receipt',
        title: `${count(Number(detail.credits), 'credit')} received from someone else`,
      }
    case 'invitation.sent':
      return {
        icon: 'person',
        title: detail.role === 'member' ? 'Invited to sign in' : 'Invited to work here',
      }
    case 'invitation.withdrawn':
      return { icon: 'off', title: 'Invitation withdrawn' }
    case 'account.linked':
      return { icon: 'person', title: 'Signs in with their own account' }
    case 'role.changed':
      return { icon: 'swap', title: `Role: ${roleOf(detail.before)}, then ${roleOf(detail.after)}` }
    case 'note.added':
    case 'note.added.undone':
      return null
    default:
      return action.endsWith('.undone')
        ? { icon: 'back', title: `Undone: ${undoneWords[action] ?? 'a change'}` }
        : null
  }
}

const roleOf = (role: unknown): string => roleNames[role as Role] ?? 'Member'

const undoneWords: Readonly<Record<string, string>> = {
  'person.tagged.undone': 'the tag',
  'person.untagged.undone': 'the removal of a tag',
  'person.told.undone': 'the notice',
  'invitation.sent.undone': 'the invitation',
  'level.set.undone': 'the level',
  'package.given.undone': 'the package',
  'membership.given.undone': 'the membership',
  'credits.adjusted.undone': 'the credit adjustment',
}

function levelWords(detail: Record<string, unknown>, ladders: PersonPage['ladders']): string {
  const after = detail.after as { levelId: string } | null
  const level = ladders.find(({ levelId }) => levelId === after?.levelId)
  const discipline =
    ladders.find(({ disciplineId }) => disciplineId === detail.disciplineId)?.discipline ?? ''
  return level ? `${discipline}: ${level.level}` : `Removed from the levels of ${discipline}`
}
