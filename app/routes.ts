import { flatRoutes } from '@remix-run/fs-routes'
import { prefix, type RouteConfig, type RouteConfigEntry, route } from '@remix-run/route-config'

const ignoredRouteFiles = ['**/layout.tsx', '**/*.test.*']

/**
 * The pages of one folder, under the address of the same name. A page of more than its route file
 * is a folder with a `route.tsx`; a folder without one holds what several pages of its tab share.
 */
async function pages(area: string, folder = ''): Promise<RouteConfigEntry[]> {
  const rootDirectory = folder ? `routes/${area}/${folder}` : `routes/${area}`
  const found = await flatRoutes({ rootDirectory, ignoredRouteFiles })
  return folder ? prefix(folder, found) : found
}

/** The pages of an area: those of its own folder, and those of each folder inside it. */
async function areaPages(area: string, folders: string[]): Promise<RouteConfigEntry[]> {
  const all = await Promise.all([pages(area), ...folders.map((folder) => pages(area, folder))])
  return all.flat()
}

/** Pages of the desk without its frame, such as what a coach holds in a hand while teaching. */
const bare = await flatRoutes({ rootDirectory: 'routes/manage/bare', ignoredRouteFiles })

/** File-based routes, mounted per area; a folder of pages is listed here and nowhere else. */
export default [
  ...(await areaPages('site', ['account', 'classes', 'welcome'])),
  ...prefix(':studio/manage', bare),
  route(
    ':studio/manage',
    'routes/manage/layout.tsx',
    await areaPages('manage', [
      'members',
      'members/import',
      'members/leads',
      'members/members',
      'sales',
      'sales/coupons',
      'sales/funnels',
      'sales/gift-cards',
      'sales/invoices',
      'sales/invoices/drafts',
      'sales/marketing',
      'sales/memberships',
      'sales/packages',
      'sales/products',
      'studio/reception/sell',
      'schedule',
      'schedule/appointments',
      'schedule/classes',
      'schedule/closures',
      'schedule/courses',
      'schedule/events',
      'schedule/policies',
      'schedule/publish',
      'schedule/substitutions',
      'schedule/workshops',
      'settings',
      'settings/banking',
      'settings/doors',
      'settings/lead-capture',
      'settings/webhooks',
      'settings/your-plan',
      'studio',
      'studio/automation',
      'studio/day',
      'studio/facilities',
      'studio/messenger',
      'studio/files',
      'studio/reception',
      'studio/reports',
      'studio/rota',
      'studio/staff',
      'studio/staff/pay',
      'studio/tasks',
      'training',
      'training/exercises',
      'training/coaching',
      'training/grading',
      'training/flows',
      'training/levels',
      'training/programs',
      'training/skilltree',
      'training/videos',
      'training/workouts',
    ]),
  ),
  route(
    ':studio',
    'routes/member/layout.tsx',
    await areaPages('member', [
      'appointments',
      'forms',
      'home',
      'kiosk',
      'portal',
      'tickets',
      'workout',
    ]),
  ),
] satisfies RouteConfig
