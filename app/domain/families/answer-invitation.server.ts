import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import type { DirectoryDb } from '#app/db/connection.server.ts'
import { auditStatement, rightAfterChange } from '#app/domain/audit/audit.server.ts'
import { provenEmailSql } from '#app/domain/identity/accounts/proven-email.server.ts'
import { noticeStatement } from '#app/domain/messaging/notices.server.ts'
import { minorSql } from '#app/domain/people/minor-sql.server.ts'
import type { MemberContext } from '#app/domain/scope/contexts.ts'
import { paths } from '#app/paths.ts'
import { joinNames } from '#app/values/text/join-names.ts'
import { calledOf } from './family-member.ts'
import { isGuardianSql } from './family-queries.server.ts'
import type { answerRefusalWords } from './guardianship.ts'
import { invitationsStatement, openToSql } from './invite-guardian.server.ts'
import {
  type LinkResult,
  linkFactsStatement,
  linkGuardiansStatement,
  linkResult,
} from './link-guardian.server.ts'

export type Answering = MemberContext & {
  directory: DirectoryDb
  /** The address of the account. */
  email: string
}

export type AcceptResult =
  | { ok: true; children: string }
  | { ok: false; reason: keyof typeof answerRefusalWords }
  | Exclude<LinkResult, { ok: true }>

/**
 * Makes somebody the guardian they were asked to be, once the address is proven to be theirs; of
 * several children those that can be linked. Pressed twice it is one link. Refused: somebody under
 * age, and what the desk is refused as well (`LinkRefusal`).
 */
export async function acceptInvitation(
  ctx: Answering,
  invitationId: string,
): Promise<AcceptResult> {
  const { db, studio, person, actor, email } = ctx
  const { proven } = await batch(ctx.directory, {
    proven: ctx.directory.all<{ proven: number }>(
      sql`SELECT ${provenEmailSql({ userId: actor.userId, email })} AS proven`,
    ),
  })
  const open = sql`${openToSql(ctx, email)} AND invitation.id = ${invitationId}`
  const { asked, me } = await batch(db, {
    asked: invitationsStatement(ctx, open),
    me: db.all<{ minor: number }>(sql`
      SELECT ${minorSql(ctx)} AS minor FROM people AS person
      WHERE person.studio_id = ${studio.id} AND person.id = ${person.id}`),
  })
  if (asked.length === 0) return { ok: false, reason: 'invitation_gone' }
  if (proven[0]?.proven !== 1) return { ok: false, reason: 'unproven' }
  if (me[0]?.minor === 1) return { ok: false, reason: 'under_age' }
  const results: { child: string; result: LinkResult }[] = []
  for (const { dependantId, child } of asked)
    results.push({
      child: calledOf({ name: child, called: '' }),
      result: await acceptFor(ctx, open, dependantId),
    })
  const linked = results.flatMap(({ child, result }) => (result.ok ? [child] : []))
  if (linked.length > 0) return { ok: true, children: joinNames(linked) }
  const [first] = results
  return first && !first.result.ok ? first.result : { ok: false, reason: 'invitation_gone' }
}

async function acceptFor(
  ctx: Answering,
  open: ReturnType<typeof openToSql>,
  dependantId: string,
): Promise<LinkResult> {
  const { db, studio, person, actor, email } = ctx
  const guards = isGuardianSql(ctx, sql`${person.id}`, sql`${dependantId}`)
  const asker = sql`(SELECT asked_by_id FROM guardian_invitations WHERE studio_id = ${studio.id}
    AND dependant_id = ${dependantId} AND email = ${email})`
  const { facts } = await batch(db, {
    link: linkGuardiansStatement(
      ctx,
      sql`SELECT ${person.id} AS guardian_id, invitation.dependant_id
        FROM guardian_invitations AS invitation
        WHERE ${open} AND invitation.dependant_id = ${dependantId}`,
    ),
    audit: auditStatement(
      ctx,
      {
        action: 'guardian.added',
        subjectKind: 'person',
        subjectId: dependantId,
        detail: { guardianId: person.id },
      },
      rightAfterChange,
    ),
    told: noticeStatement(
      ctx,
      {
        personId: asker,
        dedupeKey: `guardian-accepted:${dependantId}:${person.id}`,
        kind: 'guardian-accepted',
        text: `${actor.name} has accepted: you look after your child together now.`,
        path: paths.portalFamily(studio),
      },
      sql`${guards} AND ${asker} IS NOT NULL`,
    ),
    over: db.run(sql`
      DELETE FROM guardian_invitations WHERE studio_id = ${studio.id} AND email = ${email}
        AND dependant_id = ${dependantId} AND ${guards}`),
    facts: linkFactsStatement(ctx, person.id, dependantId),
  })
  return linkResult(facts, person.id === dependantId)
}

/** Says no: who asked is told, and nobody else learns of it. Twice is once. */
export async function declineInvitation(ctx: Answering, invitationId: string): Promise<void> {
  const { db, studio, email } = ctx
  const mine = sql`studio_id = ${studio.id} AND id = ${invitationId} AND email = ${email}`
  const there = sql`EXISTS (SELECT 1 FROM guardian_invitations WHERE ${mine})`
  const one = (column: string) =>
    sql`(SELECT ${sql.raw(column)} FROM guardian_invitations WHERE ${mine} LIMIT 1)`
  await batch(db, {
    told: noticeStatement(
      ctx,
      {
        personId: one('asked_by_id'),
        dedupeKey: `guardian-declined:${invitationId}`,
        kind: 'guardian-declined',
        text: `${email} has declined to look after your child with you.`,
        path: paths.portalFamily(studio),
      },
      sql`${there} AND ${one('asked_by_id')} IS NOT NULL`,
    ),
    audit: auditStatement(
      ctx,
      {
        action: 'guardian.declined',
        subjectKind: 'person',
        subjectId: one('dependant_id'),
      },
      there,
    ),
    over: db.run(sql`DELETE FROM guardian_invitations WHERE ${mine}`),
  })
}
