import { type SQL, sql } from 'drizzle-orm'
import { batch, changed, type Statement } from '#app/db/batch.server.ts'
import { auditStatement, rightAfterChange } from '#app/domain/audit/audit.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import { cardSecrets } from './find-gift-card.server.ts'

/** Gives a card that is worth something these secrets in place of those it had, where `onlyIf` holds. */
export const renewStatement = (
  { db, studio }: Pick<StudioContext, 'db' | 'studio'>,
  cardId: string,
  secrets: ReturnType<typeof cardSecrets>,
  onlyIf: SQL = sql`1`,
): Statement<D1Result> =>
  db.run(sql`
    UPDATE gift_cards SET code_hash = ${secrets.codeHash}, last_four = ${secrets.lastFour},
      sealed_code = ${secrets.sealedCode}, token_hash = ${secrets.tokenHash},
      sealed = ${secrets.sealed}
    WHERE studio_id = ${studio.id} AND id = ${cardId} AND state = 'live' AND ${onlyIf}`)

/**
 * Gives a card a new code and a new link, where it was lost or somebody else read it: the old ones
 * work no more, and what is on it stays. Refused where it has another code than the page showed
 * (`changed`, as after a double press), and for one that is not paid or is void (`not_found`).
 */
export async function renewCard(
  ctx: StaffContext,
  cardId: string,
  { seen }: { seen: string },
): Promise<'renewed' | 'changed' | 'not_found'> {
  const { db, studio } = ctx
  const { renew, found } = await batch(db, {
    renew: renewStatement(ctx, cardId, cardSecrets(ctx), sql`last_four = ${seen}`),
    audit: auditStatement(
      ctx,
      { action: 'gift_card.renewed', subjectKind: 'gift_card', subjectId: cardId },
      rightAfterChange,
    ),
    found: db.all(sql`
      SELECT 1 FROM gift_cards
      WHERE studio_id = ${studio.id} AND id = ${cardId} AND state = 'live'`),
  })
  if (changed(renew) > 0) return 'renewed'
  return found.length > 0 ? 'changed' : 'not_found'
}
