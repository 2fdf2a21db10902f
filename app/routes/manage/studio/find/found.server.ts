import { foundAtDesk } from '#app/domain/overview/palette/found-at-desk.server.ts'
import { settingFacts } from '#app/domain/overview/settings/setting-facts.server.ts'
import { settingsFound } from '#app/domain/overview/settings/settings-list.ts'
import { closedAtDesk } from '#app/domain/scope/features.ts'
import { may } from '#app/domain/scope/permissions.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import { type DeskPlace, deskPlaces } from '#app/ui/staff/desk-places.ts'

export type FoundGroup = { id: string; name: string; places: DeskPlace[] }

/** Everything that what was typed leads to, in groups, as far as it is open to the person. */
export async function foundGroups(ctx: StaffContext, q: string): Promise<FoundGroup[]> {
  const { studio, actor } = ctx
  const found = await foundAtDesk(ctx, q)
  const of = (...kinds: string[]) => found.filter(({ kind }) => kinds.includes(kind))
  const { pages, acts } = deskPlaces(studio, { role: actor.role, closed: closedAtDesk(studio) }, q)
  const settings = may(actor.role, 'settings:write') ? await settingsNamed(ctx, q) : []
  const groups = [
    { id: 'people', name: 'People', places: of('person') },
    { id: 'classes', name: 'Classes today', places: of('class') },
    { id: 'actions', name: 'Actions', places: acts },
    { id: 'pages', name: 'Pages', places: pages },
    { id: 'offers', name: 'Memberships and packages', places: of('plan', 'package') },
    { id: 'invoices', name: 'Invoices', places: of('invoice') },
    { id: 'settings', name: 'Settings', places: settings },
  ]
  return groups.filter(({ places }) => places.length > 0)
}

/** Settings that can be opened; those that are a page of their own are among the pages, too. */
async function settingsNamed(ctx: StaffContext, q: string): Promise<DeskPlace[]> {
  if (q.trim().length < 2) return []
  return settingsFound(await settingFacts(ctx), q).flatMap(({ name: group, settings }) =>
    settings.flatMap(({ name, path }) => (path ? [{ name, note: group, path }] : [])),
  )
}
