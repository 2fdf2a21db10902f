/** One row of each kind of file, asked column by column; the first thing wrong with it is kept. */
import type { HoldingKind } from '#app/db/studio/imports-words.ts'
import { relationOfWord } from '#app/domain/families/family-relations.ts'
import { longestOf } from '#app/domain/people/person-fields.ts'
import type { TableRow } from '#app/values/table/read-table.ts'
import { foldName } from '#app/values/text/fold.ts'
import type { RefusedRow } from '../prepared-row.ts'
import { type ReadOptions, readRow } from '../read-row.ts'
import { holdingTargets } from './columns.ts'
import type { FamilyFacts, Holder, HoldingFacts, Relation } from './holding-facts.ts'

export type HoldingOptions = ReadOptions & { currency: string }

/** Rows that have nothing to bring, by why; they are counted and no fault. */
export type NothingThere = 'over' | 'used' | 'returned' | 'contract' | 'nothing'

const isYes = (text: string) => /^(true|yes|y|1|ja|oui|x)$/i.test(text)

export type ReadHolding = {
  name: string
  who: Holder
  reference: string
  facts: HoldingFacts
  refusal: Omit<RefusedRow, 'line' | 'name'> | null
  nothing: NothingThere | null
}
type Reader = (row: TableRow, options: HoldingOptions) => ReadHolding

/** Whose a row is. A row that does not say it is refused. */
function reader(row: TableRow, options: HoldingOptions, kind: HoldingKind) {
  const read = readRow<string>(row, options, holdingTargets[kind])
  const holder = (of: {
    id: string
    barcode: string
    email: string
    name: string
    parts: string[]
  }): Holder => {
    const id = read.known(of.id, 60)
    const barcode = read.known(of.barcode, longestOf.barcode)
    return {
      keys: [...(id ? [`id:${id}`] : []), ...(barcode ? [`barcode:${barcode}`] : [])],
      barcode,
      email: read.email(of.email),
      name: [of.name, ...of.parts]
        .map((part) => read.text(part, longestOf.name))
        .filter(Boolean)
        .join(' ')
        .slice(0, longestOf.name),
    }
  }
  const who = holder({
    ...{ id: 'external_id', barcode: 'barcode', email: 'email', name: 'name' },
    parts: ['first_name', 'last_name'],
  })
  const column = (target: string) => options.mapping.indexOf(target)
  const refuse = (target: string, why: string) => read.refuse(column(target), why)
  const named = kind === 'levels' && who.name !== ''
  if (who.keys.length === 0 && who.email === '' && !named)
    read.refuse(
      Math.max(...['external_id', 'email', 'barcode', 'name', 'last_name'].map(column)),
      'Doesn’t say whose it is',
    )
  return { ...read, holder, who, refuse }
}

/** Whole classes; null where the cell is empty. */
function wholeOf(text: string): number | null | 'none' {
  if (text === '') return null
  const bare = text.replace(/[.,]0+$/, '')
  return /^[-−]?\d{1,6}$/.test(bare) ? Number(bare.replace('−', '-')) : 'none'
}

/** What other programs write for classes without a limit. */
const unlimitedFrom = 1_000

const packs: Reader = (row, options) => {
  const read = reader(row, options, 'packs')
  const word = read.known('offer', 120)
  const left = wholeOf(read.known('remaining', 20))
  const classes = wholeOf(read.known('classes', 20))
  const expiresOn = read.day('expires_on')
  const startsOn = read.day('starts_on')
  const boughtOn = read.date('bought_on', '1990-01-01')
  const contract = read.known('contract', 60)
  const returned = isYes(read.text('returned', 20))
  const remaining = typeof left === 'number' ? left : 0
  const over = expiresOn !== '' && expiresOn < options.today
  if (left === 'none') read.refuse('remaining', 'Classes left are a whole number')
  else if (!contract && !returned && !over) {
    if (left === null) read.refuse('remaining', 'Doesn’t say how many classes are left')
    else if (left < 0)
      read.refuse('remaining', 'Fewer than no classes are left. Settle what they owe by hand')
    else if (left >= unlimitedFrom)
      read.refuse('remaining', 'This pack has no limit. Add a membership for them instead')
  }
  if (word === '') read.refuse('offer', 'Doesn’t say which pack it is')
  if (startsOn !== '' && expiresOn !== '' && expiresOn < startsOn)
    read.refuse('expires_on', 'Ends before it begins')
  const count = typeof classes === 'number' ? classes : 0
  const said = [foldName(word), boughtOn, startsOn, expiresOn, remaining].join('|')
  return {
    ...{ name: read.who.name, who: read.who },
    reference: read.known('reference', 60) || said,
    facts: { kind: 'packs', word, remaining, classes: count, boughtOn, startsOn, expiresOn },
    refusal: read.refusal(),
    nothing: nothingOf({ contract: contract !== '', returned, over, used: remaining === 0 }),
  }
}

/** The first that holds, in this order. */
function nothingOf(held: Partial<Record<NothingThere, boolean>>): NothingThere | null {
  const order = ['contract', 'returned', 'over', 'used', 'nothing'] as const
  return order.find((why) => held[why]) ?? null
}

const memberships: Reader = (row, options) => {
  const read = reader(row, options, 'memberships')
  const word = read.known('offer', 120)
  const startsOn = read.day('starts_on')
  const endsOn = read.day('ends_on')
  const nextOn = read.day('next_on')
  const from = read.day('freeze_from')
  const until = read.day('freeze_until')
  const renewsText = read.text('renews', 20)
  const renews = renewsText === '' ? endsOn === '' : isYes(renewsText)
  const priceMinor = read.amount('price', options.currency)
  const payerId = read.known('payer_id', 60)
  const payerKeys = payerId && !read.who.keys.includes(`id:${payerId}`) ? [`id:${payerId}`] : []
  if (word === '') read.refuse('offer', 'Doesn’t say which plan it is')
  if (priceMinor !== null && priceMinor < 0)
    read.refuse('price', 'A membership can’t cost less than nothing')
  if (startsOn !== '' && endsOn !== '' && endsOn < startsOn)
    read.refuse('ends_on', 'Ends before it begins')
  if (from !== '' && until !== '' && until < from)
    read.refuse('freeze_until', 'The freeze ends before it begins')
  const frozen = from !== '' && (until === '' || until >= options.today)
  const payer = read.known('payer', longestOf.name)
  return {
    ...{ name: read.who.name, who: read.who },
    reference: read.known('reference', 60) || [foldName(word), startsOn].join('|'),
    facts: {
      kind: 'memberships',
      ...{ word, priceMinor, nextOn, startsOn, endsOn, renews },
      frequency: read.known('frequency', 40),
      freeze: frozen ? { from, until } : null,
      payer: payerKeys.length > 0 ? { keys: payerKeys, barcode: '', email: '', name: payer } : null,
    },
    refusal: read.refusal(),
    nothing: nothingOf({ over: !renews && endsOn !== '' && endsOn < options.today }),
  }
}

const balances: Reader = (row, options) => {
  const read = reader(row, options, 'balances')
  const minor = read.amount('balance', options.currency)
  const card = read.known('card', 60)
  if (minor !== null && minor < 0 && card !== '')
    read.refuse('balance', 'A gift card can’t hold less than nothing')
  return {
    ...{ name: read.who.name, who: read.who },
    // One balance a person, and one a card: a second row of either is the same.
    reference: card ? `card:${card}` : 'account',
    facts: { kind: 'balances', word: '', minor: minor ?? 0, card },
    refusal: read.refusal(),
    nothing: nothingOf({ nothing: (minor ?? 0) === 0 }),
  }
}

/** `6:30 PM` and `18:30:00` as `18:30`; empty where there is no time, null where it is none. */
function clockOf(text: string): string | null {
  if (text === '') return ''
  const found = /(?:^|\s)(\d{1,2})[:.](\d{2})(?:[:.]\d{2})?\s*([ap])?\.?m?\.?$/i.exec(text)
  if (!found) return null
  const half = found[3]?.toLowerCase()
  const hour = half ? (Number(found[1]) % 12) + (half === 'p' ? 12 : 0) : Number(found[1])
  return hour > 23 || Number(found[2]) > 59 ? null : `${String(hour).padStart(2, '0')}:${found[2]}`
}

const visits: Reader = (row, options) => {
  const read = reader(row, options, 'visits')
  const on = read.date('visited_on', '1990-01-01')
  const at = clockOf(read.known('visited_at', 40))
  const className = read.known('class', 120)
  if (on === '') read.refuse('visited_on', 'Doesn’t say which day it was')
  if (at === null) read.refuse('visited_at', 'This isn’t a time')
  return {
    ...{ name: read.who.name, who: read.who },
    reference: read.known('reference', 60) || [on, at, foldName(className)].join('|'),
    facts: {
      ...{ kind: 'visits', on, at: at ?? '', className },
      word: read.known('status', 40),
    },
    refusal: read.refusal(),
    nothing: null,
  }
}

const isGuardian = (word: string) =>
  /^(parent|mother|father|mum|mom|dad|guardian|step ?(mother|father|parent)|mutter|vater)$/i.test(
    word,
  )
const isDependant = (word: string) => /^(child|son|daughter|dependa[ne]t|kid|kind)$/i.test(word)

/** A relation is told by what either is: the parent of somebody, or somebody's child. */
function relationOf(first: string, second: string): Relation {
  if (isGuardian(first) || (first === '' && isDependant(second))) return 'guardian'
  if (isDependant(first) || (first === '' && isGuardian(second))) return 'dependant'
  return 'other'
}

/** Neither looks after the other: what the second is to the first, or the other way round (`back`). */
function tieOf(first: string, second: string): FamilyFacts['tie'] {
  const [one, other] = [relationOfWord(first), relationOfWord(second)]
  return { relation: other ?? one ?? 'other', back: other === null && one !== null }
}

const families: Reader = (row, options) => {
  const read = reader(row, options, 'families')
  const [first, second] = [read.known('relation', 40), read.known('other_relation', 40)]
  const other = read.holder({
    ...{ id: 'other_id', barcode: 'other_barcode', email: 'other_email', name: 'other_name' },
    parts: ['other_first', 'other_last'],
  })
  if (other.keys.length === 0 && other.email === '')
    read.refuse('other_id', 'Doesn’t say who the second person is')
  else if (other.keys[0] !== undefined && other.keys[0] === read.who.keys[0])
    read.refuse('other_id', 'Both are the same person')
  const word = [first, second].filter(Boolean).join(', ')
  return {
    ...{ name: read.who.name, who: read.who },
    reference: read.known('reference', 60) || (other.keys[0] ?? other.email),
    facts: {
      kind: 'families',
      word,
      other,
      relation: relationOf(first, second),
      tie: tieOf(first, second),
    },
    refusal: read.refusal(),
    nothing: null,
  }
}

const levels: Reader = (row, options) => {
  const read = reader(row, options, 'levels')
  const [ladder, level] = [read.known('ladder', 40), read.known('level', 40)]
  const on = read.date('reached_on', '1950-01-01')
  const stripes = wholeOf(read.known('stripes', 10))
  if (level === '') read.refuse('level', 'Doesn’t say which level it is')
  if (on === '') read.refuse('reached_on', 'Doesn’t say which day it was')
  if (stripes === 'none') read.refuse('stripes', 'Stripes are a whole number')
  const word = ladder ? `${ladder}: ${level}` : level
  return {
    ...{ name: read.who.name, who: read.who },
    reference: [foldName(word), on].join('|'),
    facts: {
      ...{ kind: 'levels', word, on, examiner: read.known('examiner', 80) },
      stripes: typeof stripes === 'number' ? Math.max(0, stripes) : 0,
    },
    refusal: read.refusal(),
    nothing: null,
  }
}

export const readers: Record<HoldingKind, Reader> = {
  packs,
  memberships,
  balances,
  visits,
  families,
  levels,
}
