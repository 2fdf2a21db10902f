import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from '@remix-run/cloudflare'
import { useActionData, useLoaderData } from '@remix-run/react'
import { shownAddress } from '#app/domain/identity/address-field.ts'
import { errandOf, pathOfVisitor } from '#app/http/after-sign-in.server.ts'
import { codeAddressOf } from '#app/http/code-address.server.ts'
import { signInByCode } from '#app/http/code-sign-in.server.ts'
import { paths } from '#app/paths.ts'
import { CodeForm } from '#app/ui/account/code-form.tsx'
import type { PageFormAnswer } from '#app/ui/form/page-form.ts'
import { DoorPage } from '#app/ui/layout/door-page.tsx'
import { MailedNote } from '#app/ui/layout/mailed-note.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { pageTitle } from '#app/ui/page-title.ts'

export const meta: MetaFunction = (args) => pageTitle('Type your code', args)

export const handle = { styles: ['form', 'door'] } satisfies PageHandle

export async function loader({ context: { app } }: LoaderFunctionArgs) {
  const elsewhere = await pathOfVisitor(app)
  if (elsewhere) throw redirect(elsewhere, 303)
  const { next, studio } = await errandOf(app)
  const address = codeAddressOf(app)
  return {
    studio: studio && { slug: studio.slug, name: studio.name },
    next: next ?? undefined,
    sentTo: address && shownAddress(address),
    byMail: address !== null && 'email' in address,
    devTools: app.devTools,
  }
}

export async function action({ request, context: { app } }: ActionFunctionArgs) {
  return signInByCode(app, request, { joining: false })
}

export default function SignInCode() {
  const { studio, next, sentTo, byMail, devTools } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>() as PageFormAnswer | undefined
  return (
    <DoorPage studio={studio}>
      <CodeForm
        answer={answer}
        sentTo={sentTo}
        title={byMail ? 'Check your mail' : 'Type your code'}
        intro={
          <p>
            {sentTo ? `If there is an account for ${sentTo}, a code is on its way.` : 'Type the code we have sent you.'}
            {byMail && ' The link in the mail does the same.'}
          </p>
        }
        button="Sign in"
      />
      <MailedNote devTools={devTools}>
        Nothing came? Look among the spam, or{' '}
        <a href={paths.signIn({ next, studio: studio?.slug })}>ask again after a minute</a>. With no account yet,{' '}
        <a href={paths.signUp({ next, studio: studio?.slug })}>create one</a>.
      </MailedNote>
    </DoorPage>
  )
}
