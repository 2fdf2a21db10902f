import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import { deliverSoon } from '#app/http/deliver-soon.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { parseForm } from '#app/http/form.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import {
  actDone,
  actForm,
  actRefused,
  loadActPage,
  runAct,
} from '#app/http/memberships/act-page.server.ts'
import { paths } from '#app/paths.ts'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { ActView } from '#app/ui/memberships/act-view.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { pageTitle } from '#app/ui/page-title.ts'

export const handle = { styles: ['timeline', 'say'] } satisfies PageHandle

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  data ? pageTitle(`${data.head} ${data.membership.name}`, { matches }) : []

async function asking({ context, params }: LoaderFunctionArgs | ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'entitlements:write')
  const { person = '', membership = '', act = '' } = params
  const asked = {
    ctx,
    personId: person,
    membershipId: membership,
    act,
    by: 'desk' as const,
    params: app.url.searchParams,
  }
  return { app, asked }
}

export async function loader(args: LoaderFunctionArgs) {
  const { asked } = await asking(args)
  const page = await loadActPage(asked)
  if (!page) throw notFound()
  const { shell: _, ...shown } = page
  return shown
}

/** Does what the page showed: 303 to the membership, 422 with why not. */
export async function action(args: ActionFunctionArgs) {
  const { app, asked } = await asking(args)
  const submission = await parseForm(args.request, actForm)
  if (submission.status !== 'success') {
    return actRefused(asked, { ok: false, reason: 'changed' })
  }
  const result = await runAct(asked, submission.value)
  if (!result || (!result.ok && result.reason === 'not_found')) throw notFound()
  if (!result.ok) return actRefused(asked, result)
  deliverSoon(app, asked.ctx.db)
  return redirectWithFlash(
    app,
    paths.manageMembership(asked.ctx.studio, asked.personId, asked.membershipId),
    actDone(asked.act, result.row.name),
  )
}

export default function MembershipAct() {
  const { studio, head, membership, person, intro, ...view } = useLoaderData<typeof loader>()
  const back = paths.manageMembership(studio, person.id, membership.id)
  return (
    <>
      <BackLink to={back}>{membership.name}</BackLink>
      <PageHead title={`${head} ${membership.name}`} intro={`${person.name}. ${intro}`} />
      <ActView
        {...view}
        membership={membership}
        path={paths.manageMembershipAct(studio, person.id, membership.id, view.act)}
        back={back}
        asksWhy
      />
    </>
  )
}
