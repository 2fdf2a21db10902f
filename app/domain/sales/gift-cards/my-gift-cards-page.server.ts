import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import { cardHeldSql } from '#app/domain/billing/gift-cards/gift-card-sql.server.ts'
import type { MemberContext } from '#app/domain/scope/contexts.ts'
import { shellStatements, toShell } from '#app/domain/studios/shell-queries.server.ts'
import { paths } from '#app/paths.ts'
import { dayMonthYear, money } from '#app/values/wording.ts'
import { localDate } from '#app/values/zone.ts'
import { openCard } from './find-gift-card.server.ts'
import { codeEnd } from './gift-card-code.ts'
import { giftCardSettingsFrom, giftCardSettingsStatement } from './gift-card-settings.server.ts'
import { cardStateWords } from './gift-card-words.ts'
import type { CardRow } from './gift-cards-page.server.ts'

type Row = Pick<
  CardRow,
  | 'id'
  | 'lastFour'
  | 'state'
  | 'recipientName'
  | 'amountMinor'
  | 'balanceMinor'
  | 'expiresOn'
  | 'held'
> & { sealedCode: string; sealed: string; createdAt: string }

/**
 * Gift cards that the viewer bought here or held at another program, the newest 50, with what is left
 * on each and a link to its page. One trip.
 */
export async function myGiftCardsPage(
  ctx: MemberContext,
  viewer: { personId: string; name: string; email: string },
) {
  const { db, studio, now } = ctx
  const answer = await batch(db, {
    ...shellStatements(ctx, viewer),
    rules: giftCardSettingsStatement(ctx),
    cards: db.all<Row>(sql`
      SELECT id, last_four AS lastFour, state, recipient_name AS recipientName,
        amount_minor AS amountMinor, balance_minor AS balanceMinor, expires_on AS expiresOn,
        sealed_code AS sealedCode, sealed, created_at AS createdAt,
        ${cardHeldSql(sql`gift_cards`)} AS held
      FROM gift_cards INDEXED BY gift_cards_by_person
      WHERE studio_id = ${studio.id} AND person_id = ${viewer.personId}
      ORDER BY created_at DESC, id LIMIT 50`),
  })
  const { currency, locale, timeZone } = studio
  const today = localDate(now, timeZone)
  const sum = (minor: number) => money(minor, currency, locale)
  return {
    shell: toShell(answer, viewer),
    sold: giftCardSettingsFrom(answer.rules).online,
    cards: answer.cards.map((card) => {
      const key = card.state === 'live' && card.sealed ? openCard(ctx, card)?.key : undefined
      return {
        id: card.id,
        name: `${sum(card.amountMinor)}${card.recipientName ? ` for ${card.recipientName}` : ''}`,
        end: codeEnd(card.lastFour),
        bought: dayMonthYear(localDate(card.createdAt, timeZone), locale),
        left: card.state === 'live' ? sum(card.balanceMinor) : '',
        until: card.expiresOn ? dayMonthYear(card.expiresOn, locale) : '',
        state: cardStateWords(card, today).text,
        href: key ? paths.giftCard(studio, key) : '',
      }
    }),
  }
}
