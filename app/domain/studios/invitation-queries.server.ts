import { type SQL, sql } from 'drizzle-orm'
import { batch, type Statement } from '#app/db/batch.server.ts'
import type { DirectoryDb } from '#app/db/connection.server.ts'
import { studios } from '#app/db/directory.ts'
import { hashSecretToken } from '#app/domain/identity/secrets/secret-tokens.server.ts'
import type { Role } from '#app/domain/scope/permissions.ts'
import type { Studio } from '#app/domain/scope/studio.ts'
import { type Instant, instantFromMs } from '#app/values/instant.ts'
import { toStudio } from './studio-queries.server.ts'

/** An invitation that waits, as the studio sees it. */
export type OpenInvitation = {
  id: string
  email: string
  name: string
  role: Role
  personId: string | null
  invitedBy: string
  createdAt: Instant
  expiresAt: Instant
  expired: boolean
}

type Row = Omit<OpenInvitation, 'expiresAt' | 'expired'> & { expiresAtMs: number }

/**
 * Invitations of a studio that nobody accepted and nobody withdrew, newest first; those too old
 * among them.
 */
export function openInvitationsStatement(
  directory: DirectoryDb,
  studioId: string,
  onlyIf: SQL = sql`1`,
): Statement<Row[]> {
  return directory.all<Row>(sql`
    SELECT invitation.id, invitation.email, invitation.name, invitation.role_id AS role,
      invitation.person_id AS personId, invitation.created_at AS createdAt,
      invitation.expires_at_ms AS expiresAtMs, coalesce(user.name, '') AS invitedBy
    FROM invitations AS invitation LEFT JOIN users AS user ON user.auth_id = invitation.invited_by
    WHERE invitation.studio_id = ${studioId} AND invitation.state = 'open' AND ${onlyIf}
    ORDER BY invitation.created_at DESC, invitation.id LIMIT 200`)
}

export function toOpenInvitation({ expiresAtMs, ...row }: Row, nowMs: number): OpenInvitation {
  return { ...row, expiresAt: instantFromMs(expiresAtMs), expired: expiresAtMs <= nowMs }
}

type Here = { directory: DirectoryDb; studio: Pick<Studio, 'id'>; nowMs: number }

/** One open invitation of this studio by id; null where there is none. */
export async function findOpenInvitation(
  ctx: Here,
  invitationId: string,
): Promise<OpenInvitation | null> {
  const { rows } = await batch(ctx.directory, {
    rows: openInvitationsStatement(
      ctx.directory,
      ctx.studio.id,
      sql`invitation.id = ${invitationId}`,
    ),
  })
  return rows[0] ? toOpenInvitation(rows[0], ctx.nowMs) : null
}

/** The open invitation of an address; null where there is none. */
export async function findOpenInvitationOf(
  ctx: Here,
  email: string,
): Promise<OpenInvitation | null> {
  const { rows } = await batch(ctx.directory, {
    rows: openInvitationsStatement(ctx.directory, ctx.studio.id, sql`invitation.email = ${email}`),
  })
  return rows[0] ? toOpenInvitation(rows[0], ctx.nowMs) : null
}

/** The invitation behind a mailed link, as the one who was invited meets it. */
export type MailedInvitation = {
  id: string
  email: string
  name: string
  role: Role
  personId: string | null
  invitedBy: string
  state: 'open' | 'accepted' | 'withdrawn' | 'expired'
  acceptedBy: string | null
  studio: Studio
  /** The login that has the address: it is told to nobody but who holds the mailed link. */
  account: { userId: string; confirmed: boolean } | null
}

/**
 * What a mailed link stands for, in any state; null when it is made up or replaced by a newer one.
 * Looking burns nothing.
 */
export async function findMailedInvitation(
  { directory, nowMs }: { directory: DirectoryDb; nowMs: number },
  token: string,
): Promise<MailedInvitation | null> {
  const mine = sql`token_hash = ${hashSecretToken(token)}`
  const { rows, studioRows } = await batch(directory, {
    rows: directory.all<
      Pick<
        MailedInvitation,
        'id' | 'email' | 'name' | 'role' | 'personId' | 'invitedBy' | 'acceptedBy'
      > & {
        state: 'open' | 'accepted' | 'withdrawn'
        expiresAtMs: number
        userId: string | null
        confirmedAt: string | null
      }
    >(sql`
      SELECT invitation.id, invitation.email, invitation.name, invitation.role_id AS role,
        invitation.person_id AS personId, invitation.state, invitation.accepted_by AS acceptedBy,
        invitation.expires_at_ms AS expiresAtMs, coalesce(user.name, '') AS invitedBy,
        account.id AS userId, account.email_confirmed_at AS confirmedAt
      FROM invitations AS invitation LEFT JOIN users AS user ON user.auth_id = invitation.invited_by
      LEFT JOIN auth_users AS account ON account.email = invitation.email
        AND account.aud = 'authenticated' AND account.is_sso_user = 0 AND account.deleted_at IS NULL
      WHERE invitation.${mine}`),
    studioRows: directory
      .select()
      .from(studios)
      .where(
        sql`${studios.id} = (SELECT studio_id FROM invitations WHERE ${mine})
          AND ${studios.state} <> 'provisioning'`,
      ),
  })
  const [row] = rows
  const [studio] = studioRows
  if (!row || !studio) return null
  const { userId, confirmedAt, expiresAtMs, ...invitation } = row
  return {
    ...invitation,
    state: row.state === 'open' && expiresAtMs <= nowMs ? 'expired' : row.state,
    studio: toStudio(studio),
    account: userId ? { userId, confirmed: confirmedAt !== null } : null,
  }
}
