/**
 * Another guardian of a child is asked by email: by a guardian, or at the desk. Until an account
 * that has proven the address accepts, nothing of the child is theirs to see.
 */

import { type SQL, sql } from 'drizzle-orm'
import { batch, changed, type Statement } from '#app/db/batch.server.ts'
import type { DirectoryDb } from '#app/db/connection.server.ts'
import { auditStatement, rightAfterChange } from '#app/domain/audit/audit.server.ts'
import { countTryStatement, isOver } from '#app/domain/identity/limits.server.ts'
import { queueStatement } from '#app/domain/messaging/outbox.server.ts'
import { calledSql } from '#app/domain/people/called-sql.server.ts'
import type { MemberContext, StudioContext } from '#app/domain/scope/contexts.ts'
import { studioLets } from '#app/domain/scope/portal-rules.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import { guardianInvited } from '#app/messages/family/guardian-invited.ts'
import { addMinutes } from '#app/values/instant.ts'
import { actedForSql } from './act-for.server.ts'
import type { InviteForm } from './family-form.ts'
import { calledOf } from './family-member.ts'
import { guardiansAtMost, type InviteRefusal, invitationDays } from './guardianship.ts'

export type InviteResult = { ok: true } | { ok: false; reason: InviteRefusal }

/** A guardian asks somebody to look after their children as well, where the studio lets them. */
export async function inviteGuardian(
  ctx: MemberContext & { directory: DirectoryDb },
  form: InviteForm,
): Promise<InviteResult> {
  const { studio, person, actor } = ctx
  if (!studioLets(studio, 'invite_guardian')) return { ok: false, reason: 'ask_studio' }
  const { tries } = await batch(ctx.directory, {
    tries: countTryStatement(ctx, 'guardianInvitations', person.id),
  })
  if (isOver('guardianInvitations', tries)) return { ok: false, reason: 'too_many' }
  const mine = sql`EXISTS (SELECT 1 FROM guardians AS link
      WHERE link.studio_id = ${studio.id} AND link.dependant_id = child.id
        AND link.guardian_id = ${person.id}) AND ${actedForSql(ctx, 'child')}`
  return invite(ctx, form, { mine, askedById: person.id, askedByName: actor.name })
}

/** The desk asks for a child whose guardian is not on its books yet. */
export async function inviteGuardianAtDesk(
  ctx: StaffContext & { directory: DirectoryDb },
  form: InviteForm,
): Promise<InviteResult> {
  const { tries } = await batch(ctx.directory, {
    tries: countTryStatement(ctx, 'invitations', ctx.studio.id),
  })
  if (isOver('invitations', tries)) return { ok: false, reason: 'too_many' }
  return invite(ctx, form, { mine: actedForSql(ctx, 'child'), askedById: null, askedByName: '' })
}

type Asking = {
  /** Whether they may ask for `people AS child`. */
  mine: SQL
  askedById: string | null
  askedByName: string
}

type Child = { id: string; name: string; called: string; links: number; theirs: number }

async function invite(
  ctx: (MemberContext | StaffContext) & { directory: DirectoryDb },
  { key, email, children }: InviteForm,
  { mine, askedById, askedByName }: Asking,
): Promise<InviteResult> {
  const { db, studio, now } = ctx
  const asked = sql`(SELECT value FROM json_each(${JSON.stringify(children)}))`
  const links = sql`FROM guardians AS other WHERE other.studio_id = child.studio_id
    AND other.dependant_id = child.id`
  // Somebody who has the address looks after the child already, or is the child.
  const theirs = sql`(child.email = ${email} OR EXISTS (SELECT 1 FROM guardians AS own
    CROSS JOIN people AS guardian ON guardian.id = own.guardian_id AND guardian.email = ${email}
    WHERE own.studio_id = child.studio_id AND own.dependant_id = child.id))`
  const { found } = await batch(db, {
    found: db.all<Child>(sql`
      SELECT child.id, child.name, child.preferred_name AS called,
        (SELECT count(*) ${links}) AS links, ${theirs} AS theirs
      FROM people AS child WHERE child.studio_id = ${studio.id} AND child.id IN ${asked} AND ${mine}
      ORDER BY child.birth_date, child.name`),
  })
  if (found.length === 0) return { ok: false, reason: 'no_child' }
  if (found.some((child) => child.theirs === 1)) return { ok: false, reason: 'already_guardian' }
  if (found.some((child) => child.links >= guardiansAtMost))
    return { ok: false, reason: 'too_many_guardians' }
  const letter = guardianInvited({
    studio,
    origin: ctx.origin,
    email,
    days: invitationDays,
    askedBy: askedByName,
    children: found.map(calledOf),
  })
  const written = sql`EXISTS (SELECT 1 FROM guardian_invitations AS invitation
    WHERE invitation.studio_id = ${studio.id} AND invitation.id = ${key})`
  const { open } = await batch(db, {
    tooOld: db.run(sql`
      DELETE FROM guardian_invitations WHERE studio_id = ${studio.id} AND expires_at <= ${now}`),
    ...Object.fromEntries(
      found.flatMap(({ id }) => [
        [
          `invite-${id}`,
          db.run(sql`
            INSERT INTO guardian_invitations (id, studio_id, dependant_id, email, asked_by_id,
              asked_by_name, expires_at, created_at)
            SELECT ${key}, ${studio.id}, child.id, ${email}, ${askedById}, ${askedByName},
              ${addMinutes(now, invitationDays * 1440)}, ${now}
            FROM people AS child WHERE child.studio_id = ${studio.id} AND child.id = ${id}
              AND ${mine} AND (SELECT count(*) ${links}) < ${guardiansAtMost}
            ON CONFLICT DO NOTHING`),
        ],
        [
          `audit-${id}`,
          auditStatement(
            ctx,
            { action: 'guardian.invited', subjectKind: 'person', subjectId: id },
            rightAfterChange,
          ),
        ],
      ]),
    ),
    mail: queueStatement(
      db,
      {
        studioId: studio.id,
        dedupeKey: `guardian-invited:${key}`,
        to: email,
        kind: 'guardian-invited',
        letter,
      },
      ctx.nowMs,
      written,
    ),
    open: db.all<{ id: string }>(sql`
      SELECT id FROM guardian_invitations WHERE studio_id = ${studio.id} AND email = ${email}
        AND dependant_id IN ${asked}`),
  })
  return open.some(({ id }) => id === key) ? { ok: true } : { ok: false, reason: 'already_invited' }
}

/** Takes back what a guardian, or anybody else for a child of theirs, has asked. Twice is once. */
export async function withdrawInvitation(
  ctx: MemberContext,
  invitationId: string,
): Promise<boolean> {
  const { studio, person } = ctx
  return takeBack(
    ctx,
    invitationId,
    sql`dependant_id IN (SELECT link.dependant_id FROM guardians AS link
      WHERE link.studio_id = ${studio.id} AND link.guardian_id = ${person.id})`,
  )
}

/** The same at the desk, for one child. */
export const withdrawInvitationAtDesk = (
  ctx: StaffContext,
  invitationId: string,
  dependantId: string,
): Promise<boolean> => takeBack(ctx, invitationId, sql`dependant_id = ${dependantId}`)

async function takeBack(
  ctx: MemberContext | StaffContext,
  invitationId: string,
  mine: SQL,
): Promise<boolean> {
  const { db, studio } = ctx
  const these = sql`studio_id = ${studio.id} AND id = ${invitationId} AND ${mine}`
  const subject = sql`(SELECT min(dependant_id) FROM guardian_invitations WHERE ${these})`
  const { gone } = await batch(db, {
    audit: auditStatement(
      ctx,
      { action: 'guardian.withdrawn', subjectKind: 'person', subjectId: subject },
      sql`EXISTS (SELECT 1 FROM guardian_invitations WHERE ${these})`,
    ),
    gone: db.run(sql`DELETE FROM guardian_invitations WHERE ${these}`),
  })
  return changed(gone) > 0
}

/** An invitation that waits for an answer: one a child. */
export type WaitingInvitation = {
  id: string
  dependantId: string
  email: string
  child: string
  askedByName: string
  expiresAt: string
}

/** Invitations that somebody may answer: to `email`, while who asked still looks after the child. */
export function openToSql(
  { studio, now }: Pick<StudioContext, 'studio' | 'now'>,
  email: string,
): SQL {
  return sql`invitation.studio_id = ${studio.id} AND invitation.email = ${email}
    AND invitation.expires_at > ${now}
    AND (invitation.asked_by_id IS NULL OR EXISTS (SELECT 1 FROM guardians AS link
      WHERE link.studio_id = invitation.studio_id AND link.guardian_id = invitation.asked_by_id
        AND link.dependant_id = invitation.dependant_id))
    AND EXISTS (SELECT 1 FROM people AS child WHERE child.studio_id = invitation.studio_id
      AND child.id = invitation.dependant_id
      AND ${actedForSql({ studio, now } as StudioContext, 'child')})`
}

/** Invitations that wait; `which` is a condition on `guardian_invitations AS invitation`. */
export const invitationsStatement = (
  { db }: StudioContext,
  which: SQL,
): Statement<WaitingInvitation[]> =>
  db.all<WaitingInvitation>(sql`
    SELECT invitation.id, invitation.dependant_id AS dependantId, invitation.email,
      ${calledSql('child')} AS child,
      invitation.asked_by_name AS askedByName, invitation.expires_at AS expiresAt
    FROM guardian_invitations AS invitation
    JOIN people AS child ON child.studio_id = invitation.studio_id
      AND child.id = invitation.dependant_id
    WHERE ${which} ORDER BY invitation.created_at, child.birth_date, child.name LIMIT 24`)

/** Who was asked to look after a person, for the desk. */
export async function listInvitations(
  ctx: StudioContext,
  dependantId: string,
): Promise<WaitingInvitation[]> {
  const { invitations } = await batch(ctx.db, {
    invitations: invitationsStatement(
      ctx,
      sql`invitation.studio_id = ${ctx.studio.id} AND invitation.dependant_id = ${dependantId}
        AND invitation.expires_at > ${ctx.now}`,
    ),
  })
  return invitations
}
