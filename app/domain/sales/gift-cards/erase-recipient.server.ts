import { type SQL, sql } from 'drizzle-orm'
import type { Statement } from '#app/db/batch.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'

/** Gift cards that somebody was given at one of these addresses; for the erasing batch. */
export const eraseRecipientStatement = (
  { db, studio }: Pick<StudioContext, 'db' | 'studio'>,
  addresses: readonly string[],
  onlyIf: SQL,
): Statement<D1Result> =>
  db.run(sql`
    UPDATE gift_cards SET recipient_name = '', recipient_email = '', message = ''
    WHERE studio_id = ${studio.id} AND ${onlyIf} AND recipient_email <> ''
      AND recipient_email IN (SELECT value FROM json_each(${JSON.stringify(addresses)}))`)
