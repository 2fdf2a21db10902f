import { sql } from 'drizzle-orm'
import type { DirectoryDb } from '#app/db/connection.server.ts'
import type { Role } from '#app/domain/scope/permissions.ts'
import type { Studio } from '#app/domain/scope/studio.ts'
import { owesSecondStepSql, type PresentedSession } from '../sessions/live-session.server.ts'
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
  affiliation: {
    role: Role
    personId: string
    state: 'provisioning' | 'active' | 'left'
    /** They work here and may not at the moment. */
    suspended?: boolean
  } | null
}

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
  contactEmail: string
  contactPhone: string
  disciplines: string
  hue: number
  chroma: number
  colour: string
  logo: string
  portal: string
  featuresOff: string
  menu: string
  maintenance: string
  weekStart: number
  weightUnit: '' | 'kg' | 'lb'
  peakHours: string
  planState: Studio['planState']
  plan: string
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
  suspended: number
}

const devClockSql = sql`(SELECT value FROM server_settings WHERE key = 'dev_clock')`

/**
 * Trip 1 of every page, one statement on the directory: the clock, the studio of `slug`, and who
 * holds `sessionId`. Joins what identity and studios keep, because it must be one trip (design
 * decision 5). A banned account arrives as nobody. With `follow` a former slug stands for its studio
 * itself instead of being told as moved: what is posted is done there.
 */
export async function findRequestVisitor(
  directory: DirectoryDb,
  {
    slug,
    session,
    follow,
    readClock,
    nowMs,
  }: {
    slug: string | null
    session: PresentedSession | null
    follow: boolean
    readClock: boolean
    nowMs: number
  },
): Promise<FoundArrival> {
  const followed = sql`OR studio.id = (SELECT studio_id FROM studio_slugs WHERE slug = ${slug})`
  const [row] = await directory.all<Row>(sql`
    SELECT
      ${readClock ? devClockSql : sql`NULL`} AS clock,
      studio.slug, moved.slug AS movedTo, studio.id, studio.name, studio.legal_name AS legalName,
      studio.shard, studio.state, studio.listed, studio.time_zone AS timeZone, studio.currency,
      studio.locale, studio.town, studio.address, studio.contact_email AS contactEmail,
      studio.contact_phone AS contactPhone, studio.disciplines, studio.hue, studio.chroma,
      studio.colour, studio.logo, studio.portal, studio.features_off AS featuresOff,
      studio.menu, studio.maintenance,
      studio.week_start AS weekStart, studio.weight_unit AS weightUnit,
      studio.peak_hours AS peakHours, studio.plan_state AS planState, studio.plan,
      session.id AS sessionId,
      ${owesSecondStepSql({ elevated: session?.elevated ?? false })} AS waits,
      account.id AS userId, account.email, account.banned_until AS bannedUntil,
      user.auth_id AS authId, user.name AS userName, user.setup_complete AS setupComplete,
      user.studio_id AS userStudioId, user.time_zone AS userTimeZone,
      affiliation.role_id AS role, affiliation.person_id AS personId,
      affiliation.state AS affiliationState,
      affiliation.suspended_role IS NOT NULL AS suspended
    FROM (SELECT 1)
    LEFT JOIN studios AS studio ON studio.slug = ${slug} ${follow ? followed : sql``}
    LEFT JOIN studio_slugs AS former ON former.slug = ${slug} AND studio.id IS NULL
    LEFT JOIN studios AS moved ON moved.id = former.studio_id
    LEFT JOIN auth_sessions AS session ON session.id = ${session?.id ?? null}
      AND session.user_id = ${session?.userId ?? null}
    LEFT JOIN auth_users AS account ON account.id = session.user_id AND account.deleted_at IS NULL
    LEFT JOIN users AS user ON user.auth_id = account.id
    LEFT JOIN affiliations AS affiliation ON affiliation.user_id = account.id
      AND affiliation.studio_id = studio.id`)
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
  const { town, address, contactEmail, contactPhone, disciplines, hue, chroma, colour, logo } = row
  const { portal, featuresOff, menu, maintenance } = row
  const { weekStart, weightUnit, peakHours, planState, plan } = row
  return {
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
    town,
    address,
    contactEmail,
    contactPhone,
    disciplines,
    hue,
    chroma,
    colour,
    logo,
    portal,
    featuresOff,
    menu,
    maintenance,
    weekStart,
    weightUnit,
    peakHours,
    planState,
    plan,
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
      ? {
          role: row.role,
          personId: row.personId,
          state: row.affiliationState,
          ...(row.suspended === 1 && { suspended: true }),
        }
      : null,
  }
}
