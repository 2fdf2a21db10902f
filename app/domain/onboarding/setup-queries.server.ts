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

/**
 * A set-up with its studio and the id its owner will have in the shard; `condition` is about
 * `setup`, the set-up's row.
 */
export function setupStatement(directory: DirectoryDb, condition: SQL): Statement<SetupRow[]> {
  return directory.all<SetupRow>(sql`
    SELECT studio.id, studio.slug, studio.name, studio.legal_name AS legalName, studio.shard,
      studio.state, studio.listed, studio.time_zone AS timeZone,
      studio.currency, studio.locale, studio.town, studio.address,
      studio.contact_email AS contactEmail, studio.contact_phone AS contactPhone,
      studio.disciplines, studio.hue, studio.chroma, studio.colour, studio.logo,
      studio.portal, studio.features_off AS featuresOff, studio.menu, studio.maintenance,
      studio.week_start AS weekStart, studio.weight_unit AS weightUnit,
      studio.peak_hours AS peakHours, studio.plan_state AS planState, studio.plan,
      setup.state AS setupState, setup.answers,
      affiliation.person_id AS personId
    FROM studio_setups AS setup JOIN studios AS studio ON studio.id = setup.studio_id
    JOIN affiliations AS affiliation ON affiliation.user_id = setup.user_id
      AND affiliation.studio_id = setup.studio_id
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
    rows: setupStatement(directory, sql`setup.user_id = ${userId} AND setup.state <> 'open'`),
  })
  return rows[0] ? toDraft(rows[0]) : null
}

/** The open studios an account owns, by name. */
export async function findOwnedStudios(
  directory: DirectoryDb,
  userId: string,
): Promise<{ slug: string; name: string }[]> {
  return directory.all<{ slug: string; name: string }>(sql`
    SELECT studio.slug, studio.name FROM affiliations AS affiliation
    JOIN studios AS studio ON studio.id = affiliation.studio_id
    WHERE affiliation.user_id = ${userId} AND affiliation.role_id = 'owner'
      AND affiliation.state = 'active' AND studio.state = 'open'
    ORDER BY studio.name LIMIT 20`)
}
