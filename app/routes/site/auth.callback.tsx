import { json, type LoaderFunctionArgs, type MetaFunction, redirect } from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import { enterStudio } from '#app/domain/identity/enter-studio.server.ts'
import { findSignInOutcome } from '#app/domain/identity/sign-in-outcome.server.ts'
import { errandOf, pathAfterSignIn } from '#app/http/after-sign-in.server.ts'
import { finishOnPage } from '#app/http/provider-flow.server.ts'
import { keepSession } from '#app/http/session-cookies.server.ts'
import { paths } from '#app/paths.ts'
import { DoorPage } from '#app/ui/layout/door-page.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { pageTitle } from '#app/ui/page-title.ts'

export const meta: MetaFunction = (args) => pageTitle('You are not signed in', args)

export const handle = { styles: ['form', 'door'] } satisfies PageHandle

const tooOld = 'This sign-in has been used, was begun in another browser, or is too old. Begin again.'

const sentences: Record<string, string> = {
  bad_oauth_callback: 'You were not signed in there. Try again, or sign in another way.',
  bad_oauth_state: tooOld,
  flow_state_already_used: tooOld,
  flow_state_not_found: tooOld,
  flow_state_expired: tooOld,
  bad_code_verifier: tooOld,
  provider_email_needs_verification:
    'Your account there has no email address that is confirmed. Confirm it there, or sign in another way.',
  signup_disabled: 'New accounts are not opened here at the moment. Sign in with an account that you have.',
  user_banned: 'This account is closed. Ask your studio.',
  too_many_tries: 'Too many tries. Wait a minute, then begin again.',
}

const otherwise = 'The other side answered something we cannot use. Try again in a minute, or sign in another way.'

/** Where a provider's answer ends: with the code of this browser's own sign-in somebody is signed in. */
export async function loader({ context: { app } }: LoaderFunctionArgs) {
  const { next, studio } = await errandOf(app)
  const query = app.url.searchParams
  const code = query.get('code')
  const result = code ? await finishOnPage(app, code) : null
  if (result?.ok) {
    const { account } = result.value
    keepSession(app, result.value)
    if (studio) await enterStudio(app.directory, { userId: account.id, studioId: studio.id })
    throw redirect(await pathAfterSignIn(app, await findSignInOutcome(app.directory, account.id)), 303)
  }
  const refusal = result?.reason ?? query.get('error_code') ?? 'bad_oauth_state'
  const known = refusal in sentences ? refusal : 'unexpected_failure'
  return json(
    { next: next ?? undefined, studio: studio && { slug: studio.slug, name: studio.name }, refusal: known },
    { status: 422 },
  )
}

export default function AuthCallback() {
  const { next, studio, refusal } = useLoaderData<typeof loader>()
  return (
    <DoorPage studio={studio}>
      <h1>You are not signed in</h1>
      <div className="errors" role="alert">
        <p data-refusal={refusal}>{sentences[refusal] ?? otherwise}</p>
      </div>
      <a className="button primary big wide" href={paths.signIn({ next, studio: studio?.slug })}>
        Sign in
      </a>
    </DoorPage>
  )
}
