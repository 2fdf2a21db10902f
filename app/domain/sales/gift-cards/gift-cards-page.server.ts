/** What the desk reads of gift cards. */
import { type SQL, sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import { type Page, type PageNumber, pageStatements, toPage } from '#app/db/page.server.ts'
import type { giftCardEntryKinds, giftCardSources } from '#app/db/studio/money/gift-cards.ts'
import { auditStatement } from '#app/domain/audit/audit.server.ts'
import { cardHeldSql } from '#app/domain/billing/gift-cards/gift-card-sql.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import type { CsvCell } from '#app/values/csv.ts'
import type { Instant } from '#app/values/instant.ts'
import { typedMinor } from '#app/values/money.ts'
import { type LocalDate, localDate } from '#app/values/zone.ts'
import { cardStateWords } from './gift-card-words.ts'

export type EntryKind = (typeof giftCardEntryKinds)[number]

export type CardRow = {
  id: string
  lastFour: string
  source: (typeof giftCardSources)[number]
  state: 'unpaid' | 'live' | 'void'
  personId: string
  personName: string
  recipientName: string
  amountMinor: number
  balanceMinor: number
  expiresOn: LocalDate | null
  createdAt: Instant
  /** Its payment is disputed, was charged back, or isn't there any more: it pays nothing. */
  held: number
}

const columnsSql = sql`card.id, card.last_four AS lastFour, card.source, card.state,
  card.person_id AS personId, buyer.name AS personName, card.recipient_name AS recipientName,
  card.amount_minor AS amountMinor, card.balance_minor AS balanceMinor,
  card.expires_on AS expiresOn, card.created_at AS createdAt,
  ${cardHeldSql(sql`card`)} AS held`

const fromSql = sql`gift_cards AS card JOIN people AS buyer ON buyer.id = card.person_id`

export const cardViews = ['open', 'all'] as const
export type CardView = (typeof cardViews)[number]

const whereSql = ({ studio }: StudioContext, view: CardView): SQL => sql`
  card.studio_id = ${studio.id}
  AND ${view === 'open' ? sql`card.state = 'live' AND card.balance_minor > 0` : sql`1`}`

export type CardSum = { kind: EntryKind; entries: number; minor: number }

/**
 * Cards with something left on them, or all, the newest first, with what was ever sold, spent,
 * returned, expired and voided: all together is what the studio owes on cards. One trip.
 */
export async function giftCardsPage(
  ctx: StudioContext,
  view: CardView,
  at: PageNumber,
): Promise<{ cards: Page<CardRow>; sums: CardSum[]; owedMinor: number }> {
  const { db, studio } = ctx
  const answer = await batch(db, {
    ...pageStatements<CardRow>(
      db,
      {
        select: columnsSql,
        from: fromSql,
        where: whereSql(ctx, view),
        orderBy: sql`card.created_at DESC, card.id`,
      },
      at,
    ),
    sums: db.all<CardSum>(sql`
      SELECT kind, entries, minor FROM gift_card_sums WHERE studio_id = ${studio.id}`),
  })
  return {
    cards: toPage(answer, at, (row) => row),
    sums: answer.sums,
    owedMinor: answer.sums.reduce((all, { minor }) => all + minor, 0),
  }
}

export type CardDetail = CardRow & {
  sealedCode: string
  sealed: string
  recipientEmail: string
  fromName: string
  message: string
  deliverOn: LocalDate | null
  sentAt: Instant | null
  createdBy: string
  invoiceId: string | null
  invoice: string | null
}

export type CardMove = {
  seq: number
  kind: EntryKind
  amountMinor: number
  createdAt: Instant
  createdBy: string
  /** The invoice that it paid, or came back from. */
  invoiceId: string | null
  invoice: string | null
}

const detailSql = sql`${columnsSql}, card.sealed_code AS sealedCode, card.sealed,
  card.recipient_email AS recipientEmail, card.from_name AS fromName, card.message,
  card.deliver_on AS deliverOn, card.sent_at AS sentAt, card.created_by AS createdBy,
  line.invoice_id AS invoiceId, (SELECT bill.reference FROM invoices AS bill
    WHERE bill.studio_id = card.studio_id AND bill.id = line.invoice_id) AS invoice`

/** A card with its moves, oldest first; null where the studio has none with that id. One trip. */
export async function giftCardPage(ctx: StudioContext, cardId: string) {
  const { db, studio } = ctx
  const { cards, moves } = await batch(db, {
    cards: db.all<CardDetail>(sql`
      SELECT ${detailSql} FROM ${fromSql}
      LEFT JOIN open_items AS line ON line.studio_id = card.studio_id AND line.id = card.item_id
      WHERE card.studio_id = ${studio.id} AND card.id = ${cardId}`),
    moves: db.all<CardMove>(sql`
      SELECT entry.seq, entry.kind, entry.amount_minor AS amountMinor,
        entry.created_at AS createdAt, entry.created_by AS createdBy, bill.id AS invoiceId,
        bill.reference AS invoice
      FROM gift_card_entries AS entry
      LEFT JOIN allocations AS part ON part.studio_id = entry.studio_id
        AND part.payment_id = entry.payment_id
      LEFT JOIN invoices AS bill ON bill.id = part.invoice_id
      WHERE entry.studio_id = ${studio.id} AND entry.card_id = ${cardId}
      ORDER BY entry.seq LIMIT 500`),
  })
  const [card] = cards
  return card ? { card, moves } : null
}

/** Cards that lines of an invoice sold, for its page. */
export const cardsOfInvoiceStatement = ({ db, studio }: StudioContext, invoiceId: string) =>
  db.all<Pick<CardRow, 'id' | 'lastFour' | 'recipientName'>>(sql`
    SELECT card.id, card.last_four AS lastFour, card.recipient_name AS recipientName
    FROM open_items AS line JOIN gift_cards AS card ON card.studio_id = line.studio_id
      AND card.item_id = line.id
    WHERE line.studio_id = ${studio.id} AND line.invoice_id = ${invoiceId}
      AND line.kind = 'gift_card' ORDER BY card.id`)

const head = [
  ...['Card', 'Sold', 'Bought by', 'For', 'State', 'Currency', 'Amount', 'Left', 'Last day'],
]

/** Rows a file holds at most. */
const mostRows = 20_000

/** All cards as rows of a file, without their codes; that it was taken is audited (R14). */
export async function exportGiftCards(ctx: StaffContext): Promise<CsvCell[][]> {
  const { db, studio, now } = ctx
  const { rows } = await batch(db, {
    rows: db.all<CardRow>(sql`
      SELECT ${columnsSql} FROM ${fromSql} WHERE ${whereSql(ctx, 'all')}
      ORDER BY card.created_at DESC, card.id LIMIT ${mostRows}`),
    audit: auditStatement(ctx, {
      action: 'gift_cards.exported',
      subjectKind: 'studio',
      subjectId: studio.id,
    }),
  })
  const today = localDate(now, studio.timeZone)
  return [
    head,
    ...rows.map((card): CsvCell[] => [
      ...[card.lastFour, localDate(card.createdAt, studio.timeZone), card.personName],
      ...[card.recipientName, cardStateWords(card, today).text, studio.currency],
      ...[typedMinor(card.amountMinor, studio.currency)],
      ...[typedMinor(card.balanceMinor, studio.currency), card.expiresOn ?? ''],
    ]),
  ]
}
