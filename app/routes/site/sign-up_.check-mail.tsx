import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { codePage } from '#app/http/code-page.server.ts'
import { signInByCode } from '#app/http/code-sign-in.server.ts'
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
  return signInByCode(app, request, { joining: true })
}

export default function SignUpMailed() {
  return <SentCodePage words={words} />
}

function words({ studio, next, sentTo, sentBy }: SentCode) {
  const byPhone = sentBy === 'phone'
  return {
    title: byPhone ? 'Type your code' : 'Check your mail',
    intro: byPhone
      ? `We have sent a code to ${sentTo}. It works for a minute.`
      : 'We have sent you a link and a code. ' +
        'Open the link, or type the code here. Both work for an hour.',
    button: byPhone ? 'Confirm my number' : 'Confirm my address',
    nothing: (
      <>
        {!byPhone && 'Look among the spam, or '}
        <a href={paths.signUp({ next, studio: studio?.slug })}>
          {byPhone ? 'Sign up again after a minute' : 'sign up again after a minute'}
        </a>
        . If you had an account already,{' '}
        <a href={paths.signIn({ next, studio: studio?.slug })}>sign in</a> or{' '}
        <a href={paths.reset({ studio: studio?.slug })}>set a new password</a>.
      </>
    ),
  }
}
