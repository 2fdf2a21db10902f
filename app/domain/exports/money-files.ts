/** What a person takes away of what they bought and paid. */
import { sql } from 'drizzle-orm'
import { mine, type PersonFile } from './person-file.ts'

export const moneyFiles: readonly PersonFile[] = [
  {
    file: 'memberships',
    tables: ['memberships'],
    columns: ['plan', 'state', 'starts_on', 'ends_on', 'frozen_from', 'frozen_until', 'bought_at'],
    select: sql`plan.name AS plan, membership.state, membership.starts_on, membership.ends_on,
      membership.frozen_from, membership.frozen_until, membership.purchased_at AS bought_at`,
    from: (whose) => sql`
      FROM memberships AS membership JOIN plans AS plan ON plan.id = membership.plan_id
      WHERE ${mine('membership', whose)} ORDER BY membership.purchased_at, membership.id`,
  },
  {
    file: 'credits',
    tables: ['entries'],
    columns: ['pack', 'what', 'credits', 'at'],
    select: sql`package.name AS pack, entry.kind AS what, entry.amount AS credits, entry.created_at AS at`,
    from: (whose) => sql`
      FROM entries AS entry JOIN lots AS lot ON lot.id = entry.lot_id
      JOIN packages AS package ON package.id = lot.package_id
      WHERE ${mine('entry', whose)} ORDER BY entry.seq`,
  },
  {
    file: 'packs-bought-again',
    tables: ['pack_top_ups'],
    columns: ['pack', 'state', 'credits_left', 'agreed_at'],
    select: sql`package.name AS pack, top_up.state, top_up.at_left AS credits_left,
      top_up.agreed_at`,
    from: (whose) => sql`
      FROM pack_top_ups AS top_up JOIN packages AS package ON package.id = top_up.package_id
      WHERE ${mine('top_up', whose)} ORDER BY top_up.agreed_at, top_up.id`,
  },
  {
    file: 'invoices',
    tables: ['invoices'],
    columns: [
      ...['number', 'kind', 'state', 'issued_on', 'due_on', 'total_minor', 'tax_minor'],
      ...['currency', 'lines'],
    ],
    select: sql`invoice.reference AS number, invoice.kind, invoice.state, invoice.issued_on,
      invoice.due_on, invoice.total_minor, invoice.tax_minor, invoice.currency, (
        SELECT group_concat(item.working, char(10)) FROM open_items AS item
        WHERE item.studio_id = invoice.studio_id AND item.invoice_id = invoice.id) AS lines`,
    from: (whose) => sql`
      FROM invoices AS invoice WHERE ${mine('invoice', whose)}
      ORDER BY invoice.issued_on, invoice.kind, invoice.number`,
  },
  {
    file: 'till_sales',
    tables: ['till_sales'],
    columns: ['what', 'state', 'at'],
    select: sql`(SELECT group_concat(line.value ->> 'name', ', ') FROM json_each(sale.lines) AS line)
      AS what, sale.state, sale.created_at AS at`,
    from: (whose) => sql`
      FROM till_sales AS sale WHERE ${mine('sale', whose)} ORDER BY sale.created_at`,
  },
  {
    file: 'gift_cards',
    tables: ['gift_cards'],
    columns: ['card', 'for', 'amount_minor', 'left_minor', 'currency', 'message', 'at'],
    select: sql`card.last_four AS card, card.recipient_name AS "for", card.amount_minor,
      card.balance_minor AS left_minor, card.currency, card.message, card.created_at AS at`,
    from: (whose) => sql`
      FROM gift_cards AS card WHERE ${mine('card', whose)} ORDER BY card.created_at`,
  },
  {
    file: 'coupons',
    tables: ['coupon_uses'],
    columns: ['code', 'at'],
    select: sql`coupon.code, used.used_at AS at`,
    from: (whose) => sql`
      FROM coupon_uses AS used JOIN coupons AS coupon ON coupon.id = used.coupon_id
      WHERE ${mine('used', whose)} ORDER BY used.used_at`,
  },
  {
    file: 'bought-online',
    tables: ['checkouts'],
    columns: [
      ...['what', 'amount_minor', 'by_gift_card_minor', 'how', 'state', 'at', 'name', 'email'],
      'phone',
    ],
    select: sql`coalesce(pack.name, plan.name,
        iif(bought.gift <> '', 'Gift card', 'One class')) AS what, bought.amount_minor,
      bought.gift_minor AS by_gift_card_minor,
      bought.method AS how, bought.state, bought.created_at AS at, bought.buyer_name AS name,
      bought.buyer_email AS email, bought.buyer_phone AS phone`,
    from: (whose) => sql`
      FROM checkouts AS bought
      LEFT JOIN packages AS pack ON pack.id = bought.package_id
      LEFT JOIN plans AS plan ON plan.id = bought.plan_id
      WHERE ${mine('bought', whose)} ORDER BY bought.created_at`,
  },
  {
    file: 'payments',
    tables: ['payments', 'account_entries'],
    columns: ['amount_minor', 'currency', 'how', 'state', 'at'],
    select: sql`paid.amount_minor, paid.currency, paid.how, paid.state, paid.at`,
    from: (whose) => sql`FROM (
      SELECT payment.amount_minor, payment.currency, payment.method AS how, payment.state,
        payment.taken_at AS at
      FROM payments AS payment WHERE ${mine('payment', whose)}
      UNION ALL SELECT entry.amount_minor, '', 'account credit', '', entry.created_at
      FROM account_entries AS entry WHERE ${mine('entry', whose)}) AS paid
      ORDER BY paid.at, paid.amount_minor`,
  },
  {
    file: 'cards',
    tables: ['payment_methods'],
    columns: ['brand', 'last4', 'end_month', 'end_year', 'added_at', 'removed_at'],
    select: sql`card.brand, card.last4, card.end_month, card.end_year, card.added_at, card.removed_at`,
    from: (whose) =>
      sql`FROM payment_methods AS card WHERE ${mine('card', whose)} ORDER BY card.id`,
  },
  {
    file: 'pay',
    tables: ['pay_lines'],
    columns: ['kind', 'work_on', 'what', 'people', 'minutes', 'amount_minor', 'currency', 'reason'],
    select: sql`line.kind, line.work_on, coalesce(class_type.name, '') AS what, line.people,
      line.minutes, line.amount_minor, line.currency, line.reason`,
    from: (whose) => sql`
      FROM pay_lines AS line LEFT JOIN class_types AS class_type ON class_type.id = line.class_type_id
      WHERE ${mine('line', whose)} ORDER BY line.work_on, line.id`,
  },
]
