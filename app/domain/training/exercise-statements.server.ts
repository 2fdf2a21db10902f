import { type SQL, sql } from 'drizzle-orm'
import type { Statement } from '#app/db/batch.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { spellingsOf } from '#app/values/search-terms.ts'
import { termsOf } from './exercise-terms.ts'

type Searchable = Parameters<typeof termsOf>[0]

/**
 * Writes what exercises are found by, in place of what was, behind the statement of the same batch
 * that writes the exercises themselves, where `onlyIf` holds by then. `key` is the id, or the id in
 * the library `dataset` they come from, with the hash of the row.
 */
export function searchStatements(
  { db, studio, now }: StudioContext,
  given: readonly { key: string; exercise: Searchable; hash?: string }[],
  by: 'id' | 'source',
  dataset = '',
  onlyIf: SQL = sql`1`,
): Record<'forgetTerms' | 'addTerms' | 'addSpellings', Statement<D1Result>> {
  const named = given.map(({ key, exercise, hash }) => ({
    key,
    hash: hash ?? '',
    terms: termsOf(exercise),
  }))
  const rows = JSON.stringify(
    named.map(({ key, hash, terms }) => [key, hash, terms.map((t) => [t.term, t.weight])]),
  )
  const spellings = new Map(
    named.flatMap(({ terms }) =>
      terms.flatMap(({ term }) => spellingsOf(term).map((s) => [`${s} ${term}`, [s, term]])),
    ),
  )
  // Of an import, what this step has written: what the studio edited keeps the words of its own
  // name.
  const same =
    by === 'id'
      ? sql`exercise.id = input.value ->> 0`
      : sql`exercise.source_dataset = ${dataset} AND exercise.source_id = input.value ->> 0
        AND exercise.source_hash = input.value ->> 1
          AND exercise.edited_at IS NULL AND exercise.updated_at = ${now}`
  return {
    forgetTerms: db.run(sql`
      DELETE FROM exercise_terms WHERE studio_id = ${studio.id} AND exercise_id IN (
        SELECT exercise.id FROM json_each(${rows}) AS input
        CROSS JOIN exercises AS exercise ON exercise.studio_id = ${studio.id} AND ${same}
        WHERE ${onlyIf})`),
    addTerms: db.run(sql`
      INSERT INTO exercise_terms (studio_id, term, exercise_id, weight)
      SELECT ${studio.id}, term.value ->> 0, exercise.id, term.value ->> 1
      FROM json_each(${rows}) AS input
      CROSS JOIN exercises AS exercise ON exercise.studio_id = ${studio.id} AND ${same}
      CROSS JOIN json_each(input.value, '$[2]') AS term WHERE ${onlyIf}
      ON CONFLICT DO NOTHING`),
    addSpellings: db.run(sql`
      INSERT INTO exercise_spellings (studio_id, spelling, term)
      SELECT ${studio.id}, value ->> 0, value ->> 1
      FROM json_each(${JSON.stringify([...spellings.values()])}) WHERE true
      ON CONFLICT DO NOTHING`),
  }
}
