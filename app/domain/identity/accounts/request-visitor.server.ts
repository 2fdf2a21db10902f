import { sql } from 'drizzle-orm'
import type { DirectoryDb } from '#app/db/connection.server.ts'
import type { Role } from '#app/domain/scope/permissions.ts'
import type { Studio } from '#app/domain/scope/studio.ts'
import { isBanned } from './account-queries.server.ts'

/** An account with a live session, and its place in the studio of the path. */
export type ArrivedPerson = {
  userId: string
  sessionId: string
  /** Empty where the account has a phone number only. */
  email: string
  /** The account has a second factor, and this session has taken the first step only. */
  needsSecondStep: boolean
  /** Null when the account has no `users` row: the specification's outcome "error". */
  user: {
    name: string
    setupComplete: boolean
    studioId: string | null
    timeZone: string | null
  } | null
  affiliation: { role: Role; personId: string; state: 'provisioning' | 'active' | 'left' } | null
}

/** What a token says: `lifted` that it was made after the second step, so that one from before never rises with its session. */
export type ArrivingSession = { id: string; userId: string; lifted: boolean }

export type FoundArrival = {
  /** The frozen business clock of the development tools. */
  clock: string | null
  studio: Studio | null
  /** The slug of today, when the path has a former one. */
  movedTo: string | null
  person: ArrivedPerson | null
}

type Row = {
  clock: string | null
  slug: string | null
  movedTo: string | null
  id: string
  name: string
  legalName: string
  shard: number
  state: Studio['state']
  listed: number
  timeZone: string
  currency: string
  locale: string
  town: string
  address: string
  disciplines: string
  hue: number
  chroma: number
  colour: string
  logo: string
  sessionId: string | null
  waits: number
  userId: string | null
  email: string | null
  bannedUntil: string | null
  authId: string | null
  userName: string
  setupComplete: number
  userStudioId: string | null
  userTimeZone: string | null
  role: Role | null
  personId: string
  affiliationState: 'provisioning' | 'active' | 'left'
}

/**
 * Trip 1 of every page, one statement on the directory: the clock, the studio of `slug`, and who holds `sessionId`.
 * Joins what identity and studios keep, because it must be one trip (design decision 5). A banned account arrives as
 * nobody.
 */
export async function findArrival(
  directory: DirectoryDb,
  {
    slug,
    session,
    readClock,
    nowMs,
  }: { slug: string | null; session: ArrivingSession | null; readClock: boolean; nowMs: number },
): Promise<FoundArrival> {
  const [row] = await directory.all<Row>(sql`
    SELECT
      ${readClock ? sql`(SELECT value FROM server_settings WHERE key = 'dev_clock')` : sql`NULL`} AS clock,
      s.slug, moved.slug AS movedTo, s.id, s.name, s.legal_name AS legalName, s.shard, s.state, s.listed,
      s.time_zone AS timeZone, s.currency, s.locale, s.town, s.address, s.disciplines, s.hue, s.chroma, s.colour, s.logo,
      se.id AS sessionId,
      NOT (se.aal = 'aal2' AND ${session?.lifted ?? false}) AND EXISTS (SELECT 1 FROM auth_factors x WHERE x.user_id = a.id AND x.status = 'verified') AS waits,
      a.id AS userId, a.email, a.banned_until AS bannedUntil,
      u.auth_id AS authId, u.name AS userName, u.setup_complete AS setupComplete, u.studio_id AS userStudioId,
      u.time_zone AS userTimeZone,
      f.role_id AS role, f.person_id AS personId, f.state AS affiliationState
    FROM (SELECT 1)
    LEFT JOIN studios s ON s.slug = ${slug}
    LEFT JOIN studio_slugs former ON former.slug = ${slug} AND s.id IS NULL
    LEFT JOIN studios moved ON moved.id = former.studio_id
    LEFT JOIN auth_sessions se ON se.id = ${session?.id ?? null} AND se.user_id = ${session?.userId ?? null}
    LEFT JOIN auth_users a ON a.id = se.user_id AND a.deleted_at IS NULL
    LEFT JOIN users u ON u.auth_id = a.id
    LEFT JOIN affiliations f ON f.user_id = a.id AND f.studio_id = s.id`)
  if (!row) throw new Error('Trip 1 answered no row')
  return {
    clock: row.clock,
    studio: studioOf(row),
    movedTo: row.movedTo,
    person: personOf(row, nowMs),
  }
}

function studioOf(row: Row): Studio | null {
  if (row.slug === null) return null
  const { id, slug, name, legalName, shard, state, listed, timeZone, currency, locale } = row
  const { town, address, disciplines, hue, chroma, colour, logo } = row
  return {
    ...{
      id,
      slug,
      name,
      legalName,
      shard,
      state,
      listed: listed === 1,
      timeZone,
      currency,
      locale,
    },
    ...{ town, address, disciplines, hue, chroma, colour, logo },
  }
}

function personOf(row: Row, nowMs: number): ArrivedPerson | null {
  if (!row.sessionId || !row.userId || isBanned(row, nowMs)) return null
  return {
    userId: row.userId,
    sessionId: row.sessionId,
    email: row.email ?? '',
    needsSecondStep: row.waits === 1,
    user: row.authId
      ? {
          name: row.userName,
          setupComplete: row.setupComplete === 1,
          studioId: row.userStudioId,
          timeZone: row.userTimeZone,
        }
      : null,
    affiliation: row.role
      ? { role: row.role, personId: row.personId, state: row.affiliationState }
      : null,
  }
}
