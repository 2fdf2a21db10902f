/** What can be done with many people at once, and how each outcome is said. */
import type { bulkActs } from '#app/db/studio/people-words.ts'
import type { Permission } from '#app/domain/scope/permissions.ts'
import { count } from '#app/values/wording.ts'

export type BulkAct = (typeof bulkActs)[number]

/** A change of many people, with who began it. */
export type BulkChange = {
  id: string
  act: BulkAct
  state: 'running' | 'done' | 'undoing' | 'undone'
  detail: Record<string, string>
  actorId: string
  actorName: string
  /** Who takes it back, once someone does. */
  undoer: { userId: string; name: string } | null
  createdAt: string
  finishedAt: string | null
}

/** What a role must hold to do it, and to take it back. */
export const bulkPermission: Record<BulkAct, Permission> = {
  tag: 'people:write',
  untag: 'people:write',
  note: 'notes:write',
  notice: 'people:write',
  invite: 'people:write',
  archive: 'people:write',
  restore: 'people:write',
}

export const bulkButtons: Record<BulkAct, string> = {
  tag: 'Add a tag',
  untag: 'Remove a tag',
  note: 'Note',
  notice: 'Send a notice',
  invite: 'Invite to sign in',
  archive: 'Archive',
  restore: 'Restore',
}

/** What is done to them, as a title: `Add the tag “vip”`. */
export function bulkTitle(act: BulkAct, detail: Record<string, string>): string {
  switch (act) {
    case 'tag':
      return `Tag “${detail.tag}” added`
    case 'untag':
      return `Tag “${detail.tag}” removed`
    case 'note':
      return 'Note written'
    case 'notice':
      return 'Notice sent'
    case 'invite':
      return 'Invitations sent'
    case 'archive':
      return 'Archived'
    case 'restore':
      return 'Restored'
  }
}

/** Why someone is left out; the other outcomes are `changed`, `same` and `undone`. */
export const leftOutWords: Readonly<Record<string, string>> = {
  is_staff: 'work here',
  has_bookings: 'have a class booked',
  no_account: 'have no account',
  not_reached: 'have neither an account nor an email address',
  no_email: 'have no email address',
  invited: 'were invited in the last 7 days',
  same_address: 'share an email address with someone who is invited or signs in',
  archived: 'are archived',
  not_written_to: 'are banned or don’t want to be contacted',
  too_many_invited: 'are more than the 5,000 a studio invites an hour. Invite them later',
  too_many_tags: 'already have ten tags',
  gone: 'were merged, erased or removed',
}

const sameWords: Record<BulkAct, string> = {
  tag: 'already had it',
  untag: 'did not have it',
  note: 'already had it',
  notice: 'had already been told',
  invite: 'already sign in',
  archive: 'were already archived',
  restore: 'were not archived',
}

export type OutcomeCount = { outcome: string | null; n: number }

/**
 * The outcomes as lines of a list, before it is done or after: `12 people changed`, `2 left out:
 * they work here`.
 */
export function outcomeLines(
  act: BulkAct,
  outcomes: readonly OutcomeCount[],
  when: 'before' | 'after',
): string[] {
  const n = (outcome: string) => outcomes.find((one) => one.outcome === outcome)?.n ?? 0
  const people = (many: number) => count(many, 'person', 'people')
  const will = when === 'before'
  const lines = [
    n('undone') > 0 ? `${people(n('undone'))}: undone` : '',
    n('changed') > 0 || n('undone') === 0
      ? `${people(n('changed'))}: ${will ? willWords[act] : doneWords[act]}`
      : '',
    n('same') > 0 ? `${people(n('same'))}: ${sameWords[act]}` : '',
    ...Object.entries(leftOutWords).map(([outcome, words]) =>
      n(outcome) > 0
        ? `${people(n(outcome))} ${will ? 'will be ' : ''}left out: they ${words}`
        : '',
    ),
  ]
  return lines.filter(Boolean)
}

const willWords: Record<BulkAct, string> = {
  tag: 'get the tag',
  untag: 'lose the tag',
  note: 'get the note',
  notice: 'get a notice in the app',
  invite: 'get an email that invites them to sign in',
  archive: 'are hidden from lists. Bookings, credits and activity stay',
  restore: 'appear in lists again',
}

const doneWords: Record<BulkAct, string> = {
  tag: 'tagged',
  untag: 'tag removed',
  note: 'note written',
  notice: 'notice sent',
  invite: 'invited by email',
  archive: 'archived',
  restore: 'restored',
}

/** The title of the form. */
export const bulkAsks: Record<BulkAct, string> = {
  tag: 'Add a tag to several people',
  untag: 'Remove a tag from several people',
  note: 'Add a note to several people',
  notice: 'Send several people a notice',
  invite: 'Invite people to sign in',
  archive: 'Archive several people',
  restore: 'Restore several people',
}
