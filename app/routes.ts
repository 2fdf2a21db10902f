import { flatRoutes } from '@remix-run/fs-routes'
import { type RouteConfig, route } from '@remix-run/route-config'

const ignoredRouteFiles = ['**/layout.tsx', '**/*.test.*']
const pages = (rootDirectory: string) => flatRoutes({ rootDirectory, ignoredRouteFiles })

/** File-based routes, mounted per area. */
export default [
  ...(await pages('routes/site')),
  route(':studio/manage', 'routes/manage/layout.tsx', await pages('routes/manage')),
  route(':studio', 'routes/member/layout.tsx', await pages('routes/member')),
] satisfies RouteConfig
