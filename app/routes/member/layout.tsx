import type { MetaFunction } from '@remix-run/cloudflare'
import {
  Outlet,
  useLocation,
  useMatches,
  useRouteError,
  useRouteLoaderData,
} from '@remix-run/react'
import type { ReactNode } from 'react'
import { paths } from '#app/paths.ts'
import type { RootData } from '#app/root.tsx'
import { Main } from '#app/ui/layout/main.tsx'
import { SiteFrame } from '#app/ui/layout/site-frame.tsx'
import { type ShellData, StudioShell } from '#app/ui/layout/studio-shell.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { pageTitle } from '#app/ui/page-title.ts'
import { Problem, problemStatus, problemTitle } from '#app/ui/state/problem.tsx'
import { SiteProblem } from '#app/ui/state/site-problem.tsx'

export const meta: MetaFunction = ({ error, matches }) =>
  pageTitle(error ? problemTitle(problemStatus(error)) : 'Studio', { matches })

export default function MemberLayout() {
  return (
    <Frame>
      <Outlet />
    </Frame>
  )
}

export function ErrorBoundary() {
  const root = useRouteLoaderData<RootData>('root')
  const error = useRouteError()
  if (!root?.studio) return <SiteProblem error={error} requestId={root?.requestId} />
  return (
    <Frame>
      <Main slim>
        <Problem error={error} requestId={root.requestId}>
          <a className="button primary" href={paths.timetable(root.studio)}>
            See the timetable
          </a>
        </Problem>
      </Main>
    </Frame>
  )
}

/**
 * The studio's frame, or Cadence's where the path names no studio. Layouts query nothing: what the
 * shell shows of the viewer comes with the data of the deepest page that has a `shell`.
 */
function Frame({ children }: { children: ReactNode }) {
  const root = useRouteLoaderData<RootData>('root')
  const matches = useMatches()
  const { pathname, search } = useLocation()
  const handles = matches.map((match) => match.handle as PageHandle | undefined)
  if (handles.some((handle) => handle?.framable || handle?.bare)) return children
  if (!root?.studio) return <SiteFrame>{children}</SiteFrame>
  const page = matches.findLast((match) => (match.data as { shell?: ShellData } | undefined)?.shell)
  const shell = (page?.data as { shell: ShellData } | undefined)?.shell ?? {
    unread: 0,
    viewerName: root.visitorName,
  }
  return (
    <StudioShell studio={root.studio} shell={shell} here={pathname + search} staff={root.staff}>
      {children}
    </StudioShell>
  )
}
