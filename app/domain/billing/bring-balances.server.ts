/** Balances of accounts and gift cards from elsewhere: statements for the batches of an import. */
import { type SQL, sql } from 'drizzle-orm'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { accountCreditSql } from './invoices/payment-statements.server.ts'

type Ctx = Pick<StudioContext, 'db' | 'studio' | 'now'>

/** The cause of an amount that was brought over, by its id. */
const causeSql = (id: SQL): SQL => sql`'balance:' || ${id}`

/** A balance of this id is here, as credit, a gift card or what is owed; `id` is a column. */
export const balanceThereSql = (studioId: string, id: SQL): SQL => sql`(
  EXISTS (SELECT 1 FROM account_entries AS entry
    WHERE entry.studio_id = ${studioId} AND entry.cause = ${causeSql(id)})
  OR EXISTS (SELECT 1 FROM gift_cards AS card
    WHERE card.studio_id = ${studioId} AND card.id = ${id})
  OR EXISTS (SELECT 1 FROM open_items AS item
    WHERE item.studio_id = ${studioId} AND item.dedupe_key = ${causeSql(id)}))`

/**
 * What each of `rows`, a JSON array of `{ id, personId, amountMinor, reason, card }`, has: account
 * credit above nothing, or a gift card where `card` names one, with the secrets of its code; to pay
 * below it; once an id. It was taxed where it was sold, so it carries none. A card that an earlier
 * file brought as credit stays credit.
 */
export function bringBalancesStatements({ db, studio, now }: Ctx, rows: string, onlyIf: SQL) {
  return {
    credit: db.run(sql`
      INSERT INTO account_entries (studio_id, person_id, amount_minor, cause, reason, created_at)
      SELECT ${studio.id}, value ->> 'personId', value ->> 'amountMinor',
        ${causeSql(sql`(value ->> 'id')`)}, value ->> 'reason', ${now}
      FROM json_each(${rows}) AS input
      WHERE value ->> 'amountMinor' > 0 AND value ->> 'card' IS NULL AND ${onlyIf}
      ON CONFLICT DO NOTHING`),
    cards: db.run(sql`
      INSERT INTO gift_cards (id, studio_id, code_hash, last_four, sealed_code, token_hash, sealed,
        source, person_id, state, currency, amount_minor, created_at)
      SELECT value ->> 'id', ${studio.id}, value ->> 'codeHash', value ->> 'lastFour',
        value ->> 'sealedCode', value ->> 'tokenHash', value ->> 'sealed', 'import',
        value ->> 'personId', 'live', ${studio.currency}, value ->> 'amountMinor', ${now}
      FROM json_each(${rows}) AS input
      WHERE value ->> 'amountMinor' > 0 AND value ->> 'card' IS NOT NULL AND ${onlyIf}
        AND NOT EXISTS (SELECT 1 FROM account_entries AS entry
          WHERE entry.studio_id = ${studio.id}
            AND entry.cause = ${causeSql(sql`(value ->> 'id')`)})
      ON CONFLICT DO NOTHING`),
    worth: db.run(sql`
      INSERT INTO gift_card_entries (studio_id, card_id, kind, amount_minor, cause, created_at)
      SELECT card.studio_id, card.id, 'issued', card.amount_minor, 'issued:' || card.id, ${now}
      FROM json_each(${rows}) AS input JOIN gift_cards AS card ON card.id = value ->> 'id'
        AND card.studio_id = ${studio.id} AND card.source = 'import'
      WHERE ${onlyIf}
      ON CONFLICT DO NOTHING`),
    owed: db.run(sql`
      INSERT INTO open_items (id, studio_id, person_id, kind, subject_id, amount_minor, currency,
        working, state, dedupe_key, created_at)
      SELECT lower(hex(randomblob(8))), ${studio.id}, value ->> 'personId', 'balance',
        value ->> 'id', -(value ->> 'amountMinor'), ${studio.currency}, value ->> 'reason', 'open',
        ${causeSql(sql`(value ->> 'id')`)}, ${now}
      FROM json_each(${rows}) AS input WHERE value ->> 'amountMinor' < 0 AND ${onlyIf}
      ON CONFLICT DO NOTHING`),
  }
}

/**
 * Why a balance that was brought over stays, over `imported`, the row of its import. Credit goes only
 * where all that the import brought this person is still there.
 */
export const balanceStays: readonly { words: string; is: SQL }[] = [
  {
    words: 'the credit was spent',
    is: sql`EXISTS (SELECT 1 FROM account_entries AS own
        WHERE own.studio_id = imported.studio_id
          AND own.cause = ${causeSql(sql`imported.holding_id`)})
      AND ${accountCreditSql(sql`imported.studio_id`, sql`imported.person_id`)} < (
        SELECT sum(entry.amount_minor) FROM imported_people AS same
        JOIN account_entries AS entry ON entry.studio_id = same.studio_id
          AND entry.cause = ${causeSql(sql`same.holding_id`)}
        WHERE same.studio_id = imported.studio_id AND same.import_id = imported.import_id
          AND same.person_id = imported.person_id)`,
  },
  {
    words: 'some of the gift card was spent',
    is: sql`EXISTS (SELECT 1 FROM gift_card_entries AS entry
      WHERE entry.studio_id = imported.studio_id AND entry.card_id = imported.holding_id
        AND entry.kind <> 'issued')`,
  },
  {
    words: 'it was paid or taken off',
    is: sql`EXISTS (SELECT 1 FROM open_items AS item WHERE item.studio_id = imported.studio_id
      AND item.dedupe_key = ${causeSql(sql`imported.holding_id`)}
      AND (item.state <> 'open' OR item.paid_minor <> 0))`,
  },
]

/**
 * Takes balances (a SELECT of ids) back: credit and gift cards go, and what was to pay is void, as
 * is the invoice that it alone stands on. A later file may bring it again.
 */
export const removeBalancesStatements = ({ db, studio, now }: Ctx, ids: SQL) => ({
  credit: db.run(sql`
    DELETE FROM account_entries WHERE studio_id = ${studio.id}
      AND cause IN (SELECT ${causeSql(sql`gone.holding_id`)} FROM (${ids}) AS gone)`),
  worth: db.run(sql`
    DELETE FROM gift_card_entries WHERE studio_id = ${studio.id} AND card_id IN (
      SELECT card.id FROM gift_cards AS card WHERE card.studio_id = ${studio.id}
        AND card.source = 'import' AND card.id IN (SELECT gone.holding_id FROM (${ids}) AS gone))`),
  cards: db.run(sql`
    DELETE FROM gift_cards WHERE studio_id = ${studio.id} AND source = 'import'
      AND id IN (SELECT gone.holding_id FROM (${ids}) AS gone)`),
  owed: db.run(sql`
    UPDATE open_items SET state = 'void', settled_at = ${now},
      dedupe_key = dedupe_key || ':' || id
    WHERE studio_id = ${studio.id} AND state = 'open'
      AND dedupe_key IN (SELECT ${causeSql(sql`gone.holding_id`)} FROM (${ids}) AS gone)`),
})
