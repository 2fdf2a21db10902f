import { type SQL, sql } from 'drizzle-orm'
import { searchPatterns } from './exercise-terms.ts'

/**
 * Above every letter: `term >= 'pul' AND term < 'pul' + this` are the terms that begin with `pul`.
 */
const last = '\uffff'

/**
 * The CTE `matched (exercise_id, score)`: exercises of the studio that have all the words typed. A
 * word is first looked for as a term or the beginning of one; only a word that nobody has is looked
 * for one slip away. Null when nothing was typed that could be searched.
 */
export function matchedCte(studioId: string, typed: string): SQL | null {
  const { words, patterns } = searchPatterns(typed)
  if (words === 0) return null
  const known = JSON.stringify(patterns.map(({ mask, term }) => [mask, term, term + last]))
  const spelt = JSON.stringify(
    patterns.flatMap(({ mask, spellings }) => spellings.map((spelling) => [mask, spelling])),
  )
  const bits = Array.from({ length: words }, (_, i) => 1 << i)
  const all = sql.join(
    bits.map((bit) => sql`max(mask & ${sql.raw(String(bit))}) > 0`),
    sql` AND `,
  )
  const score = sql.join(
    bits.map((bit) => sql`max(CASE WHEN mask & ${sql.raw(String(bit))} THEN score ELSE 0 END)`),
    sql` + `,
  )
  return sql`
    known AS MATERIALIZED (
      SELECT term.exercise_id, input.value ->> 0 AS mask,
        term.weight * CASE WHEN term.term = input.value ->> 1 THEN 4 ELSE 2 END AS score
      FROM json_each(${known}) AS input
      CROSS JOIN exercise_terms AS term
        ON term.studio_id = ${studioId} AND term.term >= input.value ->> 1
        AND term.term < input.value ->> 2),
    hits AS MATERIALIZED (
      SELECT exercise_id, mask, score FROM known
      UNION ALL
      SELECT term.exercise_id, input.value ->> 0, term.weight
      FROM json_each(${spelt}) AS input
      CROSS JOIN exercise_spellings AS spelling ON spelling.studio_id = ${studioId}
        AND spelling.spelling = input.value ->> 1
      CROSS JOIN exercise_terms AS term ON term.studio_id = ${studioId}
        AND term.term = spelling.term
      WHERE NOT EXISTS (SELECT 1 FROM known WHERE known.mask = input.value ->> 0)),
    matched AS MATERIALIZED (
      SELECT exercise_id, ${score} AS score FROM hits GROUP BY exercise_id HAVING ${all})`
}
