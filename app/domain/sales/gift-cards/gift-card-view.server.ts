import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import { cardHeldSql } from '#app/domain/billing/gift-cards/gift-card-sql.server.ts'
import { hashSecretToken } from '#app/domain/identity/secrets/secret-tokens.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { shellStatements, toShell } from '#app/domain/studios/shell-queries.server.ts'
import type { PdfDocument } from '#app/values/pdf/make-pdf.ts'
import { dayMonthYear, money } from '#app/values/wording.ts'
import { type LocalDate, localDate } from '#app/values/zone.ts'
import { openCard } from './find-gift-card.server.ts'
import { codeInFours } from './gift-card-code.ts'
import { cardStateWords } from './gift-card-words.ts'

type Row = {
  sealedCode: string
  sealed: string
  state: 'unpaid' | 'live' | 'void'
  recipientName: string
  fromName: string
  message: string
  amountMinor: number
  balanceMinor: number
  expiresOn: LocalDate | null
  held: number
}

/**
 * A card as the person who has its link reads and prints it; null where no card has that key. Its code is
 * shown while it pays: not before it is paid, nor on hold, void, spent or after its last day. One trip.
 */
export async function giftCardView(
  ctx: StudioContext,
  key: string,
  viewer: { personId: string | null; name: string; email: string } | null,
) {
  const { db, studio, now } = ctx
  const { cards, ...shell } = await batch(db, {
    ...shellStatements(ctx, viewer),
    cards: db.all<Row>(sql`
      SELECT sealed_code AS sealedCode, sealed, state, recipient_name AS recipientName,
        from_name AS fromName, message, amount_minor AS amountMinor,
        balance_minor AS balanceMinor, expires_on AS expiresOn,
        ${cardHeldSql(sql`gift_cards`)} AS held
      FROM gift_cards WHERE studio_id = ${studio.id} AND token_hash = ${hashSecretToken(key)}`),
  })
  const [card] = cards
  if (!card) return null
  const today = localDate(now, studio.timeZone)
  const pays =
    card.state === 'live' &&
    card.held === 0 &&
    card.balanceMinor > 0 &&
    (card.expiresOn === null || card.expiresOn >= today)
  const sum = (minor: number) => money(minor, studio.currency, studio.locale)
  return {
    shell: toShell(shell, viewer),
    amount: sum(card.amountMinor),
    left: card.state === 'live' ? sum(card.balanceMinor) : '',
    code: pays ? codeInFours(openCard(ctx, card)?.code ?? '') : '',
    pays,
    state: cardStateWords(card, today).text,
    to: card.recipientName,
    from: card.fromName,
    message: card.message,
    until: card.expiresOn ? dayMonthYear(card.expiresOn, studio.locale) : '',
  }
}

export type GiftCardView = NonNullable<Awaited<ReturnType<typeof giftCardView>>>

/** The same as a file. Pure. */
export const giftCardPdf = (
  view: GiftCardView,
  { studio, now }: Pick<StudioContext, 'studio' | 'now'>,
): PdfDocument => ({
  title: `Gift card, ${studio.name}`,
  author: studio.name,
  language: studio.locale,
  created: now,
  foot: studio.name,
  blocks: [
    { kind: 'small', text: studio.name },
    { kind: 'title', text: `Gift card, ${view.amount}` },
    ...(view.message ? [{ kind: 'text', text: view.message } as const] : []),
    {
      kind: 'facts',
      rows: [
        ...(view.to ? [['For', view.to] as const] : []),
        ...(view.from ? [['From', view.from] as const] : []),
        view.code ? ['Code', view.code] : ['State', view.state],
        ['Good until', view.until || 'It doesn’t expire'],
      ],
    },
    ...(view.pays
      ? [
          {
            kind: 'small',
            text: 'Say the code at the desk. You can spend it in parts: what is left stays on the card.',
          } as const,
        ]
      : []),
  ],
})
