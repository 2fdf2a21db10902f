import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { Outlet, useLocation, useRouteError, useRouteLoaderData } from '@remix-run/react'
import type { ReactNode } from 'react'
import { closedAtDesk } from '#app/domain/scope/features.ts'
import { planNotice } from '#app/domain/studios/own-plan/plan-words.ts'
import { requirePermission } from '#app/http/guards.server.ts'
import { deskSectionOf } from '#app/paths/page-parts.ts'
import { paths } from '#app/paths.ts'
import type { RootData } from '#app/root.tsx'
import { Main } from '#app/ui/layout/main.tsx'
import { StudioShell } from '#app/ui/layout/studio-shell.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { pageTitle } from '#app/ui/page-title.ts'
import { PlanNotice } from '#app/ui/staff/plan-notice.tsx'
import { StaffShell } from '#app/ui/staff/staff-shell.tsx'
import { staffStyles, staffStylesOf } from '#app/ui/staff/staff-styles.ts'
import { Problem, problemStatus, problemTitle } from '#app/ui/state/problem.tsx'
import { SiteProblem } from '#app/ui/state/site-problem.tsx'

export const meta: MetaFunction = ({ error, matches }) =>
  pageTitle(error ? problemTitle(problemStatus(error)) : 'Manage', { matches })

export const handle = {
  hydrate: true,
  styles: (pathname) =>
    import.meta.env.DEV ? staffStyles : staffStylesOf(deskSectionOf(pathname)),
} satisfies PageHandle

/** Only a refusal stands in the members' frame, and a browser takes none of those over. */
const MembersFrame = import.meta.env.SSR ? StudioShell : null

/** Asks for nothing but what trip 1 has answered. */
export async function loader({ context }: LoaderFunctionArgs) {
  const { ctx, viewer } = await requirePermission(context, 'manage:read', { frame: true })
  return {
    viewer: {
      name: viewer.name || viewer.email,
      role: viewer.role,
      closed: closedAtDesk(ctx.studio),
    },
    notice: planNotice(ctx.studio.planState, viewer.role),
  }
}

export default function ManageLayout() {
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
      <Problem error={error} requestId={root.requestId}>
        <a className="button primary" href={paths.home(root.studio)}>
          Go to {root.studio.name}
        </a>
      </Problem>
    </Frame>
  )
}

/** The staff's frame; the members' frame around the refusal of someone who is no staff. */
function Frame({ children }: { children: ReactNode }) {
  const root = useRouteLoaderData<RootData>('root')
  const data = useRouteLoaderData<typeof loader>('routes/manage/layout')
  const location = useLocation()
  if (!root?.studio) return <Main slim>{children}</Main>
  if (data) {
    return (
      <StaffShell studio={root.studio} viewer={data.viewer} location={location}>
        {data.notice && <PlanNotice studio={root.studio} {...data.notice} />}
        {children}
      </StaffShell>
    )
  }
  if (!MembersFrame) return <Main slim>{children}</Main>
  return (
    <MembersFrame
      studio={root.studio}
      shell={{ unread: 0, viewerName: root.visitorName }}
      here={location.pathname + location.search}
    >
      <Main slim>{children}</Main>
    </MembersFrame>
  )
}
