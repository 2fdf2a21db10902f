import { type LoaderFunctionArgs, type MetaFunction, redirect } from '@remix-run/cloudflare'
import { beginProviderSignIn } from '#app/domain/identity/providers/begin-provider-sign-in.server.ts'
import { returnTarget } from '#app/http/after-sign-in.server.ts'
import { identityContext } from '#app/http/identity-context.server.ts'
import { beginVerifier } from '#app/http/provider-sign-in.server.ts'
import { refusalPage } from '#app/http/refusal-page.server.ts'
import { paths } from '#app/paths.ts'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { pageTitle } from '#app/ui/page-title.ts'

export const meta: MetaFunction = (args) => pageTitle('Sign in elsewhere', args)

export const handle = { styles: ['form', 'entry'] } satisfies PageHandle

const sentences = {
  provider_disabled: 'You can’t sign in this way here. Choose another way.',
  provider_unreachable: 'We can’t reach that sign-in at the moment. Try again in a minute.',
  sso_provider_not_found:
    'No studio has a single sign-on for that address. Sign in with your password instead.',
  sso_provider_disabled: 'Your studio has turned off single sign-on. Ask the studio.',
  sso_disabled:
    'No studio has a single sign-on for that address. Sign in with your password instead.',
  too_many_tries: 'Too many tries. Wait a minute, then try again.',
}

/**
 * To a provider by `?provider=`, or to a studio's own by the mail domain in `?email=`. A link,
 * since no form may leave.
 */
export async function loader({ context: { app } }: LoaderFunctionArgs) {
  const identity = identityContext(app)
  const { next, studio } = await returnTarget(app)
  const target = { next: next ?? undefined, studio: studio?.slug }
  const query = app.url.searchParams
  const email = query.get('email')
  const result = await beginProviderSignIn(identity, {
    with: email
      ? { domain: email.slice(email.lastIndexOf('@') + 1, 254) }
      : { provider: query.get('provider') ?? '' },
    redirectTo: identity.origin + paths.authCallback(target),
    codeChallenge: beginVerifier(app),
  })
  if (!result.ok) {
    if (result.reason === 'provider_unreachable')
      console.error('Provider cannot be asked', result.detail)
    throw refusalPage(result.reason, sentences[result.reason], paths.signIn(target))
  }
  return redirect(result.url, 302)
}

/**
 * Nobody sees it: anyone who comes here is led on, or told why not. A route without a page would
 * tell that as JSON.
 */
export default function ToProvider() {
  return null
}
