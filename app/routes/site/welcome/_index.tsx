import { type LoaderFunctionArgs, type MetaFunction, redirect } from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import { findOpenSetup, findOwnedStudios } from '#app/domain/onboarding/setup-queries.server.ts'
import { sessionLinkOf } from '#app/http/session-link.server.ts'
import { paths } from '#app/paths.ts'
import { linkProblems } from '#app/session-link/link-problem.ts'
import { SessionLink } from '#app/ui/account/session-link.tsx'
import { SiteFrame } from '#app/ui/layout/site-frame.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { pageTitle } from '#app/ui/page-title.ts'

export const meta: MetaFunction = (args) => pageTitle('Welcome', args)

export const handle = { styles: ['button', 'form', 'welcome'] } satisfies PageHandle

export async function loader({ context: { app } }: LoaderFunctionArgs) {
  const token = app.url.searchParams.get('invitation')
  if (token)
    throw redirect(paths.invitation(token, app.url.searchParams.get('studio') ?? undefined), 303)
  const { visitor } = await app.loadVisitor()
  const setup = visitor && (await findOpenSetup(app.directory, visitor.userId))
  const owned = visitor ? await findOwnedStudios(app.directory, visitor.userId) : []
  return {
    signedIn: visitor !== null,
    setup: setup && { name: setup.studio.name },
    owned,
    sessionLink: { ...(await sessionLinkOf(app)), noBrowser: linkProblems.browser },
  }
}

/** Who comes for the first time says why; each way is one press. */
export default function Welcome() {
  const { signedIn, setup, owned, sessionLink } = useLoaderData<typeof loader>()
  return (
    <SiteFrame>
      <main id="main" className="choose">
        <SessionLink {...sessionLink} />
        <div className="stack">
          <h1>What brings you here?</h1>
          <p className="soft">
            One account works for all three. You can come back and choose another.
          </p>
        </div>
        <ul className="ways">
          <li>
            <h2>I run a studio</h2>
            <p>
              {setup
                ? `${setup.name} is saved as you left it. Nobody sees it yet.`
                : 'Name it, add your classes and prices. ' +
                  'Eight short pages, then people can book.'}
            </p>
            <a className="button primary big" href={paths.startStudio()}>
              {setup ? `Continue with ${setup.name}` : 'Start your studio'}
            </a>
            {owned.map((studio) => (
              <p key={studio.slug}>
                <a href={paths.home(studio)}>{studio.name}</a> is open.{' '}
                <a href={paths.sampleData(studio)}>Look at its sample data</a>
              </p>
            ))}
          </li>
          <li>
            <h2>I train</h2>
            <p>Find your studio, see its next classes and book your place.</p>
            <p className="pair">
              <a className="button big" href={paths.landing()}>
                Find your studio
              </a>
              {!signedIn && (
                <a className="button big" href={paths.signUp()}>
                  Create an account
                </a>
              )}
            </p>
          </li>
          <li>
            <h2>I was invited</h2>
            <p>
              Open the link in the email from your studio. If you can’t find it, ask the studio to
              send it again.
            </p>
          </li>
        </ul>
      </main>
    </SiteFrame>
  )
}
