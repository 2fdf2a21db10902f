import { type LoaderFunctionArgs, redirect } from '@remix-run/cloudflare'
import { beginProviderSignIn } from '#app/domain/identity/begin-provider-sign-in.server.ts'
import { errandOf } from '#app/http/after-sign-in.server.ts'
import { identityContext } from '#app/http/identity-context.server.ts'
import { beginVerifier } from '#app/http/provider-sign-in.server.ts'
import { refusalPage } from '#app/http/refusal-page.server.ts'
import { paths } from '#app/paths.ts'

/** To a provider by `?provider=`, or to a studio's own by the mail domain in `?email=`. A link, since no form may leave. */
export async function loader({ context: { app } }: LoaderFunctionArgs) {
  const identity = identityContext(app)
  const { next, studio } = await errandOf(app)
  const errand = { next: next ?? undefined, studio: studio?.slug }
  const query = app.url.searchParams
  const email = query.get('email')
  const back = paths.signIn(errand)
  if (!(await identity.addressMay('sso'))) {
    throw refusalPage('too_many_tries', 'Too many tries. Wait a minute, then try again.', back)
  }
  const result = await beginProviderSignIn(identity, {
    with: email ? { domain: email.slice(email.lastIndexOf('@') + 1, 254) } : { provider: query.get('provider') ?? '' },
    redirectTo: identity.origin + paths.authCallback(errand),
    codeChallenge: beginVerifier(app),
  })
  if (!result.ok) {
    throw refusalPage(result.reason, 'This way to sign in does not work at the moment. Use another one.', back)
  }
  throw redirect(result.url, 302)
}

/** Never seen: a refusal is told by the page around it. */
export default function ToProvider() {
  return null
}
