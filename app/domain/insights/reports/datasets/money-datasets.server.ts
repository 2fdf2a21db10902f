import { type SQL, sql } from 'drizzle-orm'
import { soldKindSql } from '#app/domain/sales/accounts/accounts-page.server.ts'
import { moneyKindWords } from '../../money-kinds.ts'
import type { Dataset, TraitColumn } from '../dataset.ts'

const incomeTrait = (of: SQL): TraitColumn => ({
  id: 'income',
  name: 'Income',
  kind: 'text',
  group: true,
  words: moneyKindWords,
  about: 'What it was for.',
  sql: of,
})

export const person: TraitColumn = {
  id: 'person',
  name: 'Person',
  kind: 'text',
  group: true,
  about: 'Whose account it is on.',
  sql: sql`person.name`,
  opens: { link: 'person', ref: sql`person.id` },
}

export const money: Dataset = {
  id: 'money',
  name: 'Revenue',
  grain: 'what one kind of sale came to on one day',
  basis:
    'Tax included. Taken on the day money came; invoiced on the day of issue; earned when used: memberships day by day, packs with each class, the rest of a pack or gift card on the day after it expires.',
  snapshot: true,
  day: 'the day it was taken, invoiced or earned',
  from: ({ studio }, { from, until }) => sql`
    FROM money_facts AS fact
    WHERE fact.studio_id = ${studio.id} AND fact.day BETWEEN ${from} AND ${until}`,
  order: sql`fact.day, fact.kind, fact.name`,
  traits: [
    {
      id: 'day',
      name: 'Day',
      kind: 'day',
      group: true,
      about: 'The day in the studio’s zone.',
      sql: sql`fact.day`,
    },
    {
      id: 'month',
      name: 'Month',
      kind: 'month',
      group: true,
      about: 'The month of that day.',
      sql: sql`substr(fact.day, 1, 7)`,
    },
    incomeTrait(sql`fact.kind`),
    {
      id: 'plan',
      name: 'Plan or pack',
      kind: 'text',
      group: true,
      about: 'The plan or package by its name; empty of anything else.',
      sql: sql`fact.name`,
    },
  ],
  measures: [
    {
      id: 'taken',
      name: 'Taken',
      kind: 'money',
      sql: sql`fact.taken_minor`,
      about:
        'Money that came in. Account credit and gift cards are not counted again when they are spent.',
      counts: { dataset: 'payments', where: {} },
    },
    {
      id: 'refunded',
      name: 'Refunded',
      kind: 'money',
      sql: sql`fact.refunded_minor`,
      about: 'Money that went back.',
      counts: { dataset: 'payments', where: { way: 'out' } },
    },
    {
      id: 'invoiced',
      name: 'Invoiced',
      kind: 'money',
      sql: sql`fact.invoiced_minor`,
      about:
        'Lines of invoices, less those of credit notes. Voided invoices and gift cards sold are left out.',
      counts: { dataset: 'lines', where: {} },
    },
    {
      id: 'earned',
      name: 'Earned',
      kind: 'money',
      sql: sql`fact.earned_minor`,
      about: 'What was used: days of memberships, credits, goods and services given.',
    },
    {
      id: 'breakage',
      name: 'Expired unused',
      kind: 'money',
      sql: sql`fact.breakage_minor`,
      about:
        'Of what was earned, the price of credits and what was left on gift cards that nobody used.',
    },
  ],
}

export const invoiceLines: Dataset = {
  id: 'lines',
  name: 'Invoices and tax',
  grain: 'a line of an invoice or credit note',
  basis: 'By the day of issue. Gift cards count when they are spent.',
  snapshot: false,
  day: 'the day of issue',
  from: ({ studio }, { from, until }) => sql`
    FROM invoices AS invoice INDEXED BY invoices_by_day
    CROSS JOIN open_items AS line ON line.studio_id = invoice.studio_id
      AND line.invoice_id = invoice.id
    JOIN people AS person ON person.id = invoice.person_id
    WHERE invoice.studio_id = ${studio.id} AND invoice.issued_on BETWEEN ${from} AND ${until}
      AND invoice.state <> 'void' AND ${soldKindSql} <> 'gift_card'`,
  order: sql`invoice.issued_on, invoice.number, line.id`,
  traits: [
    {
      id: 'day',
      name: 'Day',
      kind: 'day',
      group: true,
      about: 'The day of issue.',
      sql: sql`invoice.issued_on`,
    },
    {
      id: 'month',
      name: 'Month',
      kind: 'month',
      group: true,
      about: 'The month of issue.',
      sql: sql`substr(invoice.issued_on, 1, 7)`,
    },
    {
      id: 'document',
      name: 'Document',
      kind: 'text',
      about: 'The number of the invoice or credit note.',
      sql: sql`invoice.reference`,
      opens: { link: 'invoice', ref: sql`invoice.id` },
    },
    person,
    incomeTrait(soldKindSql),
    {
      id: 'line',
      name: 'Line',
      kind: 'text',
      about: 'What it says.',
      sql: sql`line.working`,
    },
    {
      id: 'rate',
      name: 'Tax rate',
      kind: 'rate',
      group: true,
      about: 'The rate as of the invoice.',
      sql: sql`line.tax_rate_bp / 100.0`,
    },
  ],
  measures: [
    {
      id: 'net',
      name: 'Before tax',
      kind: 'money',
      about: 'Without tax.',
      sql: sql`line.amount_minor - line.tax_minor`,
    },
    {
      id: 'tax',
      name: 'Tax',
      kind: 'money',
      sql: sql`line.tax_minor`,
      about: 'Tax in the amount, worked out line by line.',
    },
    {
      id: 'total',
      name: 'Total',
      kind: 'money',
      sql: sql`line.amount_minor`,
      about: 'With tax. Credit notes come off.',
    },
  ],
}
