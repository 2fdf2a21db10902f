import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import * as z from 'zod'
import { giveUpSetup } from '#app/domain/onboarding/give-up-setup.server.ts'
import { findOpenSetup } from '#app/domain/onboarding/setup-queries.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { parseForm } from '#app/http/form.server.ts'
import { notFound, requireVisitor } from '#app/http/guards.server.ts'
import { refusalPage } from '#app/http/refusal-page.server.ts'
import { paths } from '#app/paths.ts'
import { HiddenFields, SubmitButton } from '#app/ui/form/buttons.tsx'
import { EntryPage } from '#app/ui/layout/entry-page.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { pageTitle } from '#app/ui/page-title.ts'

export const meta: MetaFunction = (args) => pageTitle('Delete this setup', args)

export const handle = { styles: ['form', 'entry', 'button'] } satisfies PageHandle

const fields = z.object({ setup: z.string().max(40) })

export async function loader({ context }: LoaderFunctionArgs) {
  const { app, visitor } = await requireVisitor(context)
  const draft = await findOpenSetup(app.directory, visitor.userId)
  if (!draft) throw redirect(paths.welcome(), 303)
  if (draft.state === 'publishing') throw redirect(paths.setupStep('publish'), 303)
  const { id, name, slug } = draft.studio
  return { studio: { id, name, slug }, host: app.url.host }
}

/** Gives the studio up: 303 to the three ways. The page pressed twice says the same. */
export async function action({ request, context }: ActionFunctionArgs) {
  const { app, visitor } = await requireVisitor(context)
  const submission = await parseForm(request, fields)
  if (submission.status !== 'success') throw notFound()
  const result = await giveUpSetup(app.directory, visitor, submission.value.setup)
  if (!result.ok)
    throw refusalPage(
      result.reason,
      'Your studio is already being opened.',
      paths.setupStep('publish'),
    )
  return redirectWithFlash(app, paths.welcome(), 'Setup deleted. Its address is free again.')
}

export default function GiveUp() {
  const { studio, host } = useLoaderData<typeof loader>()
  return (
    <EntryPage studio={null}>
      <h1>Give up {studio.name}?</h1>
      <p>
        This deletes all your answers, and others can use {host}/{studio.slug}. You can’t undo this.
      </p>
      <form method="post" className="stack wide-gap">
        <HiddenFields values={{ setup: studio.id }} />
        <SubmitButton>Give up {studio.name}</SubmitButton>
      </form>
      <p>
        <a href={paths.startStudio()}>Cancel</a>
      </p>
    </EntryPage>
  )
}
