import { sql } from 'drizzle-orm'
import { batch, changed } from '#app/db/batch.server.ts'
import { auditStatement, rightAfterChange } from '#app/domain/audit/audit.server.ts'
import { authAuditStatement } from '#app/domain/identity/auth-audit.server.ts'
import { endSessionsStatements } from '#app/domain/identity/sessions/sessions.server.ts'
import { setStaffStatement } from '#app/domain/people/set-staff.server.ts'
import { isStaff, type Role } from '#app/domain/scope/permissions.ts'
import { newId } from '#app/values/id.ts'
import {
  type InvitingContext,
  noteWithdrawn,
  type WithdrawnInvitation,
} from './invite-person.server.ts'
import { grantableRoles, invitableRoles } from './staff-roles.ts'

export type ChangeRoleResult =
  | { ok: true }
  | { ok: false; reason: 'not_found' | 'role_not_yours' | 'last_owner' }

const stateOf = (role: Role) => (isStaff(role) ? 'works' : 'left')

/**
 * Gives someone who works here another role, or ends it with `member`: they stay on the books and
 * see what members see, from their next request on, and their sessions end. Open invitations of
 * theirs to roles that they may no longer give are withdrawn. With `suspend` their role is kept for
 * the day it is given back, with everything else of theirs. The directory comes first, with the
 * place in state `provisioning` until the shard has heard, so that a crash between the two is
 * finished by the next visit or the job. Refused: a role the actor may not give or take, and the
 * last owner of a studio, also of two owners who go at once.
 */
export async function changeRole(
  ctx: InvitingContext,
  { personId, role, suspend = false }: { personId: string; role: Role; suspend?: boolean },
): Promise<ChangeRoleResult> {
  const { directory, studio, actor } = ctx
  const grantable = grantableRoles(actor.role)
  if (role !== 'member' && !grantable.some((one) => one === role))
    return { ok: false, reason: 'role_not_yours' }

  const place = sql`studio_id = ${studio.id} AND person_id = ${personId} AND state <> 'left'`
  const listed = (roles: readonly Role[]) =>
    sql.join(
      roles.map((one) => sql`${one}`),
      sql`, `,
    )
  const mayTake = listed(grantable)
  const mayGive = listed(invitableRoles(role))
  const otherOwner = sql`EXISTS (
    SELECT 1 FROM affiliations AS other
    WHERE other.studio_id = ${studio.id} AND other.role_id = 'owner' AND other.state <> 'left'
      AND other.person_id <> ${personId})`
  // Somebody who is suspended still has the role that waits for them.
  const theirs = sql`coalesce(suspended_role, role_id)`
  const suspends = suspend ? 1 : 0
  const lineId = newId()
  const { before, withdrawn, after, ...written } = await batch(directory, {
    before: directory.all<{ role: Role }>(
      sql`SELECT ${theirs} AS role FROM affiliations WHERE ${place}`,
    ),
    change: directory.run(sql`
      UPDATE affiliations SET role_id = ${role}, state = 'provisioning',
        suspended_role = iif(${suspends}, ${theirs}, NULL)
      WHERE ${place} AND ${theirs} IN (${mayTake})
        AND (role_id <> ${role} OR (suspended_role IS NOT NULL) <> ${suspends})
        AND (${theirs} <> 'owner' OR ${otherOwner})`),
    audit: authAuditStatement(
      ctx,
      {
        actorId: actor.userId,
        action: 'role_changed',
        traits: { studio_id: studio.id, person: personId, role },
      },
      rightAfterChange,
    ),
    current: directory.run(sql`
      UPDATE users SET role_id = ${role}
      WHERE studio_id = ${studio.id}
        AND auth_id = (SELECT user_id FROM affiliations WHERE ${place} AND role_id = ${role})`),
    withdrawn: directory.all<WithdrawnInvitation>(sql`
      UPDATE invitations SET state = 'withdrawn'
      WHERE studio_id = ${studio.id} AND state = 'open' AND role_id NOT IN (${mayGive})
        AND invited_by = (SELECT user_id FROM affiliations
          WHERE ${place} AND state = 'provisioning' AND role_id = ${role})
      RETURNING id AS invitationId, person_id AS personId, role_id AS role`),
    after: directory.all<{ userId: string; role: Role; suspended: number }>(
      sql`SELECT user_id AS userId, role_id AS role, suspended_role IS NOT NULL AS suspended
        FROM affiliations WHERE ${place}`,
    ),
  })
  const [was] = before
  const [now] = after
  if (!was || !now || was.role === 'member') return { ok: false, reason: 'not_found' }
  if (changed(written.change) === 0) {
    if (now.role === role && now.suspended === suspends) return { ok: true }
    return {
      ok: false,
      reason: was.role === 'owner' && actor.role === 'owner' ? 'last_owner' : 'role_not_yours',
    }
  }
  await batch(ctx.db, {
    staff: setStaffStatement(ctx, now.userId, suspend ? 'suspended' : stateOf(role)),
    audit: auditStatement(ctx, {
      id: lineId,
      action: 'role.changed',
      subjectKind: 'person',
      subjectId: personId,
      detail: { before: was.role, after: suspend ? 'suspended' : role },
    }),
  })
  for (const invitation of withdrawn) await noteWithdrawn(ctx, invitation)
  const ends = role === 'member' && now.userId !== actor.userId
  await batch(directory, {
    ...(ends
      ? endSessionsStatements(directory, { userId: now.userId, sessionId: '', scope: 'global' })
      : {}),
    active: directory.run(
      sql`UPDATE affiliations SET state = 'active'
        WHERE ${place} AND state = 'provisioning' AND role_id = ${role}`,
    ),
  })
  return { ok: true }
}
