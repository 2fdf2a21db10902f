/**
 * What most classes have nothing to do with. Its SQL is most of a page's, and a database reads and
 * compiles all of it for each request, so it is left out where it is known to answer nothing.
 */
import { type SQL, sql } from 'drizzle-orm'
import type { Statement } from '#app/db/batch.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'

/**
 * Whether classes need shared equipment, are sessions of courses or workshops, are events, have a
 * policy with limits of a person (places a day or week, strikes, age), are booked by anyone who has
 * signed documents, ask for skills, are in a studio where members show their names to others, or
 * have something planned that they teach, or a link online.
 */
export type Needs = Record<
  'equipment' | 'courses' | 'events' | 'limits' | 'documents' | 'skills' | 'names' | 'teaching',
  boolean
>

export const everyNeed: Needs = {
  equipment: true,
  courses: true,
  events: true,
  limits: true,
  documents: true,
  skills: true,
  names: true,
  teaching: true,
}

/** What a row of a class says of itself, for `needsOf`; read whatever else is left out. */
export type NeedsRow = {
  kind: string
  shares: number
  limited: number
  asksToSign: number
  asksSkills: number
  /** Only the page of a class has to do with names. */
  showsNames?: number
  /** And with what it teaches. */
  teaches?: number
}

/** Some document is to be signed before a booking, in the studio that `studioId` names. */
const asksToSignSql = (studioId: SQL): SQL => sql`EXISTS (SELECT 1 FROM documents
  WHERE studio_id = ${studioId} AND blocks_booking = 1 AND archived_at IS NULL)`

// In the text of every booking: short, and looked up by an index that begins with the class type,
// whose id no other studio has.
const [equipmentSql, asksSkillsSql] = [
  sql`o.class_type_id IN (SELECT class_type_id FROM equipment_needs)`,
  sql`o.class_type_id IN (SELECT type_id FROM class_skills)`,
]

/** Columns of a `NeedsRow` of occurrence `o` and its `policy`, beside `o.kind`. */
export const needsColumnsSql = sql`${equipmentSql} AS shares, policy.daily_limit > 0 OR policy.weekly_limit > 0
    OR policy.strike_limit > 0 OR policy.minimum_age > 0 AS limited,
  ${asksToSignSql(sql`o.studio_id`)} AS asksToSign, ${asksSkillsSql} AS asksSkills`

/**
 * What was left out of class `o` is still nothing to it: for the guard of a write. A skill that a
 * class asks for from this instant on is, like its level, no matter of a booking that was read before.
 */
export const stillWithoutSql = ({ equipment, courses, documents }: Needs): SQL =>
  sql`${
    equipment ? sql`1` : sql`NOT ${equipmentSql}`
  }${courses ? sql`` : sql` AND o.kind NOT IN ('course','workshop')`}${
    documents ? sql`` : sql` AND NOT ${asksToSignSql(sql`o.studio_id`)}`
  }`

/** What the classes that were read have to do with. */
export const needsOf = (rows: readonly NeedsRow[]): Needs => ({
  equipment: rows.some((row) => row.shares === 1),
  courses: rows.some(({ kind }) => kind === 'course' || kind === 'workshop'),
  events: rows.some(({ kind }) => kind === 'event'),
  limits: rows.some((row) => row.limited === 1),
  documents: rows.some((row) => row.asksToSign === 1),
  skills: rows.some((row) => row.asksSkills === 1),
  names: rows.some((row) => row.showsNames === 1),
  teaching: rows.some((row) => row.teaches === 1),
})

const words = Object.keys(everyNeed) as (keyof Needs)[]

/** Whether nothing that is needed was left out. */
export const covers = (asked: Needs, needed: Needs) =>
  words.every((one) => asked[one] || !needed[one])

const together = (one: Needs, other: Needs): Needs => ({
  equipment: one.equipment || other.equipment,
  courses: one.courses || other.courses,
  events: one.events || other.events,
  limits: one.limits || other.limits,
  documents: one.documents || other.documents,
  skills: one.skills || other.skills,
  names: one.names || other.names,
  teaching: one.teaching || other.teaching,
})

/** What this isolate read last of a class or of all classes of a studio, by id. */
const remembered = new Map<string, Needs>()
const rememberedAtMost = 5_000

function remember(id: string, needs: Needs): void {
  if (remembered.size >= rememberedAtMost) remembered.clear()
  remembered.set(id, needs)
}

/**
 * Reads one class (and what stands beside it) with the SQL that it needed last time, else what its
 * studio needs, else all; where the rows turn out to need more than was asked, everything is read
 * again. So what is remembered saves work and never decides an answer.
 */
export async function readLean<Answer>(
  { studio }: Pick<StudioContext, 'studio'>,
  occurrenceId: string,
  read: (needs: Needs) => Promise<Answer>,
  rowsOf: (answer: Answer) => readonly NeedsRow[],
): Promise<Answer> {
  const asked = remembered.get(occurrenceId) ?? remembered.get(studio.id) ?? everyNeed
  const answer = await read(asked)
  const needed = needsOf(rowsOf(answer))
  if (rowsOf(answer).length > 0) remember(occurrenceId, needed)
  return covers(asked, needed) ? answer : await read(everyNeed)
}

/**
 * The same for a list of classes, by what the whole studio needs; `read` puts the statement it is
 * given, if any, into its batch as `needs`.
 */
export async function readListLean<Answer extends { needs?: StudioNeeds[] | undefined }>(
  ctx: StudioContext,
  read: (needs: Needs, needsStatement: Statement<StudioNeeds[]> | null) => Promise<Answer>,
  rowsOf: (answer: Answer) => readonly NeedsRow[],
): Promise<Answer> {
  const { id } = ctx.studio
  const asked = remembered.get(id)
  if (asked) {
    const answer = await read(asked, null)
    if (covers(asked, needsOf(rowsOf(answer)))) return answer
  }
  const answer = await read(everyNeed, studioNeedsStatement(ctx))
  remember(id, together(toNeeds(answer.needs?.[0]), needsOf(rowsOf(answer))))
  return answer
}

export type StudioNeeds = Record<Exclude<keyof Needs, 'names' | 'teaching'>, number>

/** What any class of the studio may need: one row, a look at an index each. */
const studioNeedsStatement = ({ db, studio }: StudioContext): Statement<StudioNeeds[]> =>
  db.all<StudioNeeds>(sql`
    SELECT EXISTS (SELECT 1 FROM equipment_needs WHERE studio_id = ${studio.id}) AS equipment,
      EXISTS (SELECT 1 FROM courses WHERE studio_id = ${studio.id}) AS courses,
      EXISTS (SELECT 1 FROM class_types WHERE studio_id = ${studio.id} AND kind = 'event'
      ) AS events,
      EXISTS (SELECT 1 FROM policies WHERE studio_id = ${studio.id}
        AND (daily_limit > 0 OR weekly_limit > 0 OR strike_limit > 0 OR minimum_age > 0)) AS limits,
      EXISTS (SELECT 1 FROM class_skills WHERE studio_id = ${studio.id}) AS skills,
      ${asksToSignSql(sql`${studio.id}`)} AS documents`)

const toNeeds = (row: StudioNeeds | undefined): Needs =>
  row
    ? {
        equipment: row.equipment === 1,
        courses: row.courses === 1,
        events: row.events === 1,
        limits: row.limits === 1,
        documents: row.documents === 1,
        skills: row.skills === 1,
        names: false,
        teaching: false,
      }
    : everyNeed
