import { sql } from 'drizzle-orm'
import { moneySql } from '#app/domain/billing/invoices/payment-statements.server.ts'
import { methodWords } from '#app/domain/billing/invoices/payment-words.ts'
import { localDate } from '#app/values/zone.ts'
import type { Dataset } from '../dataset.ts'
import { person } from './money-datasets.server.ts'

export const payments: Dataset = {
  id: 'payments',
  name: 'Payments',
  grain: 'a payment or a refund',
  basis: 'On the day money came or went.',
  snapshot: false,
  day: 'the day of the payment',
  from: ({ studio }, { from, until }) => sql`
    FROM payments AS payment JOIN people AS person ON person.id = payment.person_id
    WHERE payment.studio_id = ${studio.id} AND payment.taken_on BETWEEN ${from} AND ${until}
      AND payment.state = 'succeeded' AND ${moneySql('payment')}`,
  order: sql`payment.taken_on, payment.method, payment.id`,
  traits: [
    {
      id: 'day',
      name: 'Day',
      kind: 'day',
      group: true,
      about: 'The day in the studio’s zone.',
      sql: sql`payment.taken_on`,
    },
    {
      id: 'month',
      name: 'Month',
      kind: 'month',
      group: true,
      about: 'The month of that day.',
      sql: sql`substr(payment.taken_on, 1, 7)`,
    },
    person,
    {
      id: 'method',
      name: 'Paid by',
      kind: 'text',
      group: true,
      words: methodWords,
      about: 'How it was paid.',
      sql: sql`payment.method`,
    },
    {
      id: 'way',
      name: 'In or out',
      kind: 'text',
      group: true,
      words: { in: 'In', out: 'Refunded' },
      about: 'Whether money came or went.',
      sql: sql`iif(payment.amount_minor < 0, 'out', 'in')`,
    },
    {
      id: 'by',
      name: 'Taken by',
      kind: 'text',
      group: true,
      about: 'Who took it; empty of what was paid online.',
      sql: sql`payment.taken_by`,
    },
  ],
  measures: [
    {
      id: 'payments',
      name: 'Payments',
      kind: 'number',
      sql: sql`1`,
      about: 'How many.',
    },
    {
      id: 'amount',
      name: 'Amount',
      kind: 'money',
      sql: sql`payment.amount_minor`,
      about: 'What came in, less what went back.',
    },
  ],
}

export const debtors: Dataset = {
  id: 'debtors',
  name: 'Debtors',
  grain: 'an invoice that is not fully paid',
  basis: 'Tax included.',
  snapshot: false,
  day: null,
  from: ({ studio }) => sql`
    FROM invoices AS invoice INDEXED BY invoices_by_state
    JOIN people AS person ON person.id = coalesce(invoice.billed_to_id, invoice.person_id)
    WHERE invoice.studio_id = ${studio.id} AND invoice.kind = 'invoice' AND invoice.state = 'open'`,
  order: sql`invoice.due_on, invoice.number`,
  traits: [
    person,
    {
      id: 'document',
      name: 'Invoice',
      kind: 'text',
      about: 'Its number.',
      sql: sql`invoice.reference`,
      opens: { link: 'invoice', ref: sql`invoice.id` },
    },
    {
      id: 'issued',
      name: 'Issued',
      kind: 'day',
      about: 'The day of issue.',
      sql: sql`invoice.issued_on`,
    },
    {
      id: 'due',
      name: 'Due',
      kind: 'day',
      about: 'The day it is due.',
      sql: sql`invoice.due_on`,
    },
    {
      id: 'age',
      name: 'Overdue',
      kind: 'text',
      group: true,
      about: 'How long it has been due.',
      words: {
        a: 'Not due yet',
        b: 'Up to 30 days',
        c: '31 to 60 days',
        d: '61 to 90 days',
        e: 'Over 90 days',
      },
      sql: ({ now, studio }) => {
        const days = sql`julianday(${localDate(now, studio.timeZone)}) - julianday(invoice.due_on)`
        return sql`CASE WHEN ${days} <= 0 THEN 'a' WHEN ${days} <= 30 THEN 'b'
          WHEN ${days} <= 60 THEN 'c' WHEN ${days} <= 90 THEN 'd' ELSE 'e' END`
      },
    },
  ],
  measures: [
    {
      id: 'invoices',
      name: 'Invoices',
      kind: 'number',
      sql: sql`1`,
      about: 'How many.',
    },
    {
      id: 'total',
      name: 'Total',
      kind: 'money',
      sql: sql`invoice.total_minor`,
      about: 'What they were for.',
    },
    {
      id: 'open',
      name: 'Open',
      kind: 'money',
      about: 'What is still to be paid of them.',
      sql: sql`(SELECT coalesce(sum(line.amount_minor - line.paid_minor), 0)
        FROM open_items AS line WHERE line.studio_id = invoice.studio_id
          AND line.invoice_id = invoice.id AND line.state = 'open')`,
    },
  ],
}
