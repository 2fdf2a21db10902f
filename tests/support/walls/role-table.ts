/**
 * What each page and post of the desk takes, written down once more beside the routes: a guard that
 * is taken away or weakened differs from it. The first line that an address begins with counts, so a
 * new page below one of them joins with what its neighbours take.
 */
import type { Permission } from '#app/domain/scope/permissions.ts'

const base = '/:studio/manage'

/** Addresses below the desk, with what it takes to open them and to send their form. */
const lines: [begins: string, read: Permission, write: Permission][] = [
  ['/members/leads.csv', 'people:export', 'people:export'],
  ['/members/leads/new', 'leads:write', 'leads:write'],
  ['/members/leads', 'leads:read', 'leads:write'],
  ['/members/members.csv', 'people:export', 'people:export'],
  ['/members/duplicates', 'people:write', 'people:write'],
  ['/members/import', 'people:import', 'people:import'],
  ['/members/members/segments', 'people:read', 'people:write'],
  ['/members/members/bulk', 'people:read', 'people:read'],
  ['/members/members/columns', 'people:read', 'people:read'],
  ['/members/members/new', 'people:write', 'people:write'],
  ['/members/members/:person/invitation', 'people:write', 'people:write'],
  ['/members/members/:person/membership', 'entitlements:write', 'entitlements:write'],
  ['/members/members/:person/package', 'entitlements:write', 'entitlements:write'],
  ['/members/members/:person/credits', 'entitlements:write', 'entitlements:write'],
  ['/members/members/:person/booking', 'roster:write', 'roster:write'],
  ['/members/members/:person/standing', 'entitlements:write', 'entitlements:write'],
  ['/members/members/:person/fees', 'fees:waive', 'fees:waive'],
  ['/members/members/:person/payment', 'payments:take', 'payments:take'],
  ['/members/members/:person/pay-out', 'payments:take', 'payments:take'],
  ['/members/members/:person/archive', 'people:write', 'people:write'],
  ['/members/members/:person/edit', 'people:write', 'people:write'],
  ['/members/members/:person/documents', 'people:write', 'people:write'],
  ['/members/members/:person/family', 'people:write', 'people:write'],
  ['/members/members/:person/leaving', 'people:write', 'people:write'],
  ['/members/members/:person/rejoin', 'entitlements:write', 'entitlements:write'],
  ['/members/members/:person/win-back', 'people:write', 'people:write'],
  ['/members/members/:person/erasure', 'people:erase', 'people:erase'],
  ['/members/members/:person/ban', 'people:ban', 'people:ban'],
  ['/members/members/:person/merge', 'people:write', 'people:write'],
  ['/members/members/:person/level', 'levels:write', 'levels:write'],
  ['/members/members/:person/notes', 'notes:write', 'notes:write'],
  ['/members/members/:person/pin', 'people:write', 'people:write'],
  ['/members/members', 'people:read', 'people:write'],
  ['/members', 'people:read', 'people:read'],
  ['/pictures', 'manage:read', 'schedule:write'],
  ['/sales/invoices.csv', 'invoices:write', 'invoices:write'],
  ['/sales/invoices/:invoice/pdf', 'invoices:read', 'invoices:read'],
  ['/sales/invoices/:invoice/payment', 'payments:take', 'payments:take'],
  ['/sales/invoices/:invoice/refund', 'refunds:small', 'refunds:small'],
  ['/sales/invoices/:invoice/void', 'invoices:write', 'invoices:write'],
  ['/sales/invoices/:invoice/write-off', 'invoices:write', 'invoices:write'],
  ['/sales/invoices', 'invoices:read', 'invoices:write'],
  ['/sales/takings', 'invoices:read', 'payments:take'],
  ['/sales/packages/new', 'offers:write', 'offers:write'],
  ['/sales/packages/:package', 'offers:write', 'offers:write'],
  ['/sales/packages', 'invoices:read', 'offers:write'],
  ['/schedule/appointments/:appointment', 'roster:read', 'roster:write'],
  ['/schedule/appointments/new', 'roster:write', 'roster:write'],
  ['/schedule/appointments/availability', 'schedule:read', 'schedule:write'],
  ['/schedule/appointments/types', 'schedule:write', 'schedule:write'],
  ['/schedule/appointments', 'schedule:read', 'schedule:write'],
  ['/schedule/classes/types/:type', 'schedule:write', 'schedule:write'],
  ['/schedule/classes/types/new', 'schedule:write', 'schedule:write'],
  ['/schedule/classes/types', 'schedule:read', 'schedule:write'],
  ['/schedule/classes/series', 'schedule:read', 'schedule:write'],
  ['/schedule/classes/new', 'schedule:write', 'schedule:write'],
  ['/schedule/classes/:occurrence/bookings', 'roster:read', 'roster:write'],
  ['/schedule/classes/:occurrence/cancellation', 'schedule:write', 'schedule:write'],
  ['/schedule/classes/:occurrence/capacity', 'schedule:write', 'schedule:write'],
  ['/schedule/classes/:occurrence/edit', 'schedule:write', 'schedule:write'],
  ['/schedule/classes/:occurrence/message', 'roster:write', 'roster:write'],
  ['/schedule/classes/:occurrence', 'roster:read', 'roster:write'],
  ['/schedule/classes', 'schedule:read', 'schedule:write'],
  ['/schedule/closures/new', 'schedule:write', 'schedule:write'],
  ['/schedule/closures/preview', 'schedule:write', 'schedule:write'],
  ['/schedule/closures', 'schedule:read', 'schedule:write'],
  ['/schedule/copy/:copy', 'schedule:read', 'schedule:write'],
  ['/schedule/copy', 'schedule:write', 'schedule:write'],
  ...['courses', 'workshops'].flatMap((kind): [string, Permission, Permission][] => [
    [`/schedule/${kind}/new`, 'schedule:write', 'schedule:write'],
    [`/schedule/${kind}/:course/enrolments/:enrolment`, 'entitlements:write', 'entitlements:write'],
    [`/schedule/${kind}/:course/enrolments`, 'schedule:read', 'entitlements:write'],
    [`/schedule/${kind}/:course/people.csv`, 'people:export', 'people:export'],
    [`/schedule/${kind}/:course/cancellation`, 'schedule:write', 'schedule:write'],
    [`/schedule/${kind}/:course/edit`, 'schedule:write', 'schedule:write'],
    [`/schedule/${kind}/:course/sessions`, 'schedule:write', 'schedule:write'],
    [`/schedule/${kind}`, 'schedule:read', 'schedule:write'],
  ]),
  ['/schedule/events/new', 'schedule:write', 'schedule:write'],
  ['/schedule/events/:event/tickets', 'roster:write', 'roster:write'],
  ['/schedule/events/:event/check-in', 'roster:write', 'roster:write'],
  ['/schedule/events/:event/holds', 'entitlements:write', 'entitlements:write'],
  ['/schedule/events/:event/orders', 'entitlements:write', 'entitlements:write'],
  ['/schedule/events/:event/guests.csv', 'people:export', 'people:export'],
  ['/schedule/events/:event/run-order', 'schedule:read', 'levels:write'],
  ['/schedule/events/:event/cancellation', 'schedule:write', 'schedule:write'],
  ['/schedule/events/:event/edit', 'schedule:write', 'schedule:write'],
  ['/schedule/events/:event/publication', 'schedule:write', 'schedule:write'],
  ['/schedule/events/:event/types', 'schedule:write', 'schedule:write'],
  ['/schedule/events', 'schedule:read', 'schedule:write'],
  ['/schedule/move', 'schedule:write', 'schedule:write'],
  ['/schedule/policies/attendance', 'schedule:read', 'attendance:reopen'],
  ['/schedule/policies/exemptions', 'schedule:write', 'schedule:write'],
  ['/schedule/policies/new', 'schedule:write', 'schedule:write'],
  ['/schedule/policies', 'schedule:read', 'schedule:write'],
  ['/schedule/publish', 'schedule:write', 'schedule:write'],
  ['/schedule/substitutions', 'subs:ask', 'subs:ask'],
  ['/schedule', 'schedule:read', 'schedule:write'],
  ['/settings/export', 'studio:export', 'studio:export'],
  ['/settings', 'settings:write', 'settings:write'],
  ['/studio/facilities/blocks', 'schedule:write', 'schedule:write'],
  ['/studio/facilities/equipment', 'schedule:write', 'schedule:write'],
  ['/studio/facilities/locations', 'schedule:write', 'schedule:write'],
  ['/studio/facilities/rooms', 'schedule:write', 'schedule:write'],
  ['/studio/facilities', 'schedule:read', 'schedule:write'],
  ['/studio/reception/alerts', 'settings:write', 'settings:write'],
  ['/studio/reception/kiosks', 'roster:write', 'roster:write'],
  ['/studio/reception', 'roster:read', 'roster:write'],
  ['/studio/staff/invitations', 'people:write', 'people:write'],
  ['/studio/staff', 'staff:write', 'staff:write'],
  ['/studio/tasks', 'manage:read', 'manage:read'],
  ['/studio', 'manage:read', 'settings:write'],
  ['/training/exercises/:exercise/', 'training:write', 'training:write'],
  ['/training/exercises/import', 'training:write', 'training:write'],
  ['/training/exercises/new', 'training:write', 'training:write'],
  ['/training', 'training:read', 'training:write'],
  ['', 'manage:read', 'settings:write'],
]

/** What a page of the desk takes to be opened, and its form to be sent. */
export function takes(pattern: string): { read: Permission; write: Permission } {
  const path = pattern.slice(base.length)
  const line = lines.find(([begins]) => path.startsWith(begins))
  if (!line) throw new Error(`Say in role-table.ts what ${pattern} takes`)
  return { read: line[1], write: line[2] }
}

/** Acts on a page that take more than its other forms do. */
export const narrowerActs: {
  pattern: string
  send: Record<string, string>
  takes: Permission
}[] = [
  {
    pattern: `${base}/schedule/classes/:occurrence/bookings/:booking`,
    send: { act: 'waive', reason: 'Kind' },
    takes: 'fees:waive',
  },
  {
    pattern: `${base}/schedule/substitutions/:request`,
    send: { act: 'approve', pay: '' },
    takes: 'subs:approve',
  },
  {
    pattern: `${base}/schedule/events/:event/tickets/:ticket`,
    send: { act: 'paid' },
    takes: 'entitlements:write',
  },
  { pattern: `${base}/studio/reception/kiosks`, send: { name: 'Door' }, takes: 'settings:write' },
  ...['tag', 'notice', 'archive', 'restore'].map((act) => ({
    pattern: `${base}/members/members/bulk`,
    send: { act, key: '0123456789AB', all: '1', tag: 'x', text: 'Hello', reason: 'Gone' },
    takes: 'people:write' as const,
  })),
]
