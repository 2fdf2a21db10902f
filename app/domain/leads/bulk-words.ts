/** An act on several leads, in words. Pure. */
import { count } from '#app/values/wording.ts'

/** What is done with several at once. */
export const bulkLeadsActs = ['assign', 'tag', 'message', 'lose'] as const
export type BulkLeadsAct = (typeof bulkLeadsActs)[number]

/** Why a lead is left out. */
export const leftOutOfBulk = {
  over: 'Won or lost already',
  full: 'Has as many tags as fit',
  no_address: 'No email address',
  do_not_contact: 'Do not contact',
  minor: 'Under 18',
  unsubscribed: 'Unsubscribed',
  no_consent: 'Has not agreed to news',
} as const
export type LeftOutOfBulk = keyof typeof leftOutOfBulk

export const bulkLeadsButtons: Record<BulkLeadsAct, string> = {
  assign: 'Assign',
  tag: 'Add a tag',
  message: 'Message',
  lose: 'Mark as lost',
}

const done: Record<BulkLeadsAct, string> = {
  assign: 'assigned',
  tag: 'tagged',
  message: 'written to',
  lose: 'marked as lost',
}

const what: Record<BulkLeadsAct, string> = {
  assign: 'Their open tasks go to the new owner. The leads are told nothing.',
  tag: 'The leads are told nothing.',
  message:
    'Each gets an email of their own, with a link to unsubscribe. It is noted as a touch of the lead.',
  lose: 'Their open tasks end. The leads are told nothing, and can be opened again.',
}

export function bulkLeadsWords(act: BulkLeadsAct, all: number, left: number) {
  return {
    title:
      all === 0 ? bulkLeadsButtons[act] : `${bulkLeadsButtons[act]}: ${count(all - left, 'lead')}`,
    intro: [what[act], left > 0 && `${count(left, 'lead')} left out.`].filter(Boolean).join(' '),
  }
}

/** What a press did. */
export const bulkLeadsDone = (act: BulkLeadsAct, changed: number, same: number): string =>
  changed === 0
    ? 'Nothing was left to do.'
    : `${count(changed, 'lead')} ${done[act]}.` +
      (same > 0 ? ` ${count(same, 'lead')} left as ${same === 1 ? 'it was' : 'they were'}.` : '')
