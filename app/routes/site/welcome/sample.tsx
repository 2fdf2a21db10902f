import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import * as z from 'zod'
import { fillSampleData } from '#app/domain/onboarding/fill-sample-data.server.ts'
import { findSample } from '#app/domain/onboarding/sample-page.server.ts'
import { wipeSampleData } from '#app/domain/onboarding/wipe-sample-data.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { invalid, parseForm } from '#app/http/form.server.ts'
import { requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { HiddenFields, SubmitButton } from '#app/ui/form/buttons.tsx'
import { EntryPage } from '#app/ui/layout/entry-page.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { pageTitle } from '#app/ui/page-title.ts'
import { count } from '#app/values/wording.ts'

export const meta: MetaFunction = (args) => pageTitle('Sample data', args)

export const handle = { styles: ['form', 'entry', 'button'] } satisfies PageHandle

const fields = z.object({ act: z.enum(['fill', 'wipe'], { error: 'Choose what to do' }) })

export async function loader({ context }: LoaderFunctionArgs) {
  const { ctx } = await requirePermission(context, 'settings:write')
  const { people, bookings, realPeople, realBookings } = await findSample(ctx)
  return {
    studio: { slug: ctx.studio.slug, name: ctx.studio.name },
    people,
    bookings,
    realPeople,
    realBookings,
  }
}

export async function action({ request, context }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'settings:write')
  const submission = await parseForm(request, fields)
  if (submission.status !== 'success') return invalid(submission)
  if (submission.value.act === 'wipe') {
    const { people } = await wipeSampleData(ctx)
    const gone =
      people > 0
        ? `${count(people, 'made-up member')} and their bookings are removed.`
        : 'There was no sample data to remove.'
    return redirectWithFlash(app, paths.sampleData(ctx.studio), gone)
  }
  const { people, bookings } = await fillSampleData(ctx)
  const there =
    people > 0
      ? `${count(people, 'made-up member')} and ${count(bookings, 'booking')} are added.`
      : 'The sample data was already there.'
  return redirectWithFlash(app, paths.sampleData(ctx.studio), there)
}

export default function SampleData() {
  const { studio, people, bookings, realPeople, realBookings } = useLoaderData<typeof loader>()
  return (
    <EntryPage studio={studio}>
      <h1>Sample data</h1>
      {people > 0 ? (
        <>
          <p>
            {count(people, 'made-up member')} with {count(bookings, 'booking')}{' '}
            {people === 1 ? 'is' : 'are'} in your studio. Removing them also removes their bookings
            and credits.
          </p>
          <p>
            Real people stay: {count(realPeople, 'member')} with {count(realBookings, 'booking')}.
          </p>
        </>
      ) : (
        <p>
          Look around with 12 made-up members and two weeks of bookings. About half of each class
          stays free for real people, no emails are sent, and you can remove them at any time.
        </p>
      )}
      <form method="post" className="stack wide-gap">
        <HiddenFields values={{ act: people > 0 ? 'wipe' : 'fill' }} />
        <SubmitButton>{people > 0 ? 'Remove sample data' : 'Add sample data'}</SubmitButton>
      </form>
    </EntryPage>
  )
}
