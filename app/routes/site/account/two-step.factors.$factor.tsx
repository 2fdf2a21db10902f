import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import { removeFactor } from '#app/domain/identity/factors/remove-factor.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { notFound } from '#app/http/guards.server.ts'
import { identityContext } from '#app/http/identity-context.server.ts'
import { refusalPage } from '#app/http/refusal-page.server.ts'
import { requireOwnAccount } from '#app/http/session-holder.server.ts'
import { paths } from '#app/paths.ts'
import { AccountPage } from '#app/ui/account/account-page.tsx'
import { SubmitButton } from '#app/ui/form/buttons.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { pageTitle } from '#app/ui/page-title.ts'

export const meta: MetaFunction = (args) => pageTitle('Remove a second step', args)

export const handle = { styles: ['button', 'entry', 'back-link'] } satisfies PageHandle

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { holder } = await requireOwnAccount(context)
  const verified = holder.parts.factors.filter(({ status }) => status === 'verified')
  const factor = verified.find(({ id }) => id === params.factor)
  if (!factor) throw notFound()
  return { name: factor.friendlyName || 'this second step', last: verified.length === 1 }
}

export async function action({ context, params }: ActionFunctionArgs) {
  const { app, holder } = await requireOwnAccount(context)
  const result = await removeFactor(identityContext(app), holder, params.factor ?? '')
  if (!result.ok) {
    if (result.reason === 'factor_not_found') throw notFound()
    throw refusalPage(
      result.reason,
      'Sign in again with your second step first.',
      paths.accountPart('two-step'),
    )
  }
  return redirectWithFlash(app, paths.accountPart('two-step'), 'Removed.')
}

export default function RemoveFactor() {
  const { name, last } = useLoaderData<typeof loader>()
  return (
    <AccountPage back={{ name: 'Two-step sign-in', path: paths.accountPart('two-step') }}>
      <div className="stack">
        <h1>Remove {name}?</h1>
        <p>
          {last
            ? 'This is your only second step. Without it your password is enough to sign in, ' +
              'and your recovery codes stop working.'
            : 'You can still sign in with your other second step.'}
        </p>
      </div>
      <form method="post">
        <SubmitButton>Remove</SubmitButton>
      </form>
    </AccountPage>
  )
}
