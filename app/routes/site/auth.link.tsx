import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import { findLinkToAsk } from '#app/domain/identity/providers/link-identity.server.ts'
import { wayName } from '#app/domain/identity/providers/way-names.ts'
import { sessionAnswer } from '#app/domain/identity/secrets/link-answers.ts'
import { exchangeCode } from '#app/domain/identity/sessions/exchange-code.server.ts'
import { allowFormTo } from '#app/http/content-security-policy.server.ts'
import { identityContext } from '#app/http/identity-context.server.ts'
import { refusalPage } from '#app/http/refusal-page.server.ts'
import type { RequestContext } from '#app/http/request-context.server.ts'
import { paths } from '#app/paths.ts'
import { SubmitButton } from '#app/ui/form/buttons.tsx'
import { EntryPage } from '#app/ui/layout/entry-page.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { pageTitle } from '#app/ui/page-title.ts'

export const meta: MetaFunction = (args) => pageTitle('Add a way to sign in', args)

export const handle = { styles: ['form', 'entry'] } satisfies PageHandle

const sentences: Readonly<Record<string, string>> = {
  identity_taken: 'Another account already signs in this way.',
  user_banned: 'This account is closed. Ask your studio.',
  too_many_tries: 'Too many tries. Wait a minute, then start again.',
}

const tooOld = 'This question has expired or been answered. Start again where you came from.'

const codeOf = ({ url }: RequestContext) => url.searchParams.get('code') ?? ''

/**
 * A program that has no verifier asked for this identity to be added. The address may have been
 * sent by anybody, and anyone who adds their identity to a stranger's account would sign in there
 * from then on: so both are named, and a press is asked for (decision 19).
 */
export async function loader({ context: { app } }: LoaderFunctionArgs) {
  const identity = identityContext(app)
  const asked = await findLinkToAsk(identity, codeOf(app))
  if (!asked) throw refusalPage('flow_state_not_found', tooOld, paths.signIn())
  const { redirectTo, provider, ...who } = asked
  if (new URL(redirectTo).origin !== app.origin) allowFormTo(app, redirectTo)
  return { ...who, way: wayName(provider, identity.configuration.providers) }
}

export async function action({ context: { app } }: ActionFunctionArgs) {
  const identity = identityContext(app)
  const asked = await findLinkToAsk(identity, codeOf(app))
  const result = asked && (await exchangeCode(identity, { code: codeOf(app), verifier: null }))
  if (!asked || !result?.ok) {
    const reason = result && !result.ok ? result.reason : 'flow_state_not_found'
    throw refusalPage(reason, sentences[reason] ?? tooOld, paths.signIn())
  }
  return redirect(sessionAnswer(asked.redirectTo, result.value, result.providerTokens), 303)
}

export default function AddWayToSignIn() {
  const { account, identity, way } = useLoaderData<typeof loader>()
  return (
    <EntryPage studio={null}>
      <h1>Add this way to sign in?</h1>
      <form method="post" className="stack wide-gap">
        <p>
          From then on, {way} as {identity} signs in to the account of {account}. If that account
          isn’t yours, or you didn’t ask for this, don’t continue.
        </p>
        <SubmitButton>Add this way to sign in</SubmitButton>
        <a className="button big wide" href={paths.signIn()}>
          Cancel
        </a>
      </form>
    </EntryPage>
  )
}
