import { sql } from 'drizzle-orm'
import { countLimit } from '#app/db/page.server.ts'
import { type LeadView, leadFilters } from '#app/domain/leads/list/lead-filters.ts'
import { leadsWhere } from '#app/domain/leads/list/lead-rows.server.ts'
import { paths } from '#app/paths.ts'
import type { Metric } from './metric.ts'

const ofView = (view: LeadView, name: string, definition: string): Metric => ({
  id: `leads.${view}`,
  name,
  definition,
  needs: 'leads:read',
  count: (ctx) => sql`(SELECT count(*) FROM (SELECT 1 FROM leads AS lead
    WHERE ${leadsWhere(ctx, leadFilters.parse({ view }), null)} LIMIT ${countLimit + 1}))`,
  rows: (studio) => paths.manageLeads(studio, { as: 'table', view }),
})

export const leadMetrics: readonly Metric[] = [
  ofView('open', 'Open leads', 'Got in touch and have neither joined nor said no.'),
  ofView('overdue', 'Leads overdue', 'Have a next step that was due before now.'),
]
