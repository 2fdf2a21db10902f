import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/cloudflare'
import { pathOfVisitor } from '#app/http/after-sign-in.server.ts'
import { codePage } from '#app/http/code-page.server.ts'
import { signInByCode } from '#app/http/code-sign-in.server.ts'
import { paths } from '#app/paths.ts'
import { type SentCode, SentCodePage } from '#app/ui/account/sent-code-page.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { pageTitle } from '#app/ui/page-title.ts'

export const meta: MetaFunction = (args) => pageTitle('Type your code', args)

export const handle = { styles: ['form', 'entry'] } satisfies PageHandle

export async function loader({ context: { app } }: LoaderFunctionArgs) {
  const elsewhere = await pathOfVisitor(app)
  if (elsewhere) throw redirect(elsewhere, 303)
  return codePage(app)
}

export async function action({ request, context: { app } }: ActionFunctionArgs) {
  return signInByCode(app, request, { joining: false })
}

export default function SignInCode() {
  return <SentCodePage words={words} />
}

const words = ({ studio, next, sentTo, sentBy }: SentCode) => ({
  title: sentBy === 'mail' ? 'Check your mail' : 'Type your code',
  intro:
    (sentTo
      ? `If there is an account for ${sentTo}, a code is on its way.`
      : 'Type the code we have sent you.') +
    (sentBy === 'mail' ? ' The link in the mail does the same.' : ''),
  button: 'Sign in',
  nothing: (
    <>
      Look among the spam, or{' '}
      <a href={paths.signIn({ next, studio: studio?.slug })}>ask again after a minute</a>. With no
      account yet, <a href={paths.signUp({ next, studio: studio?.slug })}>create one</a>.
    </>
  ),
})
