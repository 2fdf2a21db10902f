import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import { takesOnlineStatement } from '#app/domain/payments/accounts/connect-account.server.ts'
import { failureWords, methodName } from '#app/domain/payments/attempts/attempt-words.ts'
import type { MemberContext } from '#app/domain/scope/contexts.ts'
import { shellStatements, toShell } from '#app/domain/studios/shell-queries.server.ts'
import { deadlineLong, money } from '#app/values/wording.ts'
import { chargedFirstSql } from '../collecting/collection-statements.server.ts'
import { stoppedWords } from './top-up-forms.ts'
import { mayTopUpSql } from './top-up-sql.server.ts'

type Row = {
  packageId: string
  name: string
  priceMinor: number
  credits: number
  state: 'on' | 'told' | 'charging' | 'off' | 'stopped' | null
  atLeft: number | null
  version: number | null
  dueAt: string | null
  reason: string | null
}

/**
 * Packs of the viewer that can be bought again automatically, and how each stands, with the card that
 * is charged. One trip.
 */
export async function topUpsPage(
  ctx: MemberContext,
  viewer: { personId: string; name: string; email: string },
) {
  const { db, studio } = ctx
  const answer = await batch(db, {
    ...shellStatements(ctx, viewer),
    online: takesOnlineStatement(ctx),
    cards: db.all<{ brand: string; last4: string }>(sql`
      SELECT brand, last4 FROM payment_methods WHERE studio_id = ${studio.id}
        AND person_id = ${viewer.personId} AND removed_at IS NULL
      ORDER BY ${chargedFirstSql} LIMIT 1`),
    packs: db.all<Row>(sql`
      SELECT pack.id AS packageId, pack.name, pack.price_minor AS priceMinor, pack.credits,
        topup.state, topup.at_left AS atLeft, topup.version, topup.due_at AS dueAt, topup.reason
      FROM packages AS pack LEFT JOIN pack_top_ups AS topup ON topup.studio_id = pack.studio_id
        AND topup.person_id = ${viewer.personId} AND topup.package_id = pack.id
      WHERE pack.studio_id = ${studio.id} AND (topup.state IN ('on', 'told', 'charging')
        OR ${mayTopUpSql(studio.id)} AND (topup.state IS NOT NULL OR EXISTS (
          SELECT 1 FROM lots AS lot JOIN packages AS held ON held.id = lot.package_id
          WHERE lot.studio_id = pack.studio_id AND lot.person_id = ${viewer.personId}
            AND held.name = pack.name)))
      ORDER BY pack.name, pack.version DESC LIMIT 30`),
  })
  const [card] = answer.cards
  const { currency, locale, timeZone } = studio
  return {
    shell: toShell(answer, viewer),
    online: answer.online.length > 0,
    card: card ? methodName(card) : null,
    packs: answer.packs.map((row) => ({
      packageId: row.packageId,
      name: row.name,
      price: money(row.priceMinor, currency, locale),
      credits: row.credits,
      on: row.state === 'on' || row.state === 'told',
      charging: row.state === 'charging',
      left: row.atLeft ?? 0,
      version: row.version ?? 0,
      told: toldOf(row, (at) => deadlineLong(at, timeZone, locale)),
    })),
  }
}

function toldOf({ state, dueAt, reason }: Row, when: (at: string) => string): string {
  if (state === 'told' && dueAt) return `It is bought again on ${when(dueAt)}.`
  if (state === 'charging') return 'Your card is being charged for it.'
  if (state !== 'stopped' || !reason) return ''
  const words = ['no_card', 'not_sold', 'not_given'].includes(reason)
    ? `It was not bought again: ${stoppedWords(reason)}.`
    : `It was not bought again. ${failureWords(reason)}`
  return `${words} Turn it on to go on.`
}
