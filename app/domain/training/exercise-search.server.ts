import { type SQL, sql } from 'drizzle-orm'
import { searchPatterns } from './exercise-terms.ts'

/** Above every letter: `term >= 'pul' AND term < 'pul' + this` are the terms that begin with `pul`. */
const last = '\uffff'

/**
 * The CTE `matched (exercise_id, score)`: exercises of the studio that have all the words typed. A word is first looked
 * for as a term or the beginning of one; only a word that nobody has is looked for one slip away. Null when nothing
 * was typed that could be searched.
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
      SELECT t.exercise_id, p.value ->> 0 AS mask,
        t.weight * CASE WHEN t.term = p.value ->> 1 THEN 4 ELSE 2 END AS score
      FROM json_each(${known}) AS p
      CROSS JOIN exercise_terms AS t
        ON t.studio_id = ${studioId} AND t.term >= p.value ->> 1 AND t.term < p.value ->> 2),
    hits AS MATERIALIZED (
      SELECT exercise_id, mask, score FROM known
      UNION ALL
      SELECT t.exercise_id, p.value ->> 0, t.weight
      FROM json_each(${spelt}) AS p
      CROSS JOIN exercise_spellings AS s ON s.studio_id = ${studioId} AND s.spelling = p.value ->> 1
      CROSS JOIN exercise_terms AS t ON t.studio_id = ${studioId} AND t.term = s.term
      WHERE NOT EXISTS (SELECT 1 FROM known WHERE known.mask = p.value ->> 0)),
    matched AS MATERIALIZED (
      SELECT exercise_id, ${score} AS score FROM hits GROUP BY exercise_id HAVING ${all})`
}
