import { type SQL, sql } from 'drizzle-orm'
import { batch, type Statement } from '#app/db/batch.server.ts'
import type { DirectoryDb } from '#app/db/connection.server.ts'
import type { Studio } from '#app/domain/scope/studio.ts'
import type { SetupAnswers, SetupDraft } from './setup-draft.ts'

export type SetupRow = Omit<Studio, 'listed'> & {
  listed: number
  setupState: SetupDraft['state']
  /** JSON as it lies in the database. */
  answers: string
  personId: string
}

/** A set-up with its studio and the id its owner will have in the shard; `condition` is about `d`, the set-up's row. */
export function setupStatement(directory: DirectoryDb, condition: SQL): Statement<SetupRow[]> {
  return directory.all<SetupRow>(sql`
    SELECT s.id, s.slug, s.name, s.legal_name AS legalName, s.shard, s.state, s.listed, s.time_zone AS timeZone,
      s.currency, s.locale, s.town, s.address, s.disciplines, s.hue, s.chroma, s.colour, s.logo,
      d.state AS setupState, d.answers, f.person_id AS personId
    FROM studio_setups d JOIN studios s ON s.id = d.studio_id
    JOIN affiliations f ON f.user_id = d.user_id AND f.studio_id = d.studio_id
    WHERE ${condition}`)
}

export function toDraft({
  setupState,
  answers,
  personId: _,
  listed,
  ...studio
}: SetupRow): SetupDraft {
  return {
    studio: { ...studio, listed: listed === 1 },
    state: setupState,
    answers: JSON.parse(answers) as SetupAnswers,
  }
}

/** The studio an account is setting up, if it is at one: there is at most one at a time. */
export async function findOpenSetup(
  directory: DirectoryDb,
  userId: string,
): Promise<SetupDraft | null> {
  const { rows } = await batch(directory, {
    rows: setupStatement(directory, sql`d.user_id = ${userId} AND d.state <> 'open'`),
  })
  return rows[0] ? toDraft(rows[0]) : null
}

/** The open studios an account owns, by name. */
export async function findOwnedStudios(
  directory: DirectoryDb,
  userId: string,
): Promise<{ slug: string; name: string }[]> {
  return directory.all<{ slug: string; name: string }>(sql`
    SELECT s.slug, s.name FROM affiliations f JOIN studios s ON s.id = f.studio_id
    WHERE f.user_id = ${userId} AND f.role_id = 'owner' AND f.state = 'active' AND s.state = 'open'
    ORDER BY s.name LIMIT 20`)
}
