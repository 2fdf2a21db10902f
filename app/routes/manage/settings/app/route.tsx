import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { useActionData, useLoaderData } from '@remix-run/react'
import { shownTabs, tabNames } from '#app/domain/scope/menu.ts'
import { changeLook, lookVersion } from '#app/domain/studios/brand/change-look.server.ts'
import { lookForm } from '#app/domain/studios/brand/look-form.ts'
import { colourOfStudio } from '#app/domain/studios/brand/suggested-colours.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import {
  changedMeanwhile,
  invalid,
  parsePosted,
  readPosted,
  shownAgain,
} from '#app/http/form.server.ts'
import { requirePermission } from '#app/http/guards.server.ts'
import { postedText, settleColour, settlePicture } from '#app/http/posted-picks.server.ts'
import { paths } from '#app/paths.ts'
import type { PageFormAnswer } from '#app/ui/form/form-answer.ts'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { pageTitle } from '#app/ui/page-title.ts'
import { newId } from '#app/values/id.ts'
import { LookPage } from './look-page.tsx'
import { viewerOf } from './viewers.ts'

export const handle = { styles: ['staff-look'] } satisfies PageHandle

export const meta: MetaFunction = ({ matches }) => pageTitle('App', { matches })

export async function loader({ context }: LoaderFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'settings:write')
  const { slug, name, logo } = ctx.studio
  return {
    rules: fieldRules(lookForm),
    studio: { slug, name },
    as: viewerOf(app.url.searchParams.get('as')),
    values: { colour: colourOfStudio(ctx.studio), logo, key: newId() },
    version: lookVersion(ctx.studio),
    tabs: shownTabs(ctx.studio).map((key) => tabNames[key]),
  }
}

/** Saves the look: 303, or 422 beside the field. Its Preview shows the form again and saves nothing. */
export async function action({ context, request }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'settings:write')
  const posted = await readPosted(request, { megabytes: 20 })
  settleColour(posted, 'colour')
  const wrongLogo = await settlePicture(app, ctx, posted, { name: 'logo', folder: 'brand' })
  const submission = parsePosted(posted, lookForm)
  const wrong = wrongLogo ? { logo: [wrongLogo] } : undefined
  if (submission.status !== 'success' || wrong) return invalid(submission, wrong)
  if (postedText(posted, 'do') === 'preview') return shownAgain(submission, {})
  const result = await changeLook(ctx, app.directory, submission.value)
  if (!result.ok) return changedMeanwhile(submission, result.reason)
  return redirectWithFlash(
    app,
    paths.manageApp(ctx.studio),
    'Saved. Everyone sees the new look within a minute.',
  )
}

export default function AppSettings() {
  const data = useLoaderData<typeof loader>()
  const answer = useActionData() as PageFormAnswer | undefined
  return <LookPage {...data} answer={answer} />
}
