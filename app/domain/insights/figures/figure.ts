/**
 * Figures of a month as the catalogue has them: what each counts in words, how it is worked out, at
 * which grain it is kept, what it can be narrowed by, and the report that shows its rows. Insights,
 * targets, the index pages and mailed reports take them from here. Pure.
 */
import { addDays, type LocalDate } from '#app/values/zone.ts'
import type { CellKind } from '../reports/dataset.ts'
import type { ReportQuery } from '../reports/report-query.ts'

const figureIds = [
  'recurring.minor',
  'members.paying',
  'members.joined',
  'members.churn',
  'members.average',
  'members.lifetime',
  'classes.filled',
  'classes.no_shows',
  'classes.came',
  'people.came',
  'intro.stayed',
  'money.taken',
  'money.invoiced',
  'money.earned',
  'money.retail',
] as const
export type FigureId = (typeof figureIds)[number]

export type FigureMetric = {
  id: FigureId
  name: string
  definition: string
  formula?: string
  /** What is written down, and when. */
  grain: string
  /** Traits its rows can be narrowed by. */
  filters: readonly string[]
  kind: CellKind
  /** Higher is better, or lower; neither of what only describes. */
  good: 'up' | 'down' | null
  /** So many months up to its own it is made of; one unless said. */
  months?: number
  /** The report of its rows in a month. */
  rows: Partial<ReportQuery>
}

const classGrain = 'A row for each class, written at the end of its day.'
const classFilters = ['class', 'discipline', 'coach', 'room', 'location', 'weekday', 'hour']
const ledgerGrain = 'A row for each change of a person, written at the end of each day.'

export const figureMetrics: readonly FigureMetric[] = [
  {
    id: 'recurring.minor',
    name: 'Recurring revenue',
    kind: 'money',
    good: 'up',
    definition:
      'What memberships come to a month at the end of the month: 13 four-weekly or 52 weekly payments are 12 months. Free days and freezes count nothing; late payers count.',
    grain: ledgerGrain,
    filters: [],
    rows: { of: 'paying' },
  },
  {
    id: 'members.paying',
    name: 'Paying members',
    kind: 'number',
    good: 'up',
    definition: 'People whose memberships come to more than nothing at the end of the month.',
    grain: ledgerGrain,
    filters: [],
    rows: { of: 'paying' },
  },
  {
    id: 'members.joined',
    name: 'Joined',
    kind: 'number',
    good: 'up',
    definition: 'People who began to pay for a membership, for the first time or again.',
    grain: ledgerGrain,
    filters: [],
    rows: { of: 'movement', by: ['person'], where: { way: 'in' } },
  },
  {
    id: 'members.churn',
    name: 'Left',
    kind: 'rate',
    good: 'down',
    definition:
      'Members whose last membership ended in the month, of those who paid when it began. A freeze is not leaving.',
    formula: 'Left ÷ paying at the start',
    grain: ledgerGrain,
    filters: [],
    rows: { of: 'movement', by: ['person'], where: { what: 'left' } },
  },
  {
    id: 'members.average',
    name: 'A member pays',
    kind: 'money',
    good: 'up',
    definition: 'What a paying member pays a month on average.',
    formula: 'Recurring revenue ÷ paying members',
    grain: ledgerGrain,
    filters: [],
    rows: { of: 'paying' },
  },
  {
    id: 'members.lifetime',
    name: 'Lifetime value',
    kind: 'money',
    good: 'up',
    definition:
      'What a member pays in all if people go on leaving as in the last six months. Empty where nobody left.',
    formula: 'A member pays ÷ share who left a month, over six months',
    grain: ledgerGrain,
    filters: [],
    months: 6,
    rows: { of: 'movement', by: ['month', 'what'] },
  },
  {
    id: 'classes.filled',
    name: 'Places filled',
    kind: 'share',
    good: 'up',
    definition: 'Places held at the start of classes, of the places there were.',
    formula: 'Booked ÷ places',
    grain: classGrain,
    filters: classFilters,
    rows: { of: 'classes', by: ['class'], sort: '-filled' },
  },
  {
    id: 'classes.no_shows',
    name: 'No-shows',
    kind: 'rate',
    good: 'down',
    definition: 'People who held a place and did not come, of all who held one.',
    formula: 'No-shows ÷ booked',
    grain: classGrain,
    filters: classFilters,
    rows: { of: 'visits', where: { state: 'no_show' } },
  },
  {
    id: 'classes.came',
    name: 'Visits',
    kind: 'number',
    good: 'up',
    definition: 'People who checked in or were marked as there. No-shows are not.',
    grain: classGrain,
    filters: classFilters,
    rows: { of: 'visits', where: { came: '1' } },
  },
  {
    id: 'people.came',
    name: 'People who came',
    kind: 'number',
    good: 'up',
    definition: 'Different people who came to a class in the month.',
    grain: 'Counted for each month, at the end of each day.',
    filters: [],
    rows: { of: 'visits', by: ['person'], where: { came: '1' }, sort: '-visits' },
  },
  {
    id: 'intro.stayed',
    name: 'Intro offers that led on',
    kind: 'share',
    good: 'up',
    definition:
      'Of the people whose intro offer ended in the month, those who bought a membership or another pack up to 14 days later.',
    formula: 'Stayed ÷ ended',
    grain: 'Counted for each month, at the end of each day.',
    filters: [],
    rows: { of: 'intros' },
  },
  {
    id: 'money.taken',
    name: 'Taken',
    kind: 'money',
    good: 'up',
    definition:
      'Cash: money that came in, less what went back, on the day it came or went. Account credit and gift cards are not counted again when they are spent.',
    grain: 'A row for each day and kind of sale.',
    filters: ['income', 'plan'],
    rows: { of: 'payments' },
  },
  {
    id: 'money.invoiced',
    name: 'Invoiced',
    kind: 'money',
    good: 'up',
    definition:
      'Invoices by their day of issue, less credit notes. Voided ones are left out, and gift cards count when they are spent.',
    grain: 'A row for each day and kind of sale.',
    filters: ['income', 'plan'],
    rows: { of: 'lines' },
  },
  {
    id: 'money.earned',
    name: 'Earned',
    kind: 'money',
    good: 'up',
    definition:
      'Accrual: memberships day by day, packs with each class, the rest of a pack or gift card on the day after it expires, everything else when it is invoiced.',
    grain: 'A row for each day and kind of sale.',
    filters: ['income', 'plan'],
    rows: { of: 'money', by: ['income'], sort: '-earned' },
  },
  {
    id: 'money.retail',
    name: 'Products sold',
    kind: 'money',
    good: 'up',
    definition: 'What products were invoiced for, less what was returned.',
    grain: 'A row for each day and kind of sale.',
    filters: ['income'],
    rows: { of: 'lines', where: { income: 'product' } },
  },
]

export const figureMetric = (id: FigureId): FigureMetric =>
  figureMetrics.find((one) => one.id === id)!

/** The report of a figure's rows in a month (`2026-06`). */
export function figureRows(metric: FigureMetric, month: string): Partial<ReportQuery> {
  let from: LocalDate = `${month}-01`
  const until = addDays(`${addDays(from, 32).slice(0, 7)}-01`, -1)
  for (let i = 1; i < (metric.months ?? 1); i += 1) from = `${addDays(from, -1).slice(0, 7)}-01`
  return { ...metric.rows, period: 'days', from, until }
}
