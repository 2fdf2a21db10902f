import { type SQL, sql } from 'drizzle-orm'
import { batch, type Statement } from '#app/db/batch.server.ts'
import { rightAfterChange } from '#app/domain/audit/audit.server.ts'
import { openConfirmedAccount } from '#app/domain/identity/accounts/open-confirmed-account.server.ts'
import { authAuditStatement } from '#app/domain/identity/auth-audit.server.ts'
import type { IdentityContext } from '#app/domain/identity/identity-context.ts'
import type { PasswordProblem } from '#app/domain/identity/secrets/password-rule.ts'
import { hashSecretToken } from '#app/domain/identity/secrets/secret-tokens.server.ts'
import type { TokenOptions } from '#app/domain/identity/sessions/access-tokens.server.ts'
import type { IssuedSession } from '#app/domain/identity/sessions/sessions.server.ts'
import type { Role } from '#app/domain/scope/permissions.ts'
import type { Studio } from '#app/domain/scope/studio.ts'
import { newId } from '#app/values/id.ts'
import { findMailedInvitation, type MailedInvitation } from './invitation-queries.server.ts'
import { type JoinStudioContext, joinStudio } from './join-studio.server.ts'

export type AcceptingContext = IdentityContext & JoinStudioContext

export type InvitationRefusal =
  | 'invitation_unknown'
  | 'invitation_used'
  | 'invitation_withdrawn'
  | 'invitation_expired'
  | 'studio_archived'

export type AcceptInvitationResult =
  | { ok: true; studio: Studio; role: Role; personId: string }
  | { ok: false; reason: InvitationRefusal | 'wrong_account' }

/**
 * Gives a signed-in account the place it was invited to, once: of two presses at once one takes
 * effect, and a second press by the same account only finishes what the first began. A member
 * becomes staff by it; a role that someone works in already, or is suspended from, is not touched.
 * Refused: another account than the one that has the address.
 */
export async function acceptInvitation(
  ctx: AcceptingContext,
  { token, account }: { token: string; account: { userId: string; name: string; email: string } },
): Promise<AcceptInvitationResult> {
  const invitation = await findMailedInvitation(ctx, token)
  const refusal = refusalOf(invitation)
  if (!invitation || (refusal && invitation.acceptedBy !== account.userId)) {
    return { ok: false, reason: refusal ?? 'invitation_unknown' }
  }
  if (!refusal) {
    if (invitation.email !== account.email) return { ok: false, reason: 'wrong_account' }
    await batch(ctx.directory, acceptStatements(ctx, token, account.userId))
  }
  return finish(ctx, invitation, account)
}

export type OpenInvitedAccountResult =
  | { ok: true; value: IssuedSession; studio: Studio; role: Role; personId: string }
  | {
      ok: false
      reason:
        | InvitationRefusal
        | 'account_exists'
        | 'too_many_tries'
        | `password_${PasswordProblem}`
    }

/**
 * Opens the account of someone who was invited and has none: the mailed link proves the address,
 * so it is confirmed, signed in and given its place at once. An account that someone opened with
 * the address and never confirmed is taken over, with this password (decision 24). Refused: an
 * address with a confirmed account, which signs in instead.
 */
export async function openInvitedAccount(
  ctx: AcceptingContext,
  { token, name, password }: { token: string; name: string; password: string },
  tokenOptions: TokenOptions = {},
): Promise<OpenInvitedAccountResult> {
  const invitation = await findMailedInvitation(ctx, token)
  const refusal = refusalOf(invitation)
  if (!invitation || refusal) return { ok: false, reason: refusal ?? 'invitation_unknown' }
  if (invitation.account?.confirmed) return { ok: false, reason: 'account_exists' }

  const { email } = invitation
  const opened = await openConfirmedAccount(
    ctx,
    {
      email,
      name,
      password,
      onlyIf: openSql(ctx, token),
      andThen: (userId) => acceptStatements(ctx, token, userId),
    },
    tokenOptions,
  )
  if (!opened.ok) {
    if (opened.reason !== 'gone') return { ok: false, reason: opened.reason }
    // Someone was quicker; what they did says why.
    const now = await findMailedInvitation(ctx, token)
    return { ok: false, reason: refusalOf(now) ?? 'account_exists' }
  }
  const account = { userId: opened.value.account.id, name, email }
  const placed = await finish(ctx, invitation, account)
  return placed.ok ? { ...placed, value: opened.value } : placed
}

/** Why an invitation can't be accepted; null while it can. */
export function refusalOf(invitation: MailedInvitation | null): InvitationRefusal | null {
  if (!invitation) return 'invitation_unknown'
  if (invitation.state === 'accepted') return 'invitation_used'
  if (invitation.state !== 'open') return `invitation_${invitation.state}`
  return invitation.studio.state === 'open' ? null : 'studio_archived'
}

function openSql({ nowMs }: { nowMs: number }, token: string): SQL {
  return sql`EXISTS (SELECT 1 FROM invitations AS invitation
    JOIN studios AS studio ON studio.id = invitation.studio_id AND studio.state = 'open'
    WHERE invitation.token_hash = ${hashSecretToken(token)} AND invitation.state = 'open'
      AND invitation.expires_at_ms > ${nowMs})`
}

/**
 * The place in the directory, and the invitation used up: nothing happens when it is not open, or
 * not this account's.
 */
function acceptStatements(
  ctx: AcceptingContext,
  token: string,
  userId: string,
): Record<'claim' | 'accept' | 'accepted', Statement<D1Result>> {
  const { directory, now, nowMs } = ctx
  const works = sql`token_hash = ${hashSecretToken(token)} AND state = 'open'
    AND expires_at_ms > ${nowMs}
    AND email = (SELECT email FROM auth_users WHERE id = ${userId} AND deleted_at IS NULL)
    AND studio_id IN (SELECT id FROM studios WHERE state = 'open')`
  return {
    claim: directory.run(sql`
      INSERT INTO affiliations (user_id, studio_id, role_id, person_id, state, created_at)
      SELECT ${userId}, studio_id, role_id, coalesce(person_id, ${newId()}), 'provisioning', ${now}
      FROM invitations WHERE ${works}
      ON CONFLICT (user_id, studio_id) DO UPDATE SET role_id = excluded.role_id,
        suspended_role = NULL,
        state = 'provisioning'
      WHERE affiliations.state = 'left'
        OR (affiliations.role_id = 'member' AND affiliations.suspended_role IS NULL
          AND excluded.role_id <> 'member')`),
    accept: directory.run(sql`
      UPDATE invitations SET state = 'accepted', accepted_by = ${userId}, accepted_at = ${now}
      WHERE ${works}`),
    accepted: authAuditStatement(
      ctx,
      { actorId: userId, action: 'invite_accepted' },
      rightAfterChange,
    ),
  }
}

/**
 * The shard's half; joining may be repeated, and the job of each minute repeats it where a crash
 * stopped here.
 */
async function finish(
  ctx: AcceptingContext,
  { studio, id }: MailedInvitation,
  account: { userId: string; name: string; email: string },
): Promise<
  | { ok: true; studio: Studio; role: Role; personId: string }
  | { ok: false; reason: InvitationRefusal }
> {
  const mine = await ctx.directory.all(
    sql`SELECT 1 FROM invitations WHERE id = ${id} AND accepted_by = ${account.userId}`,
  )
  if (mine.length === 0) return { ok: false, reason: 'invitation_used' }
  const joined = await joinStudio(ctx, studio, account)
  return joined.ok ? { ...joined, studio } : { ok: false, reason: 'studio_archived' }
}
