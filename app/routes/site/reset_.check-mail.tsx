import type { MetaFunction } from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import { paths } from '#app/paths.ts'
import { DoorPage } from '#app/ui/layout/door-page.tsx'
import { MailedNote } from '#app/ui/layout/mailed-note.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { pageTitle } from '#app/ui/page-title.ts'
import { loader } from './sign-up_.check-mail.tsx'

export { loader }

export const meta: MetaFunction = (args) => pageTitle('Check your mail', args)

export const handle = { styles: ['door'] } satisfies PageHandle

export default function ResetMailed() {
  const { studio, devTools } = useLoaderData<typeof loader>()
  return (
    <DoorPage studio={studio}>
      <h1>Check your mail</h1>
      <p>If there is an account with this address, a link to set a new password is on its way. It works for an hour.</p>
      <MailedNote devTools={devTools}>
        No mail? Look among the spam, or <a href={paths.reset({ studio: studio?.slug })}>ask again after a minute</a>.
        With no account yet, <a href={paths.signUp({ studio: studio?.slug })}>create one</a>.
      </MailedNote>
    </DoorPage>
  )
}
