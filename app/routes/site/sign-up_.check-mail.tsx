import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { sendConfirmation } from '#app/domain/identity/secrets/send-confirmation.server.ts'
import { returnTarget } from '#app/http/after-sign-in.server.ts'
import { asksAgain, sendAgain } from '#app/http/code-address.server.ts'
import { codePage } from '#app/http/code-page.server.ts'
import { signInByCode } from '#app/http/code-sign-in.server.ts'
import { readPosted } from '#app/http/form.server.ts'
import { identityContext } from '#app/http/identity-context.server.ts'
import { paths } from '#app/paths.ts'
import { type SentCode, SentCodePage } from '#app/ui/account/sent-code-page.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { pageTitle } from '#app/ui/page-title.ts'

export const meta: MetaFunction = (args) => pageTitle('Confirm your address', args)

export const handle = { styles: ['form', 'entry'] } satisfies PageHandle

export function loader({ context: { app } }: LoaderFunctionArgs) {
  return codePage(app)
}

export async function action({ request, context: { app } }: ActionFunctionArgs) {
  const form = await readPosted(request)
  if (!asksAgain(form)) return signInByCode(app, form, { joining: true })
  const { next, studio } = await returnTarget(app)
  const { now } = await app.loadVisitor()
  return sendAgain(app, form, {
    elsewhere: paths.signUp({ next: next ?? undefined, studio: studio?.slug }),
    send: (address) => sendConfirmation(identityContext(app, now), { ...address, studio, next }),
  })
}

export default function SignUpMailed() {
  return <SentCodePage words={words} />
}

function words({ studio, next, sentTo, sentBy }: SentCode) {
  const byPhone = sentBy === 'phone'
  return {
    title: byPhone ? 'Enter your code' : 'Check your email',
    intro: byPhone
      ? `We’ve sent a code to ${sentTo}. It works for a minute.`
      : 'We’ve sent you a link and a code. ' +
        'Open the link, or enter the code here. Both work for an hour.',
    button: byPhone ? 'Confirm number' : 'Confirm address',
    nothing: (
      <>
        {!byPhone && 'Check your spam, or '}
        <a href={paths.signUp({ next, studio: studio?.slug })}>
          {byPhone ? 'Sign up with another number' : 'sign up with another address'}
        </a>
        . If you already had an account,{' '}
        <a href={paths.signIn({ next, studio: studio?.slug })}>sign in</a> or{' '}
        <a href={paths.reset({ studio: studio?.slug })}>set a new password</a>.
      </>
    ),
  }
}
