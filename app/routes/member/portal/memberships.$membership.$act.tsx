import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import { isAct, portalKeyOf } from '#app/domain/sales/memberships/membership-acts.ts'
import { studioLets } from '#app/domain/scope/portal-rules.ts'
import { deliverSoon } from '#app/http/deliver-soon.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { parseForm } from '#app/http/form.server.ts'
import { notFound, requireBooker } from '#app/http/guards.server.ts'
import {
  actDone,
  actForm,
  actRefused,
  loadActPage,
  runAct,
} from '#app/http/memberships/act-page.server.ts'
import { paths } from '#app/paths.ts'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { Main } from '#app/ui/layout/main.tsx'
import { ActView } from '#app/ui/memberships/act-view.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { pageTitle } from '#app/ui/page-title.ts'
import { AskStudio } from '#app/ui/state/ask-studio.tsx'

export const handle = {
  styles: ['back-link', 'button', 'form', 'say', 'timeline', 'state'],
} satisfies PageHandle

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  data ? pageTitle(`${data.head} ${data.membership.name}`, { matches }) : []

async function asking(args: LoaderFunctionArgs | ActionFunctionArgs) {
  const { app, ctx, viewer } = await requireBooker(args.context, 'looks_after')
  const { membership = '', act = '' } = args.params
  // Members set no bills; the desk does.
  if (act === 'bill') throw notFound()
  return {
    app,
    viewer,
    asked: {
      ctx,
      personId: ctx.person.id,
      membershipId: membership,
      act,
      by: 'member' as const,
      params: app.url.searchParams,
    },
  }
}

export async function loader(args: LoaderFunctionArgs) {
  const { asked, viewer } = await asking(args)
  const page = await loadActPage(asked, viewer)
  if (!page) throw notFound()
  const { studio } = asked.ctx
  return {
    ...page,
    rule: isAct(page.act) ? portalKeyOf(page.act) : ('memberships' as const),
    offered: isAct(page.act) && studioLets(studio, portalKeyOf(page.act)),
    // The one line beside cancelling: nothing that this studio or plan does not allow.
    freezes: page.can.freeze && studioLets(studio, 'memberships'),
  }
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
    paths.portalMembership(asked.ctx.studio, asked.membershipId),
    actDone(asked.act, result.row.name),
  )
}

export default function MembershipAct() {
  const {
    shell: _,
    offered,
    rule,
    freezes,
    can,
    studio,
    head,
    membership,
    intro,
    person,
    ...view
  } = useLoaderData<typeof loader>()
  const back = paths.portalMembership(studio, membership.id)
  return (
    <Main slim>
      <BackLink to={back}>{membership.name}</BackLink>
      <h1>
        {head} {membership.name}
      </h1>
      {offered ? (
        <>
          {intro && <p className="soft">{intro}</p>}
          <ActView
            {...view}
            membership={membership}
            path={paths.portalMembershipAct(studio, membership.id, view.act)}
            back={back}
            asksWhy={view.act === 'cancel' || view.act === 'withdraw'}
            instead={
              view.act === 'cancel' && (
                <BesideCancel
                  withdraw={
                    can.withdraw && paths.portalMembershipAct(studio, membership.id, 'withdraw')
                  }
                  freeze={freezes && paths.portalMembershipAct(studio, membership.id, 'freeze')}
                />
              )
            }
          />
        </>
      ) : (
        <AskStudio
          studio={studio}
          rule={rule}
          title="Ask us"
          keep={{ path: back, label: 'Keep it as it is' }}
        />
      )}
    </Main>
  )
}

/** One line of what else could be done: a full refund where that is still possible, else a freeze. */
function BesideCancel({ withdraw, freeze }: { withdraw: string | false; freeze: string | false }) {
  if (withdraw) {
    return (
      <p className="soft">
        You joined a few days ago: you can still{' '}
        <a href={withdraw}>cancel today and get everything back</a>.
      </p>
    )
  }
  return (
    freeze && (
      <p className="soft">
        Only away for a while? <a href={freeze}>Freeze it instead</a>.
      </p>
    )
  )
}
