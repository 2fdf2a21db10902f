/** The rows of a file as leads: cleaned, with reasons for what is left out. Pure. */
import { preferredSlots, tidyTimes } from '#app/domain/leads/capture/form-definition.ts'
import { type Pipeline, stateOf } from '#app/domain/leads/stages.ts'
import { longestOf } from '#app/domain/people/person-fields.ts'
import type { TableRow } from '#app/values/table/read-table.ts'
import { readAmount } from '#app/values/table/written-amount.ts'
import { foldName } from '#app/values/text/fold.ts'
import type { LocalDate } from '#app/values/zone.ts'
import { leadTargets } from '../columns.ts'
import type { RefusedRow } from '../prepared-row.ts'
import { type ReadOptions, readRow } from '../read-row.ts'

/** What a row says of a lead, clean and in the forms in which it is kept. */
export type LeadFields = {
  name: string
  email: string
  phone: string
  interest: string
  /** `weekday-evening, weekend-morning` */
  times: string
  campaign: string
  valueMinor: number | null
  tags: string
  referredBy: string
  firstTouchOn: LocalDate | ''
  /** Names, as the file has them. */
  source: string
  stage: string
  owner: string
  /** What else the row says, in lines. */
  text: string
}

export type PreparedLead = LeadFields & { line: number; kind: 'no_email' | 'formula' | 'ready' }

export type LeadOptions = ReadOptions & { currency: string; pipelines: readonly Pipeline[] }

/** Words of other programs for a lead that is over. */
const overWords = /^(won|lost|converted|joined|member|customer|closed.*|dead|unqualified|junk)$/i

/**
 * Prepares every row. One that says the same as a row before it is left out, as is one that is over:
 * two rows with one address are one lead, with a touch each.
 */
export function prepareLeads(
  table: { rows: readonly TableRow[]; unclosed: number | null },
  options: LeadOptions,
): { rows: PreparedLead[]; refused: RefusedRow[] } {
  const seen = new Map<string, number>()
  const rows: PreparedLead[] = []
  const refused: RefusedRow[] = []
  for (const row of table.rows) {
    const { line } = row
    const { fields, refusal } = readLead(row, options)
    const said = JSON.stringify(fields)
    const before = seen.get(said)
    const why =
      line === table.unclosed
        ? { column: '', value: '', why: 'A quotation mark is opened here and never closed' }
        : (refusal ??
          (before === undefined
            ? null
            : { column: '', value: '', why: `The same as line ${before}` }))
    if (why) {
      refused.push({ line, name: fields.name, ...why })
      continue
    }
    seen.set(said, line)
    rows.push({ ...fields, line, kind: kindOf(fields) })
  }
  return { rows, refused }
}

function kindOf({ name, email, phone }: LeadFields): PreparedLead['kind'] {
  if (email === '' && phone === '') return 'no_email'
  return /^[=+@-]/.test(name) ? 'formula' : 'ready'
}

function readLead(row: TableRow, options: LeadOptions) {
  const { mapping, currency, pipelines } = options
  const read = readRow(row, options, leadTargets)
  const name = read.name(['name', 'first_name', 'middle_name', 'last_name'], longestOf.name)
  const { phone, words } = read.phone('phone')
  const times = timesOf(read.known('times', 200))
  const source = read.known('source', 80)
  const stage = read.known('stage', 80)
  const over = isOver(stage, pipelines)
  const stageColumn = read.columnsOf('stage')[0] ?? 0
  const value = read.known('value', 40)
  const amount = value === '' ? null : readAmount(value, currency)
  const valueMinor = amount !== null && amount >= 0 ? amount : null
  const fields: LeadFields = {
    name,
    email: read.email('email'),
    phone,
    interest: read.known('interest', 200),
    times: times.kept,
    campaign: read.known('campaign', 80),
    valueMinor,
    tags: read.tags('tags'),
    referredBy: read.known('referrer', 80),
    firstTouchOn: read.date('first_touch', '1990-01-01'),
    source,
    stage,
    owner: read.known('owner', 80),
    text: read.note('note', [...words, ...(times.said ? [`Times: ${times.said}`] : [])]),
  }
  if (value !== '' && valueMinor === null)
    read.refuse(mapping.indexOf('value'), `This isn’t an amount in ${currency}`)
  if (over) read.refuse(stageColumn, 'This lead is closed. Only open leads are imported')
  return { fields, refusal: read.refusal() }
}

/** Parts of the week that are known; anything else stays as it was said. */
function timesOf(written: string): { kept: string; said: string } {
  const parts = written.split(/[,;|]/).map((part) => foldName(part))
  const ids = parts.map(
    (part) => preferredSlots.find(({ id, name }) => part === foldName(name) || part === id)?.id,
  )
  return ids.every(Boolean)
    ? { kept: tidyTimes(ids as string[]), said: '' }
    : { kept: '', said: written }
}

/** A stage of the studio's of that name says it, else the words of other programs. */
function isOver(stage: string, pipelines: readonly Pipeline[]): boolean {
  const own = stageNamed(stage, pipelines)
  if (own) return stateOf(own.kind) === 'won' || stateOf(own.kind) === 'lost'
  return overWords.test(stage)
}

/** The stage of that name, of the first pipeline that has one. */
export const stageNamed = (name: string, pipelines: readonly Pipeline[]) =>
  pipelines.flatMap(({ stages }) => stages).find((stage) => foldName(stage.name) === foldName(name))
