import { json, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import { exchangeCode } from '#app/domain/identity/sessions/exchange-code.server.ts'
import { findSignInOutcome } from '#app/domain/identity/sessions/sign-in-outcome.server.ts'
import { returnTarget, startBrowserSession } from '#app/http/after-sign-in.server.ts'
import { identityContext } from '#app/http/identity-context.server.ts'
import { takeVerifier } from '#app/http/provider-sign-in.server.ts'
import { paths } from '#app/paths.ts'
import { EntryPage } from '#app/ui/layout/entry-page.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { pageTitle } from '#app/ui/page-title.ts'

export const meta: MetaFunction = (args) => pageTitle('Signing in', args)

export const handle = { styles: ['form', 'entry'] } satisfies PageHandle

const tooOld =
  'This sign-in has expired, been used, or was started in another browser. Start again.'

const sentences: Readonly<Record<string, string>> = {
  bad_oauth_callback: 'You were not signed in there. Try again, or sign in another way.',
  bad_oauth_state: tooOld,
  flow_state_already_used: tooOld,
  flow_state_not_found: tooOld,
  flow_state_expired: tooOld,
  bad_code_verifier: tooOld,
  provider_email_needs_verification:
    'Your account there has no confirmed email address. Confirm it there, or sign in another way.',
  signup_disabled:
    'We’re not opening new accounts at the moment. Sign in with an account you already have.',
  user_banned: 'This account is closed. Ask your studio.',
  identity_already_exists: 'Another account already signs in this way.',
  too_many_tries: 'Too many tries. Wait a minute, then start again.',
}

const otherwise = 'We couldn’t sign you in there. Try again in a minute, or sign in another way.'

/** Finishes a sign-in at a provider: the code works once, and only in the browser that began it. */
export async function loader({ context: { app } }: LoaderFunctionArgs) {
  const query = app.url.searchParams
  const code = query.get('code')
  const verifier = takeVerifier(app)
  const { next, studio } = await returnTarget(app)
  const result =
    code && verifier
      ? await exchangeCode(identityContext(app), { code, verifier }, { withoutMetadata: true })
      : null
  if (result?.ok) {
    const outcome = await findSignInOutcome(app.directory, result.value.account.id)
    throw await startBrowserSession(app, result.value, { outcome })
  }
  const reason =
    result?.reason ?? query.get('error_code') ?? query.get('error') ?? 'flow_state_not_found'
  const known = Object.hasOwn(sentences, reason)
  return json(
    {
      next: next ?? undefined,
      studio: studio && { slug: studio.slug, name: studio.name },
      refusal: known ? reason : 'provider_failed',
      sentence: (known && sentences[reason]) || otherwise,
    },
    { status: 422 },
  )
}

export default function ProviderAnswer() {
  const { next, studio, refusal, sentence } = useLoaderData<typeof loader>()
  return (
    <EntryPage studio={studio}>
      <h1>You are not signed in</h1>
      <div className="errors" role="alert">
        <p data-refusal={refusal}>{sentence}</p>
      </div>
      <a className="button primary big wide" href={paths.signIn({ next, studio: studio?.slug })}>
        Sign in another way
      </a>
    </EntryPage>
  )
}
