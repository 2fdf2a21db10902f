import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import { authAuditStatement } from '../auth-audit.server.ts'
import type { IdentityContext } from '../identity-context.ts'

/** Changes the name of an account. What a studio calls the person is the studio's own. */
export async function changeName(
  ctx: IdentityContext,
  { userId, name }: { userId: string; name: string },
): Promise<void> {
  await batch(ctx.directory, {
    name: ctx.directory.run(sql`UPDATE users SET name = ${name} WHERE auth_id = ${userId}`),
    audit: authAuditStatement(ctx, {
      actorId: userId,
      action: 'user_modified',
      traits: { name: true },
    }),
  })
}
