/** What can be done with many people at once: its forms, and how each outcome is said. */
import { z } from 'zod'
import { bulkActs } from '#app/db/studio/people-words.ts'
import type { Permission } from '#app/domain/identity/permissions.ts'
import { idForm } from '#app/values/id.ts'
import { count } from '#app/values/wording.ts'
import { formKey, oneTag } from './person-fields.ts'

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

/** People chosen one by one, at most this many; more are chosen by what the list is filtered to. */
export const mostChosen = 200

export const bulkChoice = z.object({
  act: z.enum(bulkActs),
  /** Everybody the filters leave. */
  all: z.literal('1').or(z.literal('')).catch(''),
})

const text = (max: number) =>
  z
    .string({ error: 'Write what is to be known' })
    .trim()
    .min(1, { error: 'Write what is to be known' })
    .max(max, { error: `Write at most ${max.toLocaleString('en-GB')} characters` })

const whom = {
  key: formKey,
  p: z.array(z.string().regex(idForm)).max(mostChosen, { error: 'Choose fewer people' }).default([]),
  all: z.literal('1').optional(),
  /** The filters as they stood in the list's address. */
  filters: z.string().max(600).optional(),
}

export const bulkForm = z.discriminatedUnion(
  'act',
  [
    z.object({ act: z.literal('tag'), ...whom, tag: oneTag }),
    z.object({ act: z.literal('untag'), ...whom, tag: oneTag }),
    z.object({
      act: z.literal('note'),
      ...whom,
      kind: z.enum(['note', 'yellow', 'red'], { error: 'Choose what kind of note it is' }),
      text: text(1_000),
    }),
    z.object({ act: z.literal('notice'), ...whom, text: text(300) }),
    z.object({
      act: z.literal('archive'),
      ...whom,
      reason: z.string().trim().max(200, { error: 'Say it in at most 200 characters' }).optional(),
    }),
    z.object({ act: z.literal('restore'), ...whom }),
  ],
  { error: 'Choose what to do' },
)

export type BulkForm = z.output<typeof bulkForm>

/** What the act needs, as it is kept with the change. */
export function bulkDetail(form: BulkForm): Record<string, string> {
  switch (form.act) {
    case 'tag':
    case 'untag':
      return { tag: form.tag }
    case 'note':
      return { kind: form.kind, text: form.text }
    case 'notice':
      return { text: form.text }
    case 'archive':
      return { reason: form.reason ?? '' }
    case 'restore':
      return {}
  }
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

/** The outcomes as lines of a list, largest matter first: `12 changed`, `2 left out: they work here`. */
export function outcomeLines(act: BulkAct, outcomes: readonly OutcomeCount[]): string[] {
  const n = (outcome: string) => outcomes.find((one) => one.outcome === outcome)?.n ?? 0
  const lines = [
    n('undone') > 0 ? `${count(n('undone'), 'person', 'people')} taken back` : '',
    n('changed') > 0 || n('undone') === 0 ? `${count(n('changed'), 'person', 'people')} changed` : '',
    n('same') > 0 ? `${n('same')} ${sameWords[act]}` : '',
    ...Object.entries(leftOutWords).map(([outcome, words]) =>
      n(outcome) > 0 ? `${n(outcome)} left out: they ${words}` : '',
    ),
  ]
  return lines.filter(Boolean)
}
