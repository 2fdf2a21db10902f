import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import { referralsOfMinePage } from '#app/domain/overview/referrals-page.server.ts'
import { makeReferralLink } from '#app/domain/people/referrals/referral-page.server.ts'
import { portalRules } from '#app/domain/scope/portal-rules.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { requireMember } from '#app/http/guards.server.ts'
import { refusalPage } from '#app/http/refusal-page.server.ts'
import { paths } from '#app/paths.ts'
import { SubmitButton } from '#app/ui/form/buttons.tsx'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { Main } from '#app/ui/layout/main.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { pageTitle } from '#app/ui/page-title.ts'

export const handle = {
  styles: ['form', 'button', 'back-link', 'feed', 'lines', 'tag'],
} satisfies PageHandle

export const meta: MetaFunction = ({ matches }) => pageTitle('Bring a friend', { matches })

export async function loader({ context }: LoaderFunctionArgs) {
  const { ctx, viewer } = await requireMember(context)
  const { slug, name } = ctx.studio
  return { ...(await referralsOfMinePage(ctx, viewer)), studio: { slug, name } }
}

/** Makes the link: twice is one. */
export async function action({ context }: ActionFunctionArgs) {
  const { app, ctx } = await requireMember(context)
  const page = paths.portalReferrals(ctx.studio)
  if (!(await makeReferralLink(ctx))) throw refusalPage('off', portalRules.referrals.off, page)
  return redirectWithFlash(app, page, 'Your link is below.')
}

export default function BringAFriend() {
  const { studio, on, link, reward, friends } = useLoaderData<typeof loader>()
  return (
    <Main slim>
      <BackLink to={paths.portal(studio)}>Your account</BackLink>
      <h1>Bring a friend</h1>
      {!on && <p data-refusal="ask_studio">{portalRules.referrals.off}</p>}
      {on && <p>{reward}</p>}
      {on && link && (
        <div className="field">
          <label htmlFor="link">Your link</label>
          <textarea id="link" className="feed-link" readOnly rows={2} value={link} />
          <p className="soft">Send it to friends who are new to {studio.name}.</p>
        </div>
      )}
      {on && !link && (
        <form method="post">
          <SubmitButton>Make my link</SubmitButton>
        </form>
      )}
      {friends.length > 0 && (
        <section className="stack" aria-labelledby="friends">
          <h2 id="friends">Friends you brought</h2>
          <ul className="lines">
            {friends.map(({ id, name, line }) => (
              <li key={id}>
                <p>
                  <b>{name}</b>
                  <br />
                  <small className="soft">{line}</small>
                </p>
              </li>
            ))}
          </ul>
        </section>
      )}
    </Main>
  )
}
