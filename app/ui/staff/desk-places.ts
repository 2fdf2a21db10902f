/** Pages of the desk and what can be begun there, as the search of the desk finds them. Pure. */
import { may, type Permission, type Role } from '#app/domain/scope/permissions.ts'
import { paths } from '#app/paths.ts'
import { foldName } from '#app/values/text/fold.ts'
import { areas, openTabs } from './areas.ts'

type StudioRef = { slug: string }
export type DeskPlace = { name: string; note: string; path: string }

type Act = { name: string; needs: Permission; path: (studio: StudioRef) => string; place?: string }

/** What staff begin most often. */
const acts: readonly Act[] = [
  { name: 'Add a person', needs: 'people:write', path: paths.managePersonNew },
  { name: 'Add a lead', needs: 'leads:write', path: paths.manageLeadNew },
  { name: 'Add a class', needs: 'schedule:write', path: (s) => paths.manageClassNew(s) },
  { name: 'Add a kind of class', needs: 'schedule:write', path: paths.manageClassTypeNew },
  {
    name: 'Book an appointment',
    needs: 'schedule:write',
    place: 'schedule/appointments',
    path: (s) => paths.manageAppointmentNew(s),
  },
  {
    name: 'Add an event',
    needs: 'schedule:write',
    place: 'schedule/events',
    path: paths.manageEventNew,
  },
  {
    name: 'Close the studio for some days',
    needs: 'schedule:write',
    path: (s) => paths.manageClosureNew(s),
  },
  { name: 'Write an invoice', needs: 'invoices:write', path: (s) => paths.manageDraftNew(s) },
  { name: 'Add a membership plan', needs: 'offers:write', path: paths.managePlanNew },
  { name: 'Add a package', needs: 'offers:write', path: (s) => paths.managePackageNew(s) },
  { name: 'Write a message', needs: 'messages:write', path: (s) => paths.manageMessageNew(s) },
  {
    name: 'Write to many people',
    needs: 'campaigns:write',
    path: (s) => paths.manageCampaignNew(s),
  },
]

/**
 * The pages and acts that hold every word of `asked` and are open to a role; `closed` are places that
 * the studio does not use. Nothing for fewer than two characters.
 */
export function deskPlaces(
  studio: StudioRef,
  { role, closed }: { role: Role; closed: readonly string[] },
  asked: string,
): { pages: DeskPlace[]; acts: DeskPlace[] } {
  const wanted = foldName(asked).split(/\s+/).filter(Boolean)
  if (wanted.join('').length < 2) return { pages: [], acts: [] }
  const holds = (words: string) => wanted.every((word) => foldName(words).includes(word))
  return {
    pages: areas.flatMap((area) =>
      openTabs(area, role, closed)
        .filter(({ name }) => holds(`${area.name} ${name}`))
        .map(({ name, path }) => ({ name, note: area.name, path: path(studio) })),
    ),
    acts: acts
      .filter(({ needs, place }) => may(role, needs) && !closed.includes(place ?? ''))
      .filter(({ name }) => holds(name))
      .map(({ name, path }) => ({ name, note: 'Action', path: path(studio) })),
  }
}
