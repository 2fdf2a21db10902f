import { sql } from 'drizzle-orm'
import { batch, changed } from '#app/db/batch.server.ts'
import { auditStatement, rightAfterChange } from '#app/domain/audit/audit.server.ts'
import { authAuditStatement } from '#app/domain/identity/auth-audit.server.ts'
import type { IdentityContext } from '#app/domain/identity/identity-context.ts'
import { countTryStatement, isOver } from '#app/domain/identity/limits.server.ts'
import {
  hashSecretToken,
  newSecretToken,
} from '#app/domain/identity/secrets/secret-tokens.server.ts'
import { queueStatement } from '#app/domain/messaging/outbox.server.ts'
import { invitationDays, markInvitedStatement } from '#app/domain/people/invited-person.server.ts'
import type { Role } from '#app/domain/scope/permissions.ts'
import { roleNames } from '#app/domain/scope/role-names.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import { invitation as invitationLetter } from '#app/messages/invitation.ts'
import { paths } from '#app/paths.ts'
import { invitableRoles } from './staff-roles.ts'

/**
 * Staff at work on who may sign in at their studio: rows of the directory, and the studio's own
 * audit.
 */
export type InvitingContext = IdentityContext & StaffContext

const invitationMs = invitationDays * 86_400_000

export type InvitePersonInput = {
  /** The invitation's id, made with the form, so that sending it twice invites once. */
  key: string
  /** Lower-cased. */
  email: string
  role: Role
  name: string
  /**
   * Someone on the studio's books whose account it will be; null where a person is made on
   * accepting.
   */
  personId: string | null
}

export type InvitePersonResult =
  | { ok: true; invitationId: string }
  | {
      ok: false
      reason: 'role_not_yours' | 'too_many_invitations' | 'already_invited' | 'already_here'
    }

/**
 * Invites an address to a place in the studio, by email. One invitation is open for a studio and an
 * address: another is refused until that one is accepted, withdrawn or too old. Refused also: a
 * role the actor may not give, someone who has such a place already, and more invitations than a
 * studio mails in an hour.
 */
export async function invitePerson(
  ctx: InvitingContext,
  input: InvitePersonInput,
): Promise<InvitePersonResult> {
  if (!invitableRoles(ctx.actor.role).includes(input.role))
    return { ok: false, reason: 'role_not_yours' }
  const { directory, studio, nowMs } = ctx
  const { tries } = await batch(directory, {
    tries: countTryStatement(ctx, 'invitations', studio.id),
  })
  if (isOver('invitations', tries)) return { ok: false, reason: 'too_many_invitations' }

  const { key, email, role, name, personId } = input
  const token = newSecretToken()
  const open = sql`studio_id = ${studio.id} AND email = ${email} AND state = 'open'`
  const here = sql`EXISTS (
    SELECT 1 FROM affiliations AS affiliation
    JOIN auth_users AS account ON account.id = affiliation.user_id
    WHERE affiliation.studio_id = ${studio.id} AND affiliation.state <> 'left'
      AND account.email = ${email} AND account.is_sso_user = 0
      AND account.deleted_at IS NULL AND (${role} = 'member' OR affiliation.role_id <> 'member'
        OR affiliation.suspended_role IS NOT NULL))`
  const { known, ...written } = await batch(directory, {
    tooOld: directory.run(
      sql`UPDATE invitations SET state = 'withdrawn' WHERE ${open} AND expires_at_ms <= ${nowMs}`,
    ),
    invite: directory.run(sql`
      INSERT INTO invitations (id, studio_id, email, name, role_id, person_id, token_hash,
        invited_by, state, created_at, expires_at_ms)
      SELECT ${key}, ${studio.id}, ${email}, ${name}, ${role}, ${personId},
        ${hashSecretToken(token)}, ${ctx.actor.userId}, 'open', ${ctx.now}, ${nowMs + invitationMs}
      WHERE NOT ${here}
      ON CONFLICT DO NOTHING`),
    audit: authAuditStatement(
      ctx,
      {
        actorId: ctx.actor.userId,
        action: 'user_invited',
        traits: { studio_id: studio.id, invitation: key, role },
      },
      rightAfterChange,
    ),
    mail: mailStatement(ctx, { token, email, role }),
    known: directory.all<{ id: string }>(sql`SELECT id FROM invitations WHERE ${open}`),
  })
  if (changed(written.invite) === 0 && known[0]?.id !== key)
    return { ok: false, reason: known[0] ? 'already_invited' : 'already_here' }
  // Also when it was sent twice: the first may have been cut off between the two databases.
  await noteInStudio(ctx, {
    id: `invited-${key}`,
    action: 'invitation.sent',
    invitationId: key,
    personId,
    role,
  })
  return { ok: true, invitationId: key }
}

export type ResendInvitationResult =
  | { ok: true }
  | { ok: false; reason: 'not_found' | 'mail_too_soon' }

/**
 * Mails an open invitation again with a fresh link; the one before stops working. At most once a
 * minute. Not found are also those to a role the actor may not give.
 */
export async function resendInvitation(
  ctx: InvitingContext,
  invitationId: string,
): Promise<ResendInvitationResult> {
  const { directory, studio } = ctx
  const token = newSecretToken()
  const mine = mineSql(ctx, invitationId)
  const { mails, rows } = await batch(directory, {
    mails: countTryStatement(ctx, 'mail', `invitation:${studio.id}:${invitationId}`),
    rows: directory.all<{ email: string; role: Role; personId: string | null }>(
      sql`SELECT email, role_id AS role, person_id AS personId FROM invitations WHERE ${mine}`,
    ),
  })
  const [row] = rows
  if (!row) return { ok: false, reason: 'not_found' }
  if (isOver('mail', mails)) return { ok: false, reason: 'mail_too_soon' }
  const { renew } = await batch(directory, {
    renew: directory.run(sql`
      UPDATE invitations SET token_hash = ${hashSecretToken(token)},
        expires_at_ms = ${ctx.nowMs + invitationMs}, invited_by = ${ctx.actor.userId}
      WHERE ${mine}`),
    mail: mailStatement(ctx, { token, ...row }),
  })
  if (changed(renew) === 0) return { ok: false, reason: 'not_found' }
  await noteInStudio(ctx, { action: 'invitation.sent', invitationId, ...row })
  return { ok: true }
}

/**
 * Takes an open invitation back: its link stops working. False where there is none
 * that the actor may take back.
 */
export async function withdrawInvitation(
  ctx: InvitingContext,
  invitationId: string,
): Promise<boolean> {
  const mine = mineSql(ctx, invitationId)
  const [row] = await ctx.directory.all<{ role: Role; personId: string | null }>(
    sql`SELECT role_id AS role, person_id AS personId FROM invitations WHERE ${mine}`,
  )
  if (!row) return false
  // Before the change: cut off between the two databases, the next press still finds it open.
  await noteWithdrawn(ctx, { invitationId, ...row })
  const { withdraw } = await batch(ctx.directory, {
    withdraw: ctx.directory.run(sql`UPDATE invitations SET state = 'withdrawn' WHERE ${mine}`),
  })
  return changed(withdraw) > 0
}

export type WithdrawnInvitation = { invitationId: string; personId: string | null; role: Role }

/** The line of an invitation that is withdrawn; twice is once. */
export const noteWithdrawn = (ctx: InvitingContext, line: WithdrawnInvitation) =>
  noteInStudio(ctx, {
    id: `withdrawn-${line.invitationId}`,
    action: 'invitation.withdrawn',
    ...line,
  })

/** An open invitation of this studio to a role that the actor may give. */
function mineSql({ studio, actor }: InvitingContext, invitationId: string) {
  const roles = sql.join(
    invitableRoles(actor.role).map((role) => sql`${role}`),
    sql`, `,
  )
  return sql`studio_id = ${studio.id} AND id = ${invitationId} AND state = 'open'
    AND role_id IN (${roles})`
}

/** The letter with the link, while that very link is the invitation's. */
function mailStatement(
  ctx: InvitingContext,
  { token, email, role }: { token: string; email: string; role: Role },
) {
  const { studio, actor } = ctx
  const hash = hashSecretToken(token)
  const letter = invitationLetter({
    href: ctx.origin + paths.invitation(token, studio.slug),
    studio: studio.name,
    invitedBy: actor.name,
    role: role === 'member' ? null : roleNames[role].toLowerCase(),
    days: invitationDays,
  })
  return queueStatement(
    ctx.directory,
    { studioId: studio.id, dedupeKey: `invitation:${hash}`, to: email, kind: 'invitation', letter },
    ctx.nowMs,
    sql`EXISTS (SELECT 1 FROM invitations WHERE token_hash = ${hash} AND state = 'open')`,
  )
}

/** The line in the studio's own audit, which lies in another database than the invitation. */
async function noteInStudio(
  ctx: InvitingContext,
  line: { id?: string; action: string; invitationId: string; personId: string | null; role: Role },
): Promise<void> {
  const { id, action, invitationId, personId, role } = line
  await batch(ctx.db, {
    audit: auditStatement(ctx, {
      ...(id ? { id } : {}),
      action,
      subjectKind: personId ? 'person' : 'invitation',
      subjectId: personId ?? invitationId,
      detail: { invitationId, role },
    }),
    person: personId
      ? markInvitedStatement(ctx, personId, action === 'invitation.sent' ? ctx.now : null)
      : null,
  })
}
