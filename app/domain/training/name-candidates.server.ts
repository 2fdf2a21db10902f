import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { matchedCte } from './exercise-search.server.ts'
import { termOf } from './exercise-terms.ts'
import type { LogType } from './log-type.ts'

export type Candidate = { id: string; name: string; logType: LogType }

/** Which exercises a typed name may mean, best first; `sure` where it is the name of one of them. */
export type NameCandidates = { sure: Candidate | null; candidates: Candidate[] }

const few = 5

/**
 * What each of the names may mean in the studio's library, hidden exercises left out. Names in
 * another spelling (`pull-ups`, `Pullups`) are the same; a slip away is a candidate, never sure.
 */
export async function nameCandidates(
  { db, studio }: StudioContext,
  names: readonly string[],
): Promise<Map<string, NameCandidates>> {
  type Row = Candidate & { aliases: string }
  const different = [...new Set(names)]
  const searches = different.flatMap((name, i) => {
    const matched = matchedCte(studio.id, name)
    const search =
      matched &&
      db.all<Row>(sql`WITH ${matched}
        SELECT exercise.id, exercise.name, exercise.log_type AS logType, exercise.aliases
        FROM matched CROSS JOIN exercises AS exercise ON exercise.id = matched.exercise_id
        WHERE exercise.studio_id = ${studio.id} AND exercise.merged_into IS NULL
          AND exercise.state <> 'hidden'
        ORDER BY matched.score DESC, length(exercise.name), exercise.name LIMIT 20`)
    return search ? ([[`n${i}`, search]] as const) : []
  })
  const found = (await batch(db, Object.fromEntries(searches))) as Record<string, Row[]>
  return new Map(
    different.map((name, i) => {
      const rows = found[`n${i}`] ?? []
      const same = (other: string) => termOf(other) === termOf(name)
      const sure =
        rows.find((row) => same(row.name)) ??
        rows.find(({ aliases }) => (JSON.parse(aliases) as string[]).some(same))
      const plain = ({ id, name, logType }: Row): Candidate => ({ id, name, logType })
      return [name, { sure: sure ? plain(sure) : null, candidates: rows.slice(0, few).map(plain) }]
    }),
  )
}
