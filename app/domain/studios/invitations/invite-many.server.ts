/** Invitations of many people to sign in as members, as a bulk change of them sends and ends them. */
import { type SQL, sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import type { DirectoryDb } from '#app/db/connection.server.ts'
import { authAuditEachStatement } from '#app/domain/identity/auth-audit.server.ts'
import { countTryStatement, isOver } from '#app/domain/identity/limits.server.ts'
import {
  hashSecretToken,
  newSecretToken,
} from '#app/domain/identity/secrets/secret-tokens.server.ts'
import { queueManyStatement, unqueueStatement } from '#app/domain/messaging/outbox.server.ts'
import type { BulkInvitations } from '#app/domain/people/bulk/invite-in-bulk.server.ts'
import { invitationDays } from '#app/domain/people/invited-person.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { invitation as invitationLetter } from '#app/messages/invitation.ts'
import { paths } from '#app/paths.ts'
import { newId } from '#app/values/id.ts'

/**
 * The directory's half of a bulk change that invites. An invitation is named after the change and
 * the person, so that a step which is repeated, or done by two at once, mails each person once; one
 * is open for an address, as with a single invitation. Beyond the limit of an hour nobody is invited.
 */
export function bulkInvitations(ctx: StudioContext & { directory: DirectoryDb }): BulkInvitations {
  const { directory, studio, now, nowMs, origin } = ctx
  return {
    async send({ id, actorId, actorName }, people) {
      const { tries } = await batch(directory, {
        tries: countTryStatement(ctx, 'bulkInvitations', studio.id, undefined, {
          by: people.length,
        }),
      })
      if (isOver('bulkInvitations', tries))
        return new Map(people.map(({ id: personId }) => [personId, 'too_many_invited']))
      const invited = people.map(({ id: personId, name, email }) => {
        const token = newSecretToken()
        const letter = invitationLetter({
          href: origin + paths.invitation(token, studio.slug),
          studio: studio.name,
          invitedBy: actorName,
          role: null,
          days: invitationDays,
        })
        return {
          id: `${id}-${personId}`,
          personId,
          name,
          email,
          auditId: newId(),
          hash: hashSecretToken(token),
          letter,
        }
      })
      const rows = JSON.stringify(invited.map(({ letter: _, ...row }) => row))
      const each = sql`json_each(${rows}) AS input`
      const field = (name: string) => sql`(input.value ->> ${name})`
      const { known } = await batch(directory, {
        tooOld: directory.run(sql`
          UPDATE invitations SET state = 'withdrawn'
          WHERE studio_id = ${studio.id} AND state = 'open' AND expires_at_ms <= ${nowMs}
            AND email IN (SELECT ${field('email')} FROM ${each})`),
        invite: directory.run(sql`
          INSERT INTO invitations (id, studio_id, email, name, role_id, person_id, token_hash,
            invited_by, state, created_at, expires_at_ms)
          SELECT ${field('id')}, ${studio.id}, ${field('email')}, ${field('name')}, 'member',
            ${field('personId')}, ${field('hash')}, ${actorId}, 'open', ${now},
            ${nowMs + invitationDays * 86_400_000}
          FROM ${each} WHERE NOT ${hasPlaceSql(studio.id, field('email'))}
          ON CONFLICT DO NOTHING`),
        audit: authAuditEachStatement(
          ctx,
          { actorId, action: 'user_invited' },
          {
            idSql: field('auditId'),
            traitsSql: sql`json_object('studio_id', ${studio.id}, 'invitation', ${field('id')},
              'role', 'member')`,
            from: sql`${each} CROSS JOIN invitations ON invitations.token_hash = ${field('hash')}`,
          },
        ),
        mail: queueManyStatement(
          directory,
          {
            studioId: studio.id,
            kind: 'invitation',
            letters: invited.map(({ hash, email: to, personId, letter }) => ({
              dedupeKey: `invitation:${hash}`,
              to,
              personId,
              letter,
            })),
          },
          {
            onlyIf: sql`substr(each.dedupe_key, 12) IN (
              SELECT token_hash FROM invitations WHERE state = 'open')`,
          },
          nowMs,
        ),
        known: directory.all<{ personId: string; outcome: string }>(sql`
          SELECT ${field('personId')} AS personId, CASE
            WHEN EXISTS (SELECT 1 FROM invitations WHERE id = ${field('id')}) THEN 'changed'
            WHEN ${hasPlaceSql(studio.id, field('email'))} THEN 'same_address'
            ELSE 'invited' END AS outcome FROM ${each}`),
      })
      return new Map(known.map(({ personId, outcome }) => [personId, outcome]))
    },

    async withdraw({ id }) {
      // Ids of a change's invitations are a range: the sign behind `-` is `.`.
      const own = sql`studio_id = ${studio.id} AND id > ${`${id}-`} AND id < ${`${id}.`}`
      await batch(directory, {
        letters: unqueueStatement(
          directory,
          sql`SELECT 'invitation:' || token_hash FROM invitations WHERE ${own} AND state = 'open'`,
        ),
        withdrawn: directory.run(sql`
          UPDATE invitations SET state = 'withdrawn' WHERE ${own} AND state = 'open'`),
      })
    },
  }
}

/** Whether the account with that address has a place in the studio. */
const hasPlaceSql = (studioId: string, email: SQL): SQL => sql`EXISTS (
  SELECT 1 FROM auth_users AS account
  JOIN affiliations AS affiliation ON affiliation.user_id = account.id
    AND affiliation.studio_id = ${studioId} AND affiliation.state <> 'left'
  WHERE account.email = ${email} AND account.is_sso_user = 0 AND account.deleted_at IS NULL)`
