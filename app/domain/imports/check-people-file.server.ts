/** A file of people from its upload to the end of its check: nothing of it is in the studio yet. */
import { and, eq, inArray } from 'drizzle-orm'
import { peopleImports } from '#app/db/studio/imports.ts'
import { listFields, toFields } from '#app/domain/people/fields/field-queries.server.ts'
import { newId, randomCharacters } from '#app/values/id.ts'
import { decodeText } from '#app/values/table/decode-text.ts'
import { readTable, type Table } from '#app/values/table/read-table.ts'
import { type DateOrder, needsOrder, proveOrder } from '#app/values/table/written-date.ts'
import { tidyStart } from '#app/values/text/tidy-text.ts'
import { count } from '#app/values/wording.ts'
import { localDate } from '#app/values/zone.ts'
import { columnsOf } from './checked-columns.ts'
import { type FileKind, isDateTarget, isHoldingKind, layoutOf, mappingProblem } from './columns.ts'
import { type CheckedHoldings, checkHoldings } from './holdings/check-holdings.server.ts'
import { findPeopleImport, type PeopleImport } from './import-queries.server.ts'
import { type Check, marksAtMost, rowsAtMost } from './import-words.ts'
import {
  checkKey,
  type FileContext,
  rawKey,
  readRefused,
  refusedKey,
  rowsAtOnce,
  rowsKey,
} from './imported-file.server.ts'
import { checkLeads } from './leads/check-leads.server.ts'
import { type MatchedRow, matchRows } from './match-rows.server.ts'
import { knownMapping, ownDates, ownProblem, withOwnColumns } from './own-columns.ts'
import { findingsOf, isNobody, unknownRow } from './people-findings.ts'
import { prepareRows } from './prepare-rows.ts'
import type { CheckedRows, RowKind } from './prepared-row.ts'
import type { ReadOptions } from './read-row.ts'
import { fileKindWords, tellKind } from './tell-kind.ts'

/** A row as it waits: `links` are guardians that can be noted once this row is there. */
export type WaitingRow = MatchedRow & { links: [dependantLine: number, guardianLine: number][] }

export type UploadResult =
  | { ok: true; importId: string }
  | { ok: false; reason: 'unreadable'; sentence: string }

/**
 * Takes a file in (SM-IMPORT uploaded), maps its columns as well as its headers allow and, where
 * nothing has to be asked, checks it. The file is kept as it came, in a place nobody has an address
 * of. What it is of can be left to its headers (`told`); refuses, with one sentence, what is no list
 * and what is plainly of another kind.
 */
export async function uploadPeopleFile(
  ctx: FileContext,
  file: { name: string; bytes: Uint8Array },
  said: FileKind | 'told' = 'people',
): Promise<UploadResult> {
  const table = readTable(decodeText(file.bytes).text)
  const sentence = unreadable(table)
  if (sentence) return { ok: false, reason: 'unreadable', sentence }
  const told = tellKind(table.header)
  if (told && said !== told && said !== 'told' && isHoldingKind(said)) {
    const sentence = `The columns are those of another file: “${fileKindWords[told]}”. Choose that.`
    return { ok: false, reason: 'unreadable', sentence }
  }
  const kind = said === 'told' ? (told ?? 'people') : said
  const importId = newId()
  const objectKey = `imports/${randomCharacters(32)}`
  const layout = layoutOf(table.header, kind)
  const fields = kind === 'people' ? toFields(await listFields(ctx)) : []
  const mapping = withOwnColumns(layout.mapping, table.header, fields)
  // The row first: a file that nobody knows of would stay in the bucket for ever.
  await ctx.db.insert(peopleImports).values({
    id: importId,
    studioId: ctx.studio.id,
    kind,
    state: 'uploaded',
    fileName: tidyStart(file.name, 120) || 'file.csv',
    objectKey,
    source: layout.source,
    mapping,
    dateOrder: '',
    findings: {},
    actorId: ctx.actor.userId,
    actorName: ctx.actor.name,
    createdAt: ctx.now,
  })
  await ctx.media.put(rawKey(objectKey), file.bytes)
  await checkPeopleFile(ctx, importId, { mapping, dateOrder: '' }, table)
  return { ok: true, importId }
}

function unreadable({ header, rows }: Table): string | null {
  if (header.length === 0) return 'The file is empty.'
  if (header.length > 200) return 'The file has more than 200 columns. Leave some out.'
  if (rows.length === 0)
    return 'The file has a first row and nothing below it. The first row names the columns.'
  if (rows.length > rowsAtMost)
    return `The file has ${count(rows.length, 'row')}. Import at most ${rowsAtMost.toLocaleString('en-GB')} at once.`
  return null
}

export type CheckResult = { ok: true } | { ok: false; reason: 'not_found' | 'started' }

/**
 * Maps the columns as chosen (`mapped`) and checks what importing would do (`dry_run`), without
 * doing any of it. Where dates are written in an order nobody can tell, or the mapping has no name,
 * it stays `mapped` and asks. Refused once the import was started.
 */
export async function checkPeopleFile(
  ctx: FileContext,
  importId: string,
  chosen: {
    /** As it is, where only answers come. */
    mapping?: readonly string[]
    dateOrder?: DateOrder | ''
    /** To what was asked of words and cases, by key; empty takes an answer back. */
    answers?: Readonly<Record<string, string>>
  },
  given?: Table,
): Promise<CheckResult> {
  const job = await findPeopleImport(ctx, importId)
  if (!job || job.state === 'discarded') return { ok: false, reason: 'not_found' }
  if (!open.includes(job.state as (typeof open)[number])) return { ok: false, reason: 'started' }
  const table = given ?? (await readAgain(ctx, job))
  if (!table) return { ok: false, reason: 'not_found' }
  const fields = job.kind === 'people' ? toFields(await listFields(ctx)) : []
  const of = { kind: job.kind, fields }
  const mapping = knownMapping(chosen.mapping ?? job.mapping, table.header.length, of)
  const ownDate = ownDates(fields)
  const isDate = (to: string) => isDateTarget(to) || ownDate.has(to)
  const dates = mapping.flatMap((to, i) => (isDate(to) ? [i] : []))
  const proof = proveOrder(dates.flatMap((i) => table.rows.map(({ cells }) => cells[i] ?? '')))
  const decisions = decisionsAfter(job.decisions, chosen.answers ?? {})
  const order =
    (chosen.mapping ? chosen.dateOrder : job.dateOrder) ||
    proof.order ||
    (needsOrder(proof) ? null : 'ymd')
  const problem = mappingProblem(mapping, job.kind) ?? ownProblem(mapping, fields)
  const check = {
    rows: table.rows.length,
    layout: layoutOf(table.header, job.kind).name,
    proof: proof.only,
    asksOrder: order === null,
    problem,
    columns: columnsOf(ctx, table, mapping, order, isDate),
    examples: { dependant: [], no_email: [], formula: [] },
    marks: '',
  } satisfies Check
  const done =
    order && !problem
      ? await dryRun(ctx, { ...job, decisions }, table, { mapping, order, fields }, check)
      : null
  if (!done) await ctx.media.put(checkKey(job.objectKey), JSON.stringify(check))
  await ctx.db
    .update(peopleImports)
    .set({
      mapping,
      decisions,
      dateOrder: order ?? '',
      state: done ? 'dry_run' : 'mapped',
      ...(done ?? { total: 0, refused: 0, findings: {} }),
    })
    .where(
      and(
        eq(peopleImports.studioId, ctx.studio.id),
        eq(peopleImports.id, importId),
        inArray(peopleImports.state, open),
      ),
    )
  return { ok: true }
}

const open = ['uploaded', 'mapped', 'dry_run'] as const

async function readAgain({ media }: Pick<FileContext, 'media'>, { objectKey }: PeopleImport) {
  const object = await media.get(rawKey(objectKey))
  return object ? readTable(decodeText(new Uint8Array(await object.arrayBuffer())).text) : null
}

/** What is put behind the columns of a row that is left out; not read when it comes again. */
const reasonColumns = ['Left out: column', 'Left out: why']

/**
 * Rows of a file that are left out, as the file has them, with the reason behind their own columns:
 * corrected and imported again they are the rows they were.
 */
export async function refusedRows(
  ctx: Pick<FileContext, 'media'>,
  job: PeopleImport,
): Promise<string[][]> {
  const [table, refused] = await Promise.all([readAgain(ctx, job), readRefused(ctx, job)])
  if (!table) return [reasonColumns]
  const own = table.header.flatMap((name, i) => (reasonColumns.includes(name) ? [] : [i]))
  const cellsAt = new Map(table.rows.map(({ line, cells }) => [line, cells]))
  return [
    [...own.map((i) => table.header[i] ?? ''), ...reasonColumns],
    ...refused.map(({ line, column, why }) => [
      ...own.map((i) => cellsAt.get(line)?.[i] ?? ''),
      ...[column, why],
    ]),
  ]
}

async function dryRun(
  ctx: FileContext,
  job: PeopleImport,
  table: Table,
  read: Pick<ReadOptions, 'mapping' | 'order' | 'fields'>,
  check: Check,
) {
  const { timeZone, locale } = ctx.studio
  const today = localDate(ctx.now, timeZone)
  const options = { ...read, header: table.header, today, locale }
  const { rows, refused, findings, ...asked } = await checkRows(ctx, job, table, options)
  for (let from = 0; from < rows.length; from += rowsAtOnce) {
    const key = rowsKey(job.objectKey, from / rowsAtOnce)
    await ctx.media.put(key, JSON.stringify(rows.slice(from, from + rowsAtOnce)))
  }
  const names = new Map(rows.map(({ line, name }) => [line, name]))
  const few = (kind: RowKind) =>
    rows
      .filter((row) => row.kind === kind)
      .slice(0, 20)
      .map(({ line, name, guardian }) => ({
        ...{ line, name },
        ...(guardian && 'line' in guardian ? { with: names.get(guardian.line) ?? '' } : {}),
      }))
  const letters = new Map<number, string>([
    ...rows.map(
      ({ line, kind }) =>
        [line, { ready: 'r', no_email: 'n', dependant: 'd', formula: 'f' }[kind]] as const,
    ),
    ...refused.map(({ line }) => [line, 'x'] as const),
  ])
  const full: Check = {
    ...check,
    ...asked,
    examples: { dependant: few('dependant'), no_email: few('no_email'), formula: few('formula') },
    marks:
      table.rows.length > marksAtMost
        ? ''
        : table.rows.map(({ line }) => letters.get(line) ?? 'x').join(''),
  }
  await ctx.media.put(checkKey(job.objectKey), JSON.stringify(full))
  await ctx.media.put(refusedKey(job.objectKey), JSON.stringify(refused))
  return { total: rows.length, refused: refused.length, findings }
}

async function checkRows(
  ctx: FileContext,
  job: PeopleImport,
  table: Table,
  options: ReadOptions,
): Promise<CheckedRows & Partial<Pick<CheckedHoldings, 'questions' | 'watch'>>> {
  const { kind } = job
  if (kind === 'leads') return checkLeads(ctx, table, options)
  return isHoldingKind(kind)
    ? checkHoldings(ctx, { ...job, kind }, table, options)
    : checkPeople(ctx, job, table, options)
}

/** At most so many: a file that has more to decide is one that is matched wrongly. */
const mostDecisions = 2_000

const decisionsAfter = (
  before: Readonly<Record<string, string>>,
  answers: Readonly<Record<string, string>>,
): Record<string, string> =>
  Object.fromEntries(
    Object.entries({ ...before, ...answers })
      .filter(([, answer]) => answer !== '')
      .slice(0, mostDecisions),
  )

async function checkPeople(
  ctx: FileContext,
  job: PeopleImport,
  table: Table,
  options: ReadOptions,
): Promise<CheckedRows> {
  const prepared = prepareRows(table, options)
  const rows: MatchedRow[] = []
  for (let from = 0; from < prepared.rows.length; from += 1_000)
    rows.push(...(await matchRows(ctx, job.source, prepared.rows.slice(from, from + 1_000))))
  const waiting = withLinks(rows.filter((row) => !isNobody(row)))
  const refused = [...prepared.refused, ...rows.filter(isNobody).map(unknownRow)]
  return { rows: waiting, refused, findings: findingsOf(waiting) }
}

/** Notes each family on whichever of its rows comes later. */
function withLinks(rows: readonly MatchedRow[]): WaitingRow[] {
  const waiting = rows.map((row): WaitingRow => ({ ...row, links: [] }))
  const byLine = new Map(waiting.map((row) => [row.line, row]))
  for (const row of waiting) {
    if (!row.guardian || !('line' in row.guardian)) continue
    const guardian = byLine.get(row.guardian.line)
    if (guardian) (row.line > guardian.line ? row : guardian).links.push([row.line, guardian.line])
  }
  return waiting
}
