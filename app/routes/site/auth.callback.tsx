import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import { exchangeCode } from '#app/domain/identity/exchange-code.server.ts'
import { findSignInOutcome } from '#app/domain/identity/sign-in-outcome.server.ts'
import { enter, errandOf } from '#app/http/after-sign-in.server.ts'
import { identityContext } from '#app/http/identity-context.server.ts'
import { takeVerifier } from '#app/http/provider-sign-in.server.ts'
import { paths } from '#app/paths.ts'
import { DoorPage } from '#app/ui/layout/door-page.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { pageTitle } from '#app/ui/page-title.ts'

export const meta: MetaFunction = (args) => pageTitle('Signing in', args)

export const handle = { styles: ['button', 'door'] } satisfies PageHandle

const sentences: Readonly<Record<string, string>> = {
  access_denied: 'You did not sign in there, or it said no.',
  provider_email_needs_verification: 'Confirm your email address there first, then come back.',
  signup_disabled: 'New accounts are not being opened at the moment. Ask your studio.',
  user_banned: 'This account is closed. Ask your studio.',
  identity_already_exists: 'Another account signs in this way already.',
  flow_state_not_found: 'This took too long, or was begun on another device.',
  flow_state_expired: 'This took too long. Begin again.',
  bad_code_verifier: 'This was begun on another device. Begin again on this one.',
  too_many_tries: 'Too many tries. Wait a minute, then try again.',
}

const otherwise = 'Signing in there did not work. Try again, or use your password.'

/** Finishes a sign-in at a provider: the code works once, and only in the browser that began it. */
export async function loader({ context: { app } }: LoaderFunctionArgs) {
  const query = app.url.searchParams
  const code = query.get('code')
  const verifier = takeVerifier(app)
  const { next, studio } = await errandOf(app)
  const result = code && verifier ? await exchangeCode(identityContext(app), { code, verifier }, true) : null
  if (result?.ok) {
    const outcome = await findSignInOutcome(app.directory, result.value.account.id)
    throw await enter(app, result.value, { outcome })
  }
  const reason = result?.reason ?? query.get('error_code') ?? query.get('error') ?? 'flow_state_not_found'
  const known = reason in sentences
  return {
    next: next ?? undefined,
    studio: studio && { slug: studio.slug, name: studio.name },
    refusal: known ? reason : 'provider_failed',
    sentence: (known && sentences[reason]) || otherwise,
  }
}

export default function ProviderAnswer() {
  const { next, studio, refusal, sentence } = useLoaderData<typeof loader>()
  return (
    <DoorPage studio={studio}>
      <h1>You are not signed in</h1>
      <p data-refusal={refusal}>{sentence}</p>
      <a className="button primary big wide" href={paths.signIn({ next, studio: studio?.slug })}>
        Sign in another way
      </a>
    </DoorPage>
  )
}
