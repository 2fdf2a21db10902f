/** Reports that every studio has: questions of the trade as queries. Pure. */
import type { ReportQuery } from './report-query.ts'

export type LibraryReport = {
  id: string
  name: string
  /** What it answers. */
  about: string
  query: Partial<ReportQuery>
}

export type LibraryGroup = { name: string; reports: readonly LibraryReport[] }

export const library: readonly LibraryGroup[] = [
  {
    name: 'Classes and people',
    reports: [
      {
        id: 'attendance',
        name: 'Attendance by class type',
        about: 'How full each class was, who came and who was turned away.',
        query: {
          of: 'classes',
          period: 'last_month',
          by: ['class'],
          sort: '-filled',
          show: ['classes', 'places', 'booked', 'filled', 'came', 'no_shows', 'turned_away'],
        },
      },
      {
        id: 'coaches',
        name: 'Coaches',
        about: 'Classes and hours of each coach, how full they were and what they earned.',
        query: {
          of: 'classes',
          period: 'last_month',
          by: ['coach'],
          sort: '-came',
          show: ['classes', 'hours', 'came', 'filled', 'no_show_rate', 'earned', 'per_visit'],
        },
      },
      {
        id: 'scores',
        name: 'Scores',
        about: 'How likely members are to recommend you, and what they wrote.',
        query: { of: 'scores', period: 'last_90', show: ['person', 'at', 'answer', 'comment'] },
      },
      {
        id: 'lost-demand',
        name: 'Lost demand',
        about: 'Where people were still waiting when the class began, by class type and hour.',
        query: {
          of: 'classes',
          period: 'last_90',
          by: ['class', 'hour'],
          sort: '-turned_away',
          show: ['classes', 'places', 'booked', 'turned_away', 'filled'],
        },
      },
      {
        id: 'rooms',
        name: 'Rooms',
        about: 'Hours each room was used, and how full it was.',
        query: {
          of: 'classes',
          period: 'last_month',
          by: ['room'],
          sort: '-hours',
          show: ['classes', 'hours', 'places', 'booked', 'filled'],
        },
      },
      {
        id: 'no-shows',
        name: 'No-shows and late cancels',
        about: 'Who did not come and who cancelled late, class by class.',
        query: {
          of: 'visits',
          period: 'last_30',
          where: { state: 'no_show' },
          show: ['person', 'day', 'class', 'coach', 'paid_by'],
        },
      },
    ],
  },
  {
    name: 'Money',
    reports: [
      {
        id: 'revenue',
        name: 'Revenue',
        about: 'What was taken, invoiced and earned, by what it was for.',
        query: { of: 'money', period: 'last_month', by: ['income'], sort: '-earned' },
      },
      {
        id: 'plans',
        name: 'Revenue by plan and pack',
        about: 'The same for each plan and package.',
        query: {
          of: 'money',
          period: 'last_month',
          by: ['income', 'plan'],
          sort: '-earned',
          show: ['taken', 'invoiced', 'earned', 'breakage'],
        },
      },
      {
        id: 'liability',
        name: 'Unused credits',
        about: 'What you owe in classes: what was paid for credits that are left.',
        query: {
          of: 'credits',
          period: 'any',
          by: ['pack'],
          sort: '-liability',
          show: ['packs', 'left', 'charged', 'liability'],
        },
      },
      {
        id: 'expiring',
        name: 'Packs ending',
        about: 'Packs with credits left that end in the next 30 days, soonest first.',
        query: {
          of: 'credits',
          period: 'next_30',
          show: ['person', 'pack', 'day', 'left', 'liability'],
        },
      },
      {
        id: 'debtors',
        name: 'Debtors',
        about: 'Invoices that are not fully paid, the oldest first.',
        query: { of: 'debtors', period: 'any' },
      },
      {
        id: 'tax',
        name: 'Tax',
        about: 'What was invoiced by tax rate and income, before tax and with it.',
        query: { of: 'lines', period: 'last_month', by: ['rate', 'income'] },
      },
      {
        id: 'takings',
        name: 'Takings by method',
        about: 'Payments and refunds by how they were paid.',
        query: { of: 'payments', period: 'last_month', by: ['method', 'way'] },
      },
    ],
  },
  {
    name: 'Growth',
    reports: [
      {
        id: 'retention',
        name: 'Joins and leaves',
        about: 'Who joined, changed, froze and left, and what it did to recurring revenue.',
        query: { of: 'movement', period: 'last_12_months', by: ['month', 'what'] },
      },
      {
        id: 'leads',
        name: 'Leads by source',
        about: 'How many got in touch, came to a trial and joined, by where they came from.',
        query: { of: 'leads', period: 'last_90', by: ['source'], sort: '-leads' },
      },
    ],
  },
  {
    name: 'Running the studio',
    reports: [
      {
        id: 'audits',
        name: 'Audit log',
        about: 'What was done at the desk, by whom.',
        query: {
          of: 'audits',
          period: 'last_7',
          show: ['at', 'who', 'action', 'subject', 'reason'],
        },
      },
      {
        id: 'audits-by-person',
        name: 'Who did what',
        about: 'The same, counted for each person at work.',
        query: { of: 'audits', period: 'last_30', by: ['who', 'action'], sort: '-entries' },
      },
    ],
  },
]

export const libraryReport = (id: string): LibraryReport | null =>
  library.flatMap(({ reports }) => reports).find((one) => one.id === id) ?? null
