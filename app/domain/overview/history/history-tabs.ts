/** What is kept of a person, sorted into pages of their profile. Pure. */
import { may, type Permission, type Role } from '#app/domain/scope/permissions.ts'

type Tab = { id: string; name: string; needs: Permission; empty: string }

/** Lists of a profile: each a page of its own, newest first. */
export const historyTabs = [
  {
    id: 'bookings',
    name: 'Bookings',
    needs: 'people:read',
    empty: 'Classes they book, wait for or come to appear here.',
  },
  {
    id: 'memberships',
    name: 'Plans',
    needs: 'people:read',
    empty: 'Memberships and packs they buy or are given appear here.',
  },
  {
    id: 'credits',
    name: 'Credits',
    needs: 'people:read',
    empty: 'Each credit that is added, used or returned appears here.',
  },
  {
    id: 'invoices',
    name: 'Invoices',
    needs: 'invoices:read',
    empty: 'What they are charged appears here.',
  },
  {
    id: 'levels',
    name: 'Levels',
    needs: 'people:read',
    empty: 'Each level they reach appears here.',
  },
  {
    id: 'notes',
    name: 'Notes',
    needs: 'people:read',
    empty: 'Notes that staff write about them appear here.',
  },
  {
    id: 'messages',
    name: 'Messages',
    needs: 'people:write',
    empty: 'Emails sent to their address and notices in the app appear here.',
  },
  {
    id: 'audit',
    name: 'Audit',
    needs: 'people:read',
    empty: 'Each change of their record appears here, with who made it.',
  },
] as const satisfies readonly Tab[]

export type HistoryTab = (typeof historyTabs)[number]['id']

/** The lists that someone of this role may open. */
export const tabsFor = (role: Role) => historyTabs.filter(({ needs }) => may(role, needs))

/** One cell of such a list. */
export type HistoryCell = {
  text: string
  /** Below it, smaller. */
  note?: string
  tone?: 'good' | 'warn' | 'bad' | null
  /** Where it leads. */
  to?:
    | { occurrenceId: string; bookingId: string }
    | { invoiceId: string }
    | { membershipId: string }
}

/** A line of such a list, as many cells as its columns. */
export type HistoryRow = { key: string; cells: HistoryCell[] }

type HistoryColumn = {
  name: string
  place?: 'name' | 'state' | 'under' | 'desk'
  date?: true
  number?: true
}

/** Columns of each list, in the order of its cells. */
export const historyColumns: Record<HistoryTab, readonly HistoryColumn[]> = {
  bookings: [
    { name: 'Class', place: 'name' },
    { name: 'When', place: 'under', date: true },
    { name: 'Coach', place: 'desk' },
    { name: 'Paid with', place: 'under' },
    { name: 'State', place: 'state' },
  ],
  memberships: [
    { name: 'Name', place: 'name' },
    { name: 'From', place: 'under', date: true },
    { name: 'Until', place: 'under', date: true },
    { name: 'Left', place: 'desk', number: true },
    { name: 'State', place: 'state' },
  ],
  credits: [
    { name: 'What', place: 'name' },
    { name: 'When', place: 'under', date: true },
    { name: 'Pack', place: 'under' },
    { name: 'Credits', place: 'state', number: true },
    { name: 'Left in the pack', place: 'desk', number: true },
  ],
  invoices: [
    { name: 'Number', place: 'name' },
    { name: 'Date', place: 'under', date: true },
    { name: 'For', place: 'desk' },
    { name: 'Total', place: 'under', number: true },
    { name: 'State', place: 'state' },
  ],
  levels: [
    { name: 'Level', place: 'name' },
    { name: 'Since', place: 'under', date: true },
    { name: 'Set by', place: 'under' },
    { name: 'Reason', place: 'desk' },
  ],
  notes: [
    { name: 'Note', place: 'name' },
    { name: 'Written', place: 'under', date: true },
    { name: 'By', place: 'under' },
    { name: 'Kind', place: 'state' },
  ],
  messages: [
    { name: 'Message', place: 'name' },
    { name: 'When', place: 'under', date: true },
    { name: 'How', place: 'under' },
    { name: 'State', place: 'state' },
  ],
  audit: [
    { name: 'Change', place: 'name' },
    { name: 'When', place: 'under', date: true },
    { name: 'By', place: 'under' },
    { name: 'Reason', place: 'desk' },
  ],
}
