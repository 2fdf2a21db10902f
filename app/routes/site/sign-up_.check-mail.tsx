import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import { errandOf } from '#app/http/after-sign-in.server.ts'
import { paths } from '#app/paths.ts'
import { DoorPage } from '#app/ui/layout/door-page.tsx'
import { MailedNote } from '#app/ui/layout/mailed-note.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { pageTitle } from '#app/ui/page-title.ts'

export const meta: MetaFunction = (args) => pageTitle('Check your mail', args)

export const handle = { styles: ['door'] } satisfies PageHandle

export async function loader({ context: { app } }: LoaderFunctionArgs) {
  const { studio } = await errandOf(app)
  return { studio: studio && { slug: studio.slug, name: studio.name }, devTools: app.devTools }
}

export default function SignUpMailed() {
  const { studio, devTools } = useLoaderData<typeof loader>()
  return (
    <DoorPage studio={studio}>
      <h1>Check your mail</h1>
      <p>We have sent you a link. Open it and press the button to confirm your address. It works for an hour.</p>
      <MailedNote devTools={devTools}>
        No mail? Look among the spam, or{' '}
        <a href={paths.signUp({ studio: studio?.slug })}>sign up again after a minute</a>. If you had an account with
        this address already, <a href={paths.signIn({ studio: studio?.slug })}>sign in</a> or{' '}
        <a href={paths.reset({ studio: studio?.slug })}>set a new password</a>.
      </MailedNote>
    </DoorPage>
  )
}
