/** Codes of gift cards in a file, as the studio tells cards apart. */
import { sql } from 'drizzle-orm'
import { hashGiftCode } from '#app/domain/sales/gift-cards/find-gift-card.server.ts'
import { plainCode } from '#app/domain/sales/gift-cards/gift-card-code.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import type { PreparedHolding } from './prepare-holdings.ts'

const atOnce = 2_000

/**
 * Why cards of a file can't come over, by their lines: spaces, signs and the size of letters tell no
 * cards apart, so that each needs a code of its own, of two letters or digits at least, that is
 * neither further up in the file nor another card's here. `ids` are those of the rows.
 */
export async function cardCodeRefusals(
  { db, studio }: StudioContext,
  rows: readonly PreparedHolding[],
  ids: readonly string[],
): Promise<ReadonlyMap<number, string>> {
  const refusals = new Map<number, string>()
  const lines = new Map<string, number>()
  const toFind: { hash: string; id: string; line: number }[] = []
  for (const [i, { line, facts }] of rows.entries()) {
    if (facts.kind !== 'balances' || facts.card === '') continue
    const code = plainCode(facts.card)
    const before = lines.get(code)
    if (code.length < 2) {
      refusals.set(line, 'This code needs two letters (A to Z) or digits at least')
    } else if (before !== undefined) {
      refusals.set(line, `Has the same code as line ${before}. Give this card another code`)
    } else {
      lines.set(code, line)
      toFind.push({ hash: hashGiftCode(code), id: ids[i]!, line })
    }
  }
  for (let from = 0; from < toFind.length; from += atOnce) {
    const asked = JSON.stringify(toFind.slice(from, from + atOnce))
    const found = await db.all<{ line: number }>(sql`
      SELECT input.value ->> 'line' AS line FROM json_each(${asked}) AS input
      CROSS JOIN gift_cards AS card ON card.studio_id = ${studio.id}
        AND card.code_hash = input.value ->> 'hash' AND card.id <> input.value ->> 'id'`)
    for (const { line } of found)
      refusals.set(line, 'Another gift card here has this code. Give this card another code')
  }
  return refusals
}
