import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/cloudflare'
import { pathOfVisitor, returnTarget } from '#app/http/after-sign-in.server.ts'
import { asksAgain, sendAgain } from '#app/http/code-address.server.ts'
import { codePage } from '#app/http/code-page.server.ts'
import { sendSignInCode, signInByCode } from '#app/http/code-sign-in.server.ts'
import { readPosted } from '#app/http/form.server.ts'
import { paths } from '#app/paths.ts'
import { type SentCode, SentCodePage } from '#app/ui/account/sent-code-page.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { pageTitle } from '#app/ui/page-title.ts'

export const meta: MetaFunction = (args) => pageTitle('Enter your code', args)

export const handle = { styles: ['form', 'entry'] } satisfies PageHandle

export async function loader({ context: { app } }: LoaderFunctionArgs) {
  const elsewhere = await pathOfVisitor(app)
  if (elsewhere) throw redirect(elsewhere, 303)
  return codePage(app)
}

export async function action({ request, context: { app } }: ActionFunctionArgs) {
  const form = await readPosted(request)
  if (!asksAgain(form)) return signInByCode(app, form, { joining: false })
  const { next, studio } = await returnTarget(app)
  return sendAgain(app, form, {
    elsewhere: paths.signIn({ next: next ?? undefined, studio: studio?.slug }),
    send: (address) => sendSignInCode(app, address),
  })
}

export default function SignInCode() {
  return <SentCodePage words={words} />
}

const words = ({ studio, next, sentTo, sentBy }: SentCode) => ({
  title: sentBy === 'mail' ? 'Check your email' : 'Enter your code',
  intro:
    (sentTo
      ? `If there’s an account for ${sentTo}, a code is on its way.`
      : 'Enter the code we’ve sent you.') +
    (sentBy === 'mail' ? ' The link in the email works too.' : ''),
  button: 'Sign in',
  nothing: (
    <>
      {sentBy === 'mail' && 'Check your spam, or '}
      <a href={paths.signIn({ next, studio: studio?.slug })}>
        {sentBy === 'mail' ? 'use another address' : 'Use another address'}
      </a>
      . With no account yet, <a href={paths.signUp({ next, studio: studio?.slug })}>create one</a>.
    </>
  ),
})
