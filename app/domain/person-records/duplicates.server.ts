/**
 * Two records that may be one human: by address, number, or name and birthday, and where one form
 * named both. Whether they are is for someone at the desk to say, once.
 */
import { type SQL, sql } from 'drizzle-orm'
import { batch, type Statement } from '#app/db/batch.server.ts'
import { auditStatement, rightAfterChange } from '#app/domain/audit/audit.server.ts'
import { decidePairStatement } from '#app/domain/leads/lead-pairs.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import { foldName } from '#app/values/text/fold.ts'
import { type PairReason, scoreOf } from './duplicate-words.ts'

export type PairPerson = {
  id: string
  name: string
  email: string
  phone: string
  birthDate: string | null
  joinedOn: string
}
export type DuplicatePair = {
  person: PairPerson
  other: PairPerson
  reasons: PairReason[]
  score: number
}

type Row = { reason: PairReason; person: string; other: string }

/** Pairs looked at for one reason; where there are more, these come first. */
const pairsRead = 300

/** Of more than these at one address or number, such as the studio's own, none are a pair. */
const sharingAtMost = 4

const json = (alias: string): SQL =>
  sql.raw(`json_object('id', ${alias}.id, 'name', ${alias}.name, 'email', ${alias}.email,
    'phone', ${alias}.phone, 'birthDate', ${alias}.birth_date, 'joinedOn', ${alias}.joined_on)`)

/**
 * Records that stand, of people who are not known to be two: over `person` and `other`. Children of
 * one guardian are two, unless they have one name.
 */
const apart = (studioId: string): SQL => sql`
  person.merged_into IS NULL AND other.merged_into IS NULL
  AND person.erased_at IS NULL AND other.erased_at IS NULL
  AND NOT EXISTS (SELECT 1 FROM person_pairs AS decided WHERE decided.studio_id = ${studioId}
    AND decided.person_id = min(person.id, other.id) AND decided.other_id = max(person.id, other.id))
  AND NOT EXISTS (SELECT 1 FROM guardians AS link WHERE link.studio_id = ${studioId}
    AND (link.guardian_id = person.id AND link.dependant_id = other.id
      OR link.guardian_id = other.id AND link.dependant_id = person.id))
  AND (lower(person.name) = lower(other.name) OR NOT EXISTS (
    SELECT 1 FROM guardians AS ours JOIN guardians AS theirs
    ON theirs.studio_id = ours.studio_id AND theirs.guardian_id = ours.guardian_id
    WHERE ours.studio_id = ${studioId} AND ours.dependant_id = person.id
      AND theirs.dependant_id = other.id))`

/** Pairs that have a column in common, for the batch of a page. */
function sharingStatement(
  { db, studio }: StudioContext,
  reason: PairReason,
  column: 'email' | 'phone' | 'birth_date',
): Statement<Row[]> {
  const is = sql.raw(column)
  const said = column === 'birth_date' ? sql`IS NOT NULL` : sql`<> ''`
  return db.all<Row>(sql`
    WITH shared AS MATERIALIZED (
      SELECT ${is} AS said FROM people WHERE studio_id = ${studio.id} AND ${is} ${said}
      GROUP BY ${is} HAVING count(*) BETWEEN 2 AND ${
        column === 'birth_date' ? sql`50` : sql`${sharingAtMost}`
      })
    SELECT ${reason} AS reason, ${json('person')} AS person, ${json('other')} AS other
    FROM shared CROSS JOIN people AS person
      ON person.studio_id = ${studio.id} AND person.${is} = shared.said
    CROSS JOIN people AS other ON other.studio_id = ${studio.id} AND other.${is} = shared.said
      AND other.id > person.id
    WHERE ${apart(studio.id)} LIMIT ${column === 'birth_date' ? 20 * pairsRead : pairsRead}`)
}

/** Pairs that look like one human, the likeliest first. */
export async function listDuplicates(ctx: StudioContext): Promise<DuplicatePair[]> {
  const { db, studio } = ctx
  const { emails, phones, births, forms } = await batch(db, {
    emails: sharingStatement(ctx, 'email', 'email'),
    phones: sharingStatement(ctx, 'phone', 'phone'),
    births: sharingStatement(ctx, 'name_and_birthday', 'birth_date'),
    forms: db.all<Row>(sql`
      SELECT 'form' AS reason, ${json('person')} AS person, ${json('other')} AS other
      FROM lead_pairs AS pair JOIN people AS person ON person.id = pair.person_id
      JOIN people AS other ON other.id = pair.other_id
      WHERE pair.studio_id = ${studio.id} AND pair.decided_at IS NULL AND ${apart(studio.id)}
      LIMIT ${pairsRead}`),
  })
  const pairs = new Map<string, DuplicatePair>()
  for (const row of [...emails, ...phones, ...births, ...forms]) {
    const [person, other] = [
      JSON.parse(row.person) as PairPerson,
      JSON.parse(row.other) as PairPerson,
    ].sort((a, b) => (a.id < b.id ? -1 : 1)) as [PairPerson, PairPerson]
    const sameName = foldName(person.name) === foldName(other.name)
    if (row.reason === 'name_and_birthday' && !sameName) continue
    const key = `${person.id} ${other.id}`
    const pair = pairs.get(key) ?? { person, other, reasons: [], score: 0 }
    if (sameName && !pair.reasons.includes('name')) pair.reasons.push('name')
    pair.reasons.push(row.reason)
    pair.score = scoreOf(pair.reasons)
    pairs.set(key, pair)
  }
  return [...pairs.values()].sort(
    (a, b) => b.score - a.score || (a.person.name < b.person.name ? -1 : 1),
  )
}

/**
 * They are two people: the pair is listed no more, also when it is met again. False where one of
 * them is not of this studio.
 */
export async function keepApart(
  ctx: StaffContext,
  personId: string,
  otherId: string,
): Promise<boolean> {
  const { db, studio, now, actor } = ctx
  const [first = '', second = ''] = [personId, otherId].sort()
  if (first === second) return false
  const { there } = await batch(db, {
    decide: db.run(sql`
      INSERT INTO person_pairs (studio_id, person_id, other_id, decided_by, decided_at)
      SELECT ${studio.id}, ${first}, ${second}, ${actor.name}, ${now}
      WHERE (SELECT count(*) FROM people
        WHERE studio_id = ${studio.id} AND id IN (${first}, ${second})) = 2
      ON CONFLICT DO NOTHING`),
    audit: auditStatement(
      ctx,
      {
        action: 'person.kept_apart',
        subjectKind: 'person',
        subjectId: first,
        detail: { otherId: second },
      },
      rightAfterChange,
    ),
    form: decidePairStatement(ctx, first, second),
    there: db.all<{ n: number }>(sql`SELECT 1 AS n FROM person_pairs
      WHERE studio_id = ${studio.id} AND person_id = ${first} AND other_id = ${second}`),
  })
  return there.length > 0
}
