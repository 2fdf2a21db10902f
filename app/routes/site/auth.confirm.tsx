import {
  type ActionFunctionArgs,
  json,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/cloudflare'
import { useActionData, useLoaderData } from '@remix-run/react'
import { findAccountOfLink } from '#app/domain/identity/one-time-tokens.server.ts'
import { verifyOneTimeSecret } from '#app/domain/identity/verify-one-time-secret.server.ts'
import { joinStudio } from '#app/domain/studios/join-studio.server.ts'
import { errandOf, pathAfterSignIn } from '#app/http/after-sign-in.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { identityContext } from '#app/http/identity-context.server.ts'
import { keepSession } from '#app/http/session-cookies.server.ts'
import { paths } from '#app/paths.ts'
import { SubmitButton } from '#app/ui/form/buttons.tsx'
import { DoorPage } from '#app/ui/layout/door-page.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { pageTitle } from '#app/ui/page-title.ts'

export const meta: MetaFunction = (args) => pageTitle('Confirm your address', args)

export const handle = { styles: ['form', 'door'] } satisfies PageHandle

const sentences = {
  link_expired: 'This link has been used, replaced by a newer one, or is too old.',
  user_banned: 'This account is closed. Ask your studio.',
  address_taken: 'Another account has this address. Sign in with it instead.',
  too_many_tries: 'Too many tries. Wait a minute, then press the button again.',
}

/** Looking at the link burns nothing: a mail scanner opens it too. The button is what confirms. */
export async function loader({ context: { app } }: LoaderFunctionArgs) {
  const { studio } = await errandOf(app)
  const token = app.url.searchParams.get('token_hash') ?? ''
  if (app.url.searchParams.get('type') === 'recovery') {
    throw redirect(paths.reset({ token_hash: token, studio: studio?.slug }), 303)
  }
  const account = await findAccountOfLink(identityContext(app), token, 'confirmation')
  return { studio: studio && { slug: studio.slug, name: studio.name }, email: account?.email ?? null }
}

export async function action({ context: { app } }: ActionFunctionArgs) {
  const { now } = await app.arrive()
  const token = app.url.searchParams.get('token_hash') ?? ''
  const result = await verifyOneTimeSecret(identityContext(app, now), { type: 'signup', proof: { token } }, true)
  if (!result.ok) return json({ refusal: result.reason }, { status: 422 })
  if (result.kind !== 'signed_in') throw new Error(`A confirmation answered ${result.kind}`)

  keepSession(app, result.value)
  const { studio } = await errandOf(app)
  const { account } = result.value
  const person = { userId: account.id, name: result.name, email: account.email ?? '' }
  const joined =
    studio && result.outcome.kind === 'setup_complete'
      ? await joinStudio({ directory: app.directory, shardOf: app.shardOf, now }, studio, person)
      : null
  const welcome = joined?.ok && studio ? ` Welcome to ${studio.name}.` : ''
  return redirectWithFlash(app, await pathAfterSignIn(app, result.outcome), `Your address is confirmed.${welcome}`)
}

export default function ConfirmAddress() {
  const { studio, email } = useLoaderData<typeof loader>()
  const answer = useActionData() as { refusal: keyof typeof sentences } | undefined
  const refusal = answer?.refusal ?? (email === null ? 'link_expired' : null)
  return (
    <DoorPage studio={studio}>
      {refusal && (
        <div className="errors" role="alert">
          <p data-refusal={refusal}>{sentences[refusal]}</p>
        </div>
      )}
      <h1>Confirm your address</h1>
      {email === null ? (
        <>
          <p>
            If you have confirmed it already, sign in. Otherwise sign in too: with the right password we send the link
            again.
          </p>
          <a className="button primary big wide" href={paths.signIn({ studio: studio?.slug })}>
            Sign in
          </a>
        </>
      ) : (
        <form method="post" className="stack wide-gap">
          <p>
            Is {email} yours? One press confirms it and signs you in
            {studio && `, as a member of ${studio.name}. The studio then sees your name and email address`}.
          </p>
          <SubmitButton>Confirm my address</SubmitButton>
        </form>
      )}
    </DoorPage>
  )
}
