/** The people's half of a bulk change that invites to sign in. */
import { type SQL, sql } from 'drizzle-orm'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { addMinutes } from '#app/values/instant.ts'
import { invitationDays } from '../invited-person.server.ts'
import type { BulkChange } from './bulk-words.ts'

/**
 * Invitations are rows of the directory, which this context may not import: the caller passes in how
 * they are sent and ended (`studios/invitations/invite-many`). Both may be repeated.
 */
export type BulkInvitations = {
  /** Answers what became of each: `changed`, or why nothing was sent. */
  send(
    bulk: Pick<BulkChange, 'id' | 'actorId' | 'actorName'>,
    people: readonly { id: string; name: string; email: string }[],
  ): Promise<ReadonlyMap<string, string>>
  /** Ends those of the change that nobody accepted, and takes back mails that were not sent. */
  withdraw(bulk: Pick<BulkChange, 'id'>): Promise<void>
}

/** Invited at once: each is a mail of some kilobytes, which travel as one value. */
const invitedAtOnce = 100

/**
 * The outcome for `people AS person`. If several people share an address, only the first record made
 * is invited, because an address signs in once.
 */
export const inviteOutcomeSql = ({ now }: StudioContext): SQL => sql`CASE
  WHEN person.user_id IS NOT NULL THEN 'same'
  WHEN person.archived_at IS NOT NULL THEN 'archived'
  WHEN person.email = '' THEN 'no_email'
  WHEN person.banned_at IS NOT NULL OR person.do_not_contact_at IS NOT NULL THEN 'not_written_to'
  WHEN person.invited_at > ${addMinutes(now, -invitationDays * 1_440)} THEN 'invited'
  WHEN EXISTS (SELECT 1 FROM people AS other
    WHERE other.studio_id = person.studio_id AND other.email = person.email
      AND other.id <> person.id AND other.archived_at IS NULL
      AND (other.user_id IS NOT NULL
        OR (other.created_at, other.id) < (person.created_at, person.id))) THEN 'same_address'
  ELSE 'changed' END`

/** Invites the next people of a change, and answers what became of each for the step to keep. */
export async function inviteNext(
  ctx: StudioContext & { invitations: BulkInvitations },
  bulk: BulkChange,
): Promise<{ id: string; outcome: string }[]> {
  const { db, studio, invitations } = ctx
  const next = await db.all<{ id: string; name: string; email: string; outcome: string }>(sql`
    SELECT target.person_id AS id, coalesce(person.name, '') AS name,
      coalesce(person.email, '') AS email,
      iif(person.id IS NULL, 'gone', ${inviteOutcomeSql(ctx)}) AS outcome
    FROM bulk_targets AS target LEFT JOIN people AS person ON person.id = target.person_id
      AND person.erased_at IS NULL AND person.merged_into IS NULL
    WHERE target.studio_id = ${studio.id} AND target.bulk_id = ${bulk.id}
      AND target.outcome IS NULL LIMIT ${invitedAtOnce}`)
  const able = next.filter(({ outcome }) => outcome === 'changed')
  const sent = able.length > 0 ? await invitations.send(bulk, able) : new Map<string, string>()
  return next.map(({ id, outcome }) => ({ id, outcome: sent.get(id) ?? outcome }))
}
