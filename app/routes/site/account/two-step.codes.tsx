import {
  type ActionFunctionArgs,
  json,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/cloudflare'
import { useActionData } from '@remix-run/react'
import { makeRecoveryCodes } from '#app/domain/identity/factors/recovery-codes.server.ts'
import { hasVerifiedFactor } from '#app/domain/identity/factors/second-step.ts'
import { identityContext } from '#app/http/identity-context.server.ts'
import { refusalPage } from '#app/http/refusal-page.server.ts'
import { requireOwnAccount } from '#app/http/session-holder.server.ts'
import { paths } from '#app/paths.ts'
import { AccountPage } from '#app/ui/account/account-page.tsx'
import { RecoveryCodes } from '#app/ui/account/recovery-codes.tsx'
import { SubmitButton } from '#app/ui/form/buttons.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { pageTitle } from '#app/ui/page-title.ts'
import type { ShownCodes } from './second-factors/second-factors.server.ts'

export const meta: MetaFunction = (args) => pageTitle('Recovery codes', args)

export const handle = {
  styles: ['button', 'entry', 'back-link', 'account-settings'],
} satisfies PageHandle

export async function loader({ context }: LoaderFunctionArgs) {
  const { holder } = await requireOwnAccount(context)
  if (!hasVerifiedFactor(holder.parts)) throw redirect(paths.accountPart('two-step'), 303)
  return null
}

export async function action({ context }: ActionFunctionArgs) {
  const { app, holder } = await requireOwnAccount(context)
  const made = await makeRecoveryCodes(identityContext(app), holder)
  if (!made.ok) {
    throw refusalPage(made.reason, 'Set up two-step sign-in first.', paths.accountPart('two-step'))
  }
  return json({ codes: made.codes } satisfies ShownCodes)
}

export default function NewCodes() {
  const answer = useActionData<typeof action>() as ShownCodes | undefined
  return (
    <AccountPage back={{ name: 'Two-step sign-in', path: paths.accountPart('two-step') }}>
      {answer ? (
        <RecoveryCodes codes={answer.codes} title="Your recovery codes" />
      ) : (
        <>
          <div className="stack">
            <h1>Make new recovery codes?</h1>
            <p>You get ten new codes. Your old ones stop working straight away.</p>
          </div>
          <form method="post">
            <SubmitButton>Make ten new codes</SubmitButton>
          </form>
        </>
      )}
    </AccountPage>
  )
}
