import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import { type Role, staffRoles } from '#app/domain/scope/permissions.ts'
import type { Instant } from '#app/values/instant.ts'
import {
  type OpenInvitation,
  openInvitationsStatement,
  toOpenInvitation,
} from './invitation-queries.server.ts'
import type { InvitingContext } from './invite-person.server.ts'

/** Someone who signs in and works here. */
export type StaffMember = {
  personId: string
  userId: string
  name: string
  email: string
  role: Role
  since: Instant
  /** They keep the role and may not use it at the moment. */
  suspended: boolean
  /** Signs in with a second step. */
  twoStep: boolean
  lastSignInAt: Instant | null
}

/** Someone who works here by the studio's books and has no account of their own. */
export type UnsignedStaff = { personId: string; name: string; email: string }

export type StaffPage = {
  staff: StaffMember[]
  unsigned: UnsignedStaff[]
  invitations: OpenInvitation[]
}

type Row = Omit<StaffMember, 'twoStep' | 'suspended'> & { twoStep: number; suspended: number }

const toMember = (row: Row): StaffMember => ({
  ...row,
  twoStep: row.twoStep === 1,
  suspended: row.suspended === 1,
})

/**
 * Everyone who works in the studio, by role and name, and who is invited to. The directory, then
 * the shard.
 */
export async function staffPage(ctx: InvitingContext): Promise<StaffPage> {
  const { directory, studio, nowMs } = ctx
  const { staff, invitations } = await batch(directory, {
    staff: staffStatement(ctx),
    invitations: openInvitationsStatement(
      directory,
      studio.id,
      sql`invitation.role_id <> 'member'`,
    ),
  })
  const { unsigned } = await batch(ctx.db, {
    unsigned: ctx.db.all<UnsignedStaff>(sql`
      SELECT id AS personId, name, email FROM people
      WHERE studio_id = ${studio.id} AND is_staff = 1 AND user_id IS NULL AND archived_at IS NULL
      ORDER BY name LIMIT 200`),
  })
  const asked = new Set(invitations.map(({ personId, email }) => personId ?? email))
  return {
    staff: staff.map(toMember),
    unsigned: unsigned.filter(
      ({ personId, email }) => !asked.has(personId) && !(email && asked.has(email)),
    ),
    invitations: invitations.map((row) => toOpenInvitation(row, nowMs)),
  }
}

/**
 * One who works here, by their person's id, and the classes they are still to teach; null where
 * there is none.
 */
export async function findStaffMember(
  ctx: InvitingContext,
  personId: string,
): Promise<(StaffMember & { classesAhead: number; lastOwner: boolean }) | null> {
  const { rows, owners } = await batch(ctx.directory, {
    rows: staffStatement(ctx, personId),
    owners: ctx.directory.all<{ n: number }>(sql`
      SELECT count(*) AS n FROM affiliations
      WHERE studio_id = ${ctx.studio.id} AND role_id = 'owner' AND state <> 'left'`),
  })
  const [row] = rows
  if (!row) return null
  const { ahead } = await batch(ctx.db, {
    ahead: ctx.db.all<{ n: number }>(sql`
      SELECT count(*) AS n FROM occurrences
      WHERE studio_id = ${ctx.studio.id} AND coach_id = ${personId} AND state = 'scheduled'
        AND starts_at > ${ctx.now}`),
  })
  return {
    ...toMember(row),
    classesAhead: ahead[0]?.n ?? 0,
    lastOwner: row.role === 'owner' && (owners[0]?.n ?? 0) <= 1,
  }
}

function staffStatement({ directory, studio }: InvitingContext, personId: string | null = null) {
  return directory.all<Row>(sql`
    SELECT affiliation.person_id AS personId, affiliation.user_id AS userId, user.name,
      coalesce(account.email, '') AS email,
      coalesce(affiliation.suspended_role, affiliation.role_id) AS role,
      affiliation.suspended_role IS NOT NULL AS suspended,
      affiliation.created_at AS since, account.last_sign_in_at AS lastSignInAt,
      EXISTS (SELECT 1 FROM auth_factors AS factor
        WHERE factor.user_id = account.id AND factor.status = 'verified') AS twoStep
    FROM (
      SELECT rowid AS place FROM affiliations INDEXED BY affiliations_by_studio
      WHERE studio_id = ${studio.id}
        AND role_id IN (SELECT value FROM json_each(${JSON.stringify(staffRoles)}))
      UNION ALL SELECT rowid FROM affiliations INDEXED BY affiliations_suspended
      WHERE studio_id = ${studio.id} AND suspended_role IS NOT NULL) AS here
    CROSS JOIN affiliations AS affiliation ON affiliation.rowid = here.place
    JOIN auth_users AS account ON account.id = affiliation.user_id AND account.deleted_at IS NULL
    JOIN users AS user ON user.auth_id = account.id
    WHERE affiliation.studio_id = ${studio.id}
      AND affiliation.state <> 'left'
      AND ${personId === null ? sql`1` : sql`affiliation.person_id = ${personId}`}
    ORDER BY affiliation.suspended_role IS NOT NULL, CASE affiliation.role_id WHEN 'owner' THEN 0 WHEN 'manager' THEN 1 WHEN 'coach' THEN 2
      ELSE 3 END, user.name LIMIT 200`)
}
