import * as z from 'zod'
import { searchText } from '#app/values/search-terms.ts'

export const inboxViews = ['open', 'mine', 'pending', 'snoozed', 'resolved', 'all'] as const
export type InboxView = (typeof inboxViews)[number]

/** What the inbox is narrowed by. */
export const inboxFilters = z.object({
  view: z.enum(inboxViews).catch('open'),
  q: searchText(80),
  label: z.string().trim().toLowerCase().max(30).catch(''),
})
export type InboxFilters = z.output<typeof inboxFilters>

export const inboxViewWords: Record<InboxView, string> = {
  open: 'Open',
  mine: 'Mine',
  pending: 'Pending',
  snoozed: 'Snoozed',
  resolved: 'Resolved',
  all: 'All',
}
