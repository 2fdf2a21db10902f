import { sql } from 'drizzle-orm'
import type { Statement } from '#app/db/batch.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'

export type Choice = { id: string; name: string }
export type Choices = {
  coaches: Choice[]
  rooms: (Choice & { capacity: number })[]
  disciplines: Choice[]
}

/** What classes can have: for filters and for forms, in a page's own batch. */
export function choicesStatements({ db, studio }: StudioContext): {
  [K in keyof Choices]: Statement<Choices[K]>
} {
  return {
    coaches: db.all<Choice>(sql`
      SELECT id, name FROM people
      WHERE studio_id = ${studio.id} AND is_staff = 1 AND archived_at IS NULL
      ORDER BY name LIMIT 200`),
    rooms: db.all<Choice & { capacity: number }>(sql`
      SELECT id, name, capacity FROM rooms WHERE studio_id = ${studio.id} ORDER BY name LIMIT 100`),
    disciplines: db.all<Choice>(sql`
      SELECT id, name FROM disciplines WHERE studio_id = ${studio.id} ORDER BY sort, name
      LIMIT 100`),
  }
}
