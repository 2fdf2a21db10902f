/** What can be done with many people at once, and how each outcome is said. */
import type { bulkActs } from '#app/db/studio/people-words.ts'
import type { Permission } from '#app/domain/scope/permissions.ts'
import { count } from '#app/values/wording.ts'

export type BulkAct = (typeof bulkActs)[number]

/** What a role must hold to do it, and to take it back. */
export const bulkPermission: Record<BulkAct, Permission> = {
  tag: 'people:write',
  untag: 'people:write',
  note: 'notes:write',
  notice: 'people:write',
  archive: 'people:write',
  restore: 'people:write',
}

export const bulkButtons: Record<BulkAct, string> = {
  tag: 'Add a tag',
  untag: 'Remove a tag',
  note: 'Note',
  notice: 'Tell them',
  archive: 'Archive',
  restore: 'Bring back',
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
      return 'Told in the app'
    case 'archive':
      return 'Archived'
    case 'restore':
      return 'Brought back'
  }
}

/** Why somebody is left out; the other outcomes are `changed`, `same` and `undone`. */
export const leftOutWords: Readonly<Record<string, string>> = {
  is_staff: 'work here',
  has_bookings: 'have a class ahead',
  no_account: 'have no account to read it in',
  too_many_tags: 'have ten tags already',
  gone: 'are not on the books any more',
}

const sameWords: Record<BulkAct, string> = {
  tag: 'had it already',
  untag: 'did not have it',
  note: 'had it already',
  notice: 'were told already',
  archive: 'were archived already',
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
    n('undone') > 0 ? `${people(n('undone'))}: taken back` : '',
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
  notice: 'are told in the app',
  archive: 'leave the lists. Bookings, credits and their story stay',
  restore: 'stand in the lists again',
}

const doneWords: Record<BulkAct, string> = {
  tag: 'tagged',
  untag: 'tag removed',
  note: 'note written',
  notice: 'told in the app',
  archive: 'archived',
  restore: 'brought back',
}

/** The title of the form. */
export const bulkAsks: Record<BulkAct, string> = {
  tag: 'Add a tag to several people',
  untag: 'Remove a tag from several people',
  note: 'Write a note about several people',
  notice: 'Tell several people something',
  archive: 'Archive several people',
  restore: 'Bring several people back',
}
