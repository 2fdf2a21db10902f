import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import type { DirectoryDb, StudioDb } from '#app/db/connection.server.ts'
import { enterStudioStatement } from '#app/domain/identity/accounts/enter-studio.server.ts'
import { provenEmailSql } from '#app/domain/identity/accounts/proven-email.server.ts'
import { enrollPersonStatements } from '#app/domain/people/enroll-person.server.ts'
import { isStaff, type Role } from '#app/domain/scope/permissions.ts'
import type { Studio } from '#app/domain/scope/studio.ts'
import { newId } from '#app/values/id.ts'
import type { Instant } from '#app/values/instant.ts'

export type JoinStudioContext = {
  directory: DirectoryDb
  shardOf(studio: Studio): StudioDb
  now: Instant
}

export type JoinStudioResult =
  | { ok: true; personId: string; role: Role }
  | { ok: false; reason: 'not_found' | 'studio_archived' }

/**
 * Gives an account its place as a member of a studio. Nothing is atomic across two databases, so
 * the directory comes first with a row in state `provisioning` that names the person's id, then an
 * upsert in the shard, then `active` (design decision 5). Every step may be repeated: who finds a
 * row that a crash left calls this again. An account that already has a place keeps it and its
 * role. Someone on the studio's books is linked to the account and not doubled: anyone who was
 * invited, or who has the address that the account has proven. Refused: a studio that is not there,
 * or that is archived and takes nobody.
 */
export async function joinStudio(
  ctx: JoinStudioContext,
  studio: Studio,
  account: { userId: string; name: string; email: string },
): Promise<JoinStudioResult> {
  if (studio.state === 'provisioning') return { ok: false, reason: 'not_found' }
  const key = sql`user_id = ${account.userId} AND studio_id = ${studio.id}`
  const mayJoin = sql`EXISTS (SELECT 1 FROM studios WHERE id = ${studio.id} AND state = 'open')`

  const { place } = await batch(ctx.directory, {
    claim: ctx.directory.run(sql`
      INSERT INTO affiliations (user_id, studio_id, role_id, person_id, state, created_at)
      SELECT ${account.userId}, ${studio.id}, 'member', ${newId()}, 'provisioning', ${ctx.now}
      WHERE ${mayJoin}
      ON CONFLICT (user_id, studio_id) DO UPDATE SET state = 'provisioning', role_id = 'member'
      WHERE state = 'left'`),
    place: ctx.directory.all<{ personId: string; role: Role; state: string; proven: number }>(sql`
      SELECT person_id AS personId, role_id AS role, state, ${provenEmailSql(account)} AS proven
      FROM affiliations WHERE ${key}`),
  })
  const claimed = place[0]
  if (!claimed || claimed.state === 'left') return { ok: false, reason: 'studio_archived' }
  if (claimed.state === 'active')
    return { ok: true, personId: claimed.personId, role: claimed.role }

  const shard = { db: ctx.shardOf(studio), studio, now: ctx.now }
  const person = {
    ...account,
    id: claimed.personId,
    isStaff: isStaff(claimed.role),
    provenEmail: claimed.proven === 1,
  }
  const { enrolled } = await batch(shard.db, enrollPersonStatements(shard, person))
  const personId = enrolled[0]?.id
  if (!personId)
    throw new Error(`Person ${claimed.personId} was not enrolled in studio ${studio.id}`)

  await batch(ctx.directory, {
    // The studio may have known the account's person under another id: the shard's word counts.
    activate: ctx.directory.run(
      sql`UPDATE affiliations SET state = 'active', person_id = ${personId}
        WHERE ${key} AND state = 'provisioning'`,
    ),
    enter: enterStudioStatement(ctx.directory, { userId: account.userId, studioId: studio.id }),
  })
  return { ok: true, personId, role: claimed.role }
}
