/** Gift cards by their codes, which no row has in the open. */
import { type SQL, sql } from 'drizzle-orm'
import { cardPaysSql } from '#app/domain/billing/gift-cards/gift-card-sql.server.ts'
import {
  hashSecretToken,
  openAtRest,
  sealAtRest,
} from '#app/domain/identity/secrets/secret-tokens.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { randomCharacters } from '#app/values/id.ts'
import { type LocalDate, localDate } from '#app/values/zone.ts'
import { newGiftCode, plainCode } from './gift-card-code.ts'

type Secret = Pick<StudioContext, 'secret'>

/**
 * What is kept of a code: a plain hash, as nobody can guess 79 bits, and a card stays good where the
 * installation's secret is changed.
 */
export const hashGiftCode = (code: string): string =>
  hashSecretToken(`gift card ${plainCode(code)}`)

/** The secrets of a card as its row has them; `code` is one that exists already. */
export function cardSecrets(ctx: Secret, code: string = newGiftCode()) {
  const key = randomCharacters(24)
  const plain = plainCode(code)
  return {
    codeHash: hashGiftCode(plain),
    lastFour: plain.slice(-4),
    sealedCode: sealAtRest(ctx, plain),
    tokenHash: hashSecretToken(key),
    sealed: sealAtRest(ctx, key),
  }
}

/**
 * The code of a card and the key of its address; null where the installation had another secret when
 * the card was made: `renewCard` gives it a new code.
 */
export function openCard(ctx: Secret, card: { sealedCode: string; sealed: string }) {
  try {
    return { code: openAtRest(ctx, card.sealedCode), key: openAtRest(ctx, card.sealed) }
  } catch {
    return null
  }
}

export type FoundCard = {
  id: string
  lastFour: string
  state: 'unpaid' | 'live' | 'void'
  expiresOn: LocalDate | null
  amountMinor: number
  balanceMinor: number
  /** What it pays today, in minor units. */
  paysMinor: number
}

/**
 * The card that a code names; null where there is none. `onlyIf` is over `gift_cards AS card`: a code
 * that came from another program may be short, so that it counts where its holder is known.
 */
export async function findGiftCard(
  ctx: StudioContext,
  code: string,
  onlyIf: SQL = sql`1`,
): Promise<FoundCard | null> {
  const { db, studio, now } = ctx
  if (plainCode(code).length < 2) return null
  const [card] = await db.all<FoundCard>(sql`
    SELECT card.id, card.last_four AS lastFour, card.state, card.expires_on AS expiresOn,
      card.amount_minor AS amountMinor, card.balance_minor AS balanceMinor,
      ${cardPaysSql(ctx, sql`card.id`, localDate(now, studio.timeZone))} AS paysMinor
    FROM gift_cards AS card
    WHERE card.studio_id = ${studio.id} AND card.code_hash = ${hashGiftCode(code)}
      AND ${onlyIf}`)
  return card ?? null
}
