import { type SQL, sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import {
  keptAddressesSql,
  reachedAtSql,
} from '#app/domain/people/consents/unreachable-sql.server.ts'
import { type Fillable, fillable } from '#app/domain/people/import-statements.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { parseHomePhone } from '#app/values/phone.ts'
import { groupBy } from '#app/values/table/group-by.ts'
import { foldName } from '#app/values/text/fold.ts'
import { localDate } from '#app/values/zone.ts'
import { consentKey, ways } from './consent-columns.ts'
import { ownTarget } from './own-columns.ts'
import { isMinor } from './prepare-rows.ts'
import type { PreparedRow, SaidConsents } from './prepared-row.ts'

export type MatchedRow = PreparedRow & {
  hash: string
  /** Whom the studio has already; null is new. */
  personId: string | null
  outcome: 'added' | 'filled' | 'unchanged'
  /** What of theirs is empty and the file knows; the studio's own fields as `own.<field>`. */
  filled: Readonly<Record<string, string>>
  /** Their guardian is somebody the studio has already. */
  guardianId: string | null
}

type Known = Record<Fillable, string> & {
  id: string
  name: string
  said: string
  /** Ids of the studio's own fields that they have answered, as JSON. */
  answered: string
  /**
   * Ways of which they have said yes or no to news, or that are suppressed, as JSON; `email:yes` where
   * all that is known is a file's yes.
   */
  told: string
  /** Texts of the notes about them, as JSON. */
  notes: string
}

const filledColumns = sql.raw(
  Object.entries(fillable)
    .map(([field, column]) => `coalesce(person.${column}, '') AS ${field}`)
    .join(', '),
)

const columnsSql = (ctx: StudioContext): SQL => sql`
    ${filledColumns}, (SELECT json_group_array(answer.field_id) FROM person_field_values AS answer
      WHERE answer.studio_id = person.studio_id AND answer.person_id = person.id) AS answered,
    (SELECT json_group_array(told.channel) FROM (
      SELECT iif(consent.source = 'import' AND consent.given, consent.channel || ':yes',
        consent.channel) AS channel FROM consents AS consent
      WHERE consent.studio_id = person.studio_id AND consent.person_id = person.id
        AND consent.purpose = 'marketing'
      UNION SELECT no.channel FROM suppressions AS no WHERE no.studio_id = person.studio_id
        AND no.channel = 'email' AND no.address = person.email
      UNION SELECT no.channel FROM suppressions AS no WHERE no.studio_id = person.studio_id
        AND no.channel = 'sms' AND no.address IN ${keptAddressesSql(ctx, 'sms')}) AS told) AS told,
    (SELECT json_group_array(note.text) FROM person_notes AS note
      WHERE note.studio_id = person.studio_id AND note.person_id = person.id
        AND note.removed_at IS NULL) AS notes`

/**
 * Who of these rows the studio has already: by the number of the source, else by address and name;
 * a child also by a guardian's address, and anyone without one by name and birthday or number. A row that says what it said at the last import changes
 * nothing; any other fills what is empty, adds a note that is not there, and never writes over what
 * is there.
 */
export async function matchRows(
  ctx: StudioContext,
  source: string,
  rows: readonly PreparedRow[],
): Promise<MatchedRow[]> {
  const { db, studio, now } = ctx
  const columns = columnsSql(ctx)
  const today = localDate(now, studio.timeZone)
  const hashes = await Promise.all(rows.map(hashOf))
  const keys = JSON.stringify(rows.flatMap((row) => row.keys))
  const emails = JSON.stringify([
    ...new Set(
      rows.flatMap(({ email, guardianEmail = '' }) => [email, guardianEmail].filter(Boolean)),
    ),
  ])
  // Anyone who has no address is asked for by birthday and number.
  const said = (of: 'birthDate' | 'phone') =>
    JSON.stringify([...new Set(rows.map((row) => (row.email ? '' : row[of])).filter(Boolean))])
  const phones = said('phone')
  const stands = sql`person.studio_id = ${studio.id} AND person.merged_into IS NULL
    AND person.erased_at IS NULL`
  const { bySource, byEmail, byFacts } = await batch(db, {
    bySource: db.all<Known & { key: string; hash: string }>(sql`
      SELECT source.external_id AS key, source.row_hash AS hash, person.id, person.name, '' AS said,
        ${columns}
      FROM json_each(${keys}) AS input CROSS JOIN person_sources AS source
        ON source.studio_id = ${studio.id} AND source.source = ${source}
          AND source.external_id = input.value
      CROSS JOIN people AS person ON person.id = source.person_id
        AND person.studio_id = ${studio.id}`),
    byEmail: db.all<Known>(sql`
      SELECT person.id, person.name, input.value AS said, ${columns}
      FROM json_each(${emails}) AS input CROSS JOIN people AS person
        ON person.studio_id = ${studio.id} AND person.email = input.value
      UNION ALL
      SELECT person.id, person.name, input.value, ${columns}
      FROM json_each(${emails}) AS input CROSS JOIN people AS guardian
        ON guardian.studio_id = ${studio.id} AND guardian.email = input.value
      CROSS JOIN guardians AS link ON link.studio_id = ${studio.id}
        AND link.guardian_id = guardian.id
      CROSS JOIN people AS person ON person.id = link.dependant_id`),
    byFacts: db.all<Known>(sql`
      SELECT person.id, person.name, '' AS said, ${columns}
      FROM json_each(${said('birthDate')}) AS input CROSS JOIN people AS person
        ON ${stands} AND person.birth_date = input.value
${
  phones === '[]'
    ? sql``
    : sql`
      UNION
      SELECT person.id, person.name, '' AS said, ${columns}
      FROM people AS person WHERE ${stands} AND person.phone <> ''
        AND ${reachedAtSql(ctx, 'sms')} IN (SELECT value FROM json_each(${phones}))`
}`),
  })
  const sources = new Map(bySource.map((known) => [known.key, known]))
  const atEmail = groupBy(byEmail, ({ said }) => said)
  const byName = groupBy(byFacts, ({ name }) => foldName(name))
  const matched = rows.map((row, i): MatchedRow => {
    const hash = hashes[i]!
    const numbered = row.keys.flatMap((key) => sources.get(key) ?? [])[0]
    const sharing = atEmail.get(row.email) ?? []
    const named = [...sharing, ...(atEmail.get(row.guardianEmail ?? '') ?? [])].find(
      ({ name }) => foldName(name) === foldName(row.name),
    )
    const known =
      row.name === ''
        ? (numbered ?? knownByAddress(row, sharing))
        : (numbered ?? named ?? knownByFacts(row, byName.get(foldName(row.name)) ?? [], studio))
    const adult = sharing.find(({ birthDate }) => !isMinor(birthDate, today))
    const childHere = known === null && adult && isMinor(row.birthDate, today)
    const guardianId = childHere ? adult.id : guardianOf(row, atEmail, today)
    const email = childHere ? '' : row.email
    const filled =
      known === null || numbered?.hash === hash ? {} : emptyOf(known, { ...row, email })
    const found = Object.keys(filled).length > 0 ? 'filled' : 'unchanged'
    return {
      ...row,
      email,
      kind: childHere ? 'dependant' : row.kind,
      hash,
      personId: known?.id ?? null,
      outcome: known === null ? 'added' : found,
      filled,
      guardianId,
    }
  })
  return withoutDisputedYes(matched)
}

/** Rows of one person under two numbers that disagree: who said no to a way in one said no. */
function withoutDisputedYes(rows: readonly MatchedRow[]): MatchedRow[] {
  const refused = new Set(
    rows.flatMap(({ personId, filled }) =>
      ways.filter((way) => filled[consentKey(way)] === 'no').map((way) => `${personId} ${way}`),
    ),
  )
  return rows.map((row) => {
    if (row.outcome !== 'filled') return row
    const disputed = ways
      .filter((way) => refused.has(`${row.personId} ${way}`))
      .map((way) => [consentKey(way), 'yes'].join())
    const kept = Object.entries(row.filled).filter((one) => !disputed.includes(one.join()))
    return { ...row, filled: Object.fromEntries(kept), outcome: kept[0] ? 'filled' : 'unchanged' }
  })
}

/** For a row without a name: the person who alone has its address. */
function knownByAddress({ email }: PreparedRow, sharing: readonly Known[]): Known | null {
  const own = sharing.filter((known) => known.email === email)
  return email !== '' && own.length === 1 ? (own[0] ?? null) : null
}

/**
 * For a row without an address: the person of the same name with its birthday, or else its number,
 * however that was typed here.
 */
function knownByFacts(
  { email, birthDate, phone }: PreparedRow,
  called: readonly Known[],
  { locale }: { locale: string },
) {
  if (email !== '') return null
  const born = called.find((known) => birthDate !== '' && known.birthDate === birthDate)
  const may = (known: Known) => birthDate === '' || known.birthDate === ''
  const dials = (known: Known) => (parseHomePhone(known.phone, locale) ?? known.phone) === phone
  return born ?? called.find((known) => phone !== '' && dials(known) && may(known)) ?? null
}

function guardianOf(
  { guardian }: PreparedRow,
  atEmail: ReadonlyMap<string, Known[]>,
  today: string,
): string | null {
  if (guardian === null || !('email' in guardian)) return null
  const adults = (atEmail.get(guardian.email) ?? []).filter(
    ({ email, birthDate }) => email === guardian.email && !isMinor(birthDate, today),
  )
  const named = adults.find(({ name }) => foldName(name) === foldName(guardian.name))
  return (named ?? (adults.length === 1 ? adults[0] : undefined))?.id ?? null
}

function emptyOf(known: Known, row: PreparedRow): MatchedRow['filled'] {
  const names = Object.keys(fillable) as Fillable[]
  const answered = JSON.parse(known.answered) as string[]
  return Object.fromEntries([
    ...names
      .filter((field) => known[field] === '' && row[field] !== '')
      .map((field) => [field, row[field]]),
    ...Object.entries(row.own ?? {})
      .filter(([field]) => !answered.includes(field))
      .map(([field, answer]) => [ownTarget(field), answer]),
    ...consentsAsFilled(row.consents, JSON.parse(known.told) as string[]),
    ...(row.note !== '' && !(JSON.parse(known.notes) as string[]).includes(row.note)
      ? [['note', row.note]]
      : []),
  ])
}

/**
 * What a row says of news and offers, but of ways of which something was `told` before; the no of a
 * file counts over the yes of another.
 */
export const consentsAsFilled = (said: SaidConsents = {}, told: readonly string[] = []) =>
  ways.flatMap((way): [string, string][] => {
    const answer = said[way]
    const before = told.includes(way) || (answer === 'yes' && told.includes(`${way}:yes`))
    return answer && !before ? [[consentKey(way), answer]] : []
  })

/** A row's content as a hash: where it stands in the file is not part of it. */
async function hashOf(row: PreparedRow): Promise<string> {
  const { line: _, guardian: __, kind: ___, keys: ____, guardianEmail: _____, ...content } = row
  const bytes = new TextEncoder().encode(JSON.stringify(content))
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return btoa(String.fromCharCode(...digest)).slice(0, 32)
}
