import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/cloudflare'
import { useActionData, useLoaderData } from '@remix-run/react'
import { pathOfVisitor } from '#app/http/after-sign-in.server.ts'
import { codePage } from '#app/http/code-page.server.ts'
import { signInByCode } from '#app/http/code-sign-in.server.ts'
import { paths } from '#app/paths.ts'
import { CodeForm } from '#app/ui/account/code-form.tsx'
import type { PageFormAnswer } from '#app/ui/form/form-answer.ts'
import { EntryPage } from '#app/ui/layout/entry-page.tsx'
import { MailedNote } from '#app/ui/layout/mailed-note.tsx'
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
  const { studio, next, sentTo, sentBy, devTools } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>() as PageFormAnswer | undefined
  return (
    <EntryPage studio={studio}>
      <CodeForm
        answer={answer}
        sentTo={sentTo}
        title={sentBy === 'mail' ? 'Check your mail' : 'Type your code'}
        intro={
          <p>
            {sentTo
              ? `If there is an account for ${sentTo}, a code is on its way.`
              : 'Type the code we have sent you.'}
            {sentBy === 'mail' && ' The link in the mail does the same.'}
          </p>
        }
        button="Sign in"
      />
      <MailedNote devTools={devTools}>
        Nothing came? Look among the spam, or{' '}
        <a href={paths.signIn({ next, studio: studio?.slug })}>ask again after a minute</a>. With no
        account yet, <a href={paths.signUp({ next, studio: studio?.slug })}>create one</a>.
      </MailedNote>
    </EntryPage>
  )
}
