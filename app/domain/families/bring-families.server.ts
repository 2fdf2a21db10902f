/** Families from elsewhere: statements for the batches of an import. */
import { type SQL, sql } from 'drizzle-orm'
import type { Statement } from '#app/db/batch.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { linkGuardiansStatement } from './link-guardian.server.ts'
import { tieStatement } from './tie-people.server.ts'

type Ctx = Pick<StudioContext, 'db' | 'studio' | 'now'>

/** What a link is called in a file's rows: `guardian:dependant`. */
const idSql = (link: string): SQL => sql.raw(`${link}.guardian_id || ':' || ${link}.dependant_id`)

/** The same of a tie without rights: `tie:person:other`. */
const tieSql = (tie: string): SQL => sql.raw(`'tie:' || ${tie}.person_id || ':' || ${tie}.other_id`)

/**
 * A link or a tie of this name is here; `id` is a column. Split, so that the key's index finds it.
 */
export const familyThereSql = (studioId: string, id: SQL): SQL => sql`(EXISTS (
  SELECT 1 FROM family_ties AS tie WHERE tie.studio_id = ${studioId}
    AND tie.person_id = substr(${id}, 5, instr(substr(${id}, 5), ':') - 1) AND ${tieSql('tie')} = ${id})
  OR EXISTS (
  SELECT 1 FROM guardians AS link WHERE link.studio_id = ${studioId}
    AND link.dependant_id = substr(${id}, instr(${id}, ':') + 1) AND ${idSql('link')} = ${id}))`

/**
 * Links each of `rows`, a JSON array of `{ personId, otherId, looksAfter, relation,
 * back }`: the first looks after the second, or the other way round; with a `relation` the second is
 * that to the first (`back`: the first to the second), without rights. Who may not be linked is passed over.
 */
export const bringFamiliesStatements = (
  ctx: StudioContext,
  rows: string,
  onlyIf: SQL,
): { families: Statement<D1Result>; ties: Statement<D1Result> } => ({
  ties: tieStatement(
    ctx,
    sql`SELECT iif(value ->> 'back' = 1, value ->> 'otherId', value ->> 'personId') AS person_id,
      iif(value ->> 'back' = 1, value ->> 'personId', value ->> 'otherId') AS other_id,
      value ->> 'relation' AS relation
    FROM json_each(${rows}) AS input
    WHERE value ->> 'otherId' IS NOT NULL AND value ->> 'relation' IS NOT NULL AND ${onlyIf}`,
  ),
  families: linkGuardiansStatement(
    ctx,
    sql`SELECT iif(value ->> 'looksAfter' = 1, value ->> 'personId', value ->> 'otherId')
        AS guardian_id,
      iif(value ->> 'looksAfter' = 1, value ->> 'otherId', value ->> 'personId') AS dependant_id
    FROM json_each(${rows}) AS input
    WHERE value ->> 'otherId' IS NOT NULL AND value ->> 'looksAfter' IS NOT NULL AND ${onlyIf}`,
  ),
})

/** Why a link that was brought over stays, over `imported`, the row of its import. */
export const familyStays: readonly { words: string; is: SQL }[] = [
  {
    words: 'the guardian has booked for the child',
    is: sql`EXISTS (SELECT 1 FROM bookings AS booking
      WHERE booking.studio_id = imported.studio_id
        AND booking.person_id = substr(imported.holding_id, instr(imported.holding_id, ':') + 1)
        AND booking.guardian_id = substr(imported.holding_id, 1,
          instr(imported.holding_id, ':') - 1))`,
  },
]

/** Takes links (a SELECT of ids) back. */
export const removeFamiliesStatements = ({ db, studio }: Ctx, ids: SQL) => ({
  ties: db.run(sql`
    DELETE FROM family_ties WHERE studio_id = ${studio.id} AND ${tieSql('family_ties')} IN (${ids})`),
  families: db.run(sql`
    DELETE FROM guardians WHERE studio_id = ${studio.id}
      AND guardian_id || ':' || dependant_id IN (${ids})`),
})
