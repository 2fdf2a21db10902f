import { type SQL, sql } from 'drizzle-orm'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import { newId } from '#app/values/id.ts'
import { localDate } from '#app/values/zone.ts'

/** What the record that is kept takes from the other where it has nothing itself. */
const filled = [
  'preferred_name',
  'email',
  'phone',
  'birth_date',
  'emergency_name',
  'emergency_phone',
  'pronouns',
  'address',
  'barcode',
  'home_location_id',
  'referrer',
  'photo',
  'invited_at',
] as const

/** What both may know differently, and how it is noted. */
const noted: readonly [column: string, words: string][] = [
  ['name', 'name'],
  ['email', 'email'],
  ['phone', 'phone'],
  ['birth_date', 'date of birth'],
  ['address', 'address'],
  ['barcode', 'barcode'],
  ['emergency_name', 'emergency contact'],
  ['emergency_phone', 'emergency phone'],
]

/**
 * The two rows of people in a merge, for its batch. `merged` is the guarded write that decides, and
 * its line stands right behind it; `after` holds where that line was written.
 */
export function mergePersonStatements(
  { db, studio, now, actor }: StaffContext,
  { keptId, goneId }: { keptId: string; goneId: string },
  seen: { kept: number; gone: number },
  guard: SQL,
  done: SQL,
) {
  const own = (id: string) => sql`studio_id = ${studio.id} AND id = ${id}`
  const gone = (column: string) =>
    sql`(SELECT other.${sql.raw(column)} FROM people AS other
      WHERE other.studio_id = ${studio.id} AND other.id = ${goneId})`
  const set = sql.join(
    filled.map((column) => {
      const name = sql.raw(column)
      return sql`${name} = iif(coalesce(${name}, '') = '', ${gone(column)}, ${name})`
    }),
    sql`, `,
  )
  const today = localDate(now, studio.timeZone)
  const holdSql = (row: string) => {
    const [provisional, lapsesOn] = [sql.raw(`${row}.provisional`), sql.raw(`${row}.lapses_on`)]
    return sql`coalesce(${lapsesOn}, '9') > ${today}, ${provisional} = 0, coalesce(${lapsesOn}, '9')`
  }
  const differing = sql.join(
    noted.map(([column, words]) => {
      const [ours, theirs] = [sql`kept.${sql.raw(column)}`, sql`gone.${sql.raw(column)}`]
      return sql`iif(coalesce(${ours}, '') <> '' AND coalesce(${theirs}, '') NOT IN ('', ${ours}),
        ${`, ${words} `} || ${theirs}, '')`
    }),
    sql` || `,
  )
  return {
    merged: db.run(sql`
      UPDATE people SET merged_into = ${keptId}, archived_at = coalesce(archived_at, ${now}),
        version = version + 1
      WHERE ${own(goneId)} AND version = ${seen.gone} AND merged_into IS NULL AND erased_at IS NULL
        AND EXISTS (SELECT 1 FROM people AS kept
          WHERE kept.studio_id = ${studio.id} AND kept.id = ${keptId}
            AND kept.version = ${seen.kept} AND kept.merged_into IS NULL
            AND kept.erased_at IS NULL)
        AND ${guard}`),
    after: {
      differing: db.run(sql`
        INSERT INTO person_notes (id, studio_id, person_id, kind, text, author_id, author_name,
          created_at)
        SELECT ${newId()}, ${studio.id}, ${keptId}, 'note', 'The merged record said: ' ||
          substr(said.words, 3), ${actor.userId}, ${actor.name}, ${now}
        FROM (SELECT ${differing} AS words FROM people AS kept JOIN people AS gone
          ON gone.studio_id = kept.studio_id AND gone.id = ${goneId}
          WHERE kept.studio_id = ${studio.id} AND kept.id = ${keptId}) AS said
        WHERE said.words <> '' AND ${done}`),
      filled: db.run(sql`
        UPDATE people SET ${set}, version = version + 1,
          tags = CASE WHEN ${gone('tags')} = '' THEN tags WHEN tags = '' THEN ${gone('tags')}
            ELSE (SELECT group_concat(tag, ', ') FROM (
              SELECT DISTINCT each.value AS tag FROM json_each('[' || replace(
                json_quote(tags || ', ' || ${gone('tags')}), ', ', '","') || ']') AS each
              LIMIT 10)) END,
          joined_on = min(joined_on, ${gone('joined_on')}),
          prospect = min(prospect, ${gone('prospect')}),
          last_visit_at = iif(coalesce(${gone('last_visit_at')}, '') > coalesce(last_visit_at, ''),
            ${gone('last_visit_at')}, last_visit_at),
          banned_at = coalesce(banned_at, ${gone('banned_at')}),
          ban_reason = iif(ban_reason = '', ${gone('ban_reason')}, ban_reason),
          do_not_contact_at = coalesce(do_not_contact_at, ${gone('do_not_contact_at')})
        WHERE ${own(keptId)} AND ${done}`),
      // Of one level on both, the better hold: it opens classes, is confirmed, holds longer.
      higherLevels: db.run(sql`
        UPDATE person_levels SET (level_id, since, stripes, provisional, lapses_on) = (
          SELECT other.level_id,
            iif(other.level_id = person_levels.level_id, min(other.since, person_levels.since),
              other.since),
            iif(other.level_id = person_levels.level_id, max(other.stripes, person_levels.stripes),
              other.stripes), other.provisional, other.lapses_on
          FROM person_levels AS other
          WHERE other.studio_id = person_levels.studio_id AND other.person_id = ${goneId}
            AND other.discipline_id = person_levels.discipline_id)
        WHERE studio_id = ${studio.id} AND person_id = ${keptId} AND ${done}
          AND EXISTS (SELECT 1 FROM person_levels AS other
            JOIN levels AS theirs ON theirs.id = other.level_id
            JOIN levels AS ours ON ours.id = person_levels.level_id
            WHERE other.studio_id = person_levels.studio_id AND other.person_id = ${goneId}
              AND other.discipline_id = person_levels.discipline_id
              AND (theirs.rung > ours.rung OR theirs.id = ours.id
                AND (${holdSql('other')}) > (${holdSql('person_levels')})))`),
      // By none of these is the record that went found again.
      emptied: db.run(sql`
        UPDATE people SET email = '', phone = '', barcode = '', tags = '', photo = iif(photo = (
            SELECT kept.photo FROM people AS kept
            WHERE kept.studio_id = ${studio.id} AND kept.id = ${keptId}), '', photo)
        WHERE ${own(goneId)} AND ${done}`),
      earlier: db.run(sql`
        UPDATE people SET merged_into = ${keptId}
        WHERE studio_id = ${studio.id} AND merged_into = ${goneId} AND ${done}`),
    },
  }
}

/** Into whom a record was merged; null where it was not, or is not one of the studio's. */
export async function findMergedInto(
  { db, studio }: Pick<StaffContext, 'db' | 'studio'>,
  personId: string,
): Promise<string | null> {
  const [row] = await db.all<{ id: string | null }>(sql`
    SELECT merged_into AS id FROM people WHERE studio_id = ${studio.id} AND id = ${personId}`)
  return row?.id ?? null
}
