/** What a file is of, told by headers that no other kind has (formats.md). Pure. */
import type { HoldingKind } from '#app/db/studio/imports-words.ts'
import type { FileKind } from './columns.ts'

/** All headers of one list are there, in any order. */
const signs: Record<HoldingKind, readonly (readonly string[])[]> = {
  packs: [
    ['remaining', 'numclasses'],
    ...['creditsleft', 'classesleft', 'sessionsleft', 'creditsremaining'].map((left) => [left]),
  ],
  memberships: [
    ['contractname', 'nextpaymentdate'],
    ['contractname', 'paymentfrequency'],
    ['nextpayment', 'plan'],
    ['nextpayment', 'membership'],
  ],
  balances: [['giftcardextid']],
  visits: [['visitdate', 'status']],
  families: [['relationid'], ['relname1', 'relname2']],
  levels: [['ladder', 'level'], ...['level', 'rank', 'belt'].map((level) => [level, 'examiner'])],
}

/** The kind that the headers are of beyond doubt; null where it takes a person to say. */
export function tellKind(header: readonly string[]): HoldingKind | null {
  const names = new Set(header.map((name) => name.toLowerCase().replace(/[^a-z0-9]/g, '')))
  const told = (Object.keys(signs) as HoldingKind[]).filter((kind) =>
    signs[kind].some((list) => list.every((name) => names.has(name))),
  )
  return told.length === 1 ? told[0]! : null
}

/** As the form calls each kind. */
export const fileKindWords: Record<FileKind, string> = {
  people: 'Members, present or past',
  leads: 'Leads: people who asked about the studio and haven’t joined',
  packs: 'Packs with the classes left in them',
  memberships: 'Memberships with their next payment',
  balances: 'Account balances and gift cards',
  visits: 'Visits of the past',
  families: 'Families: who is whose parent',
  levels: 'Levels people have reached, with their dates',
}
