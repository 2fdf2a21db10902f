import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import { workoutPage } from '#app/domain/overview/training/workout-page.server.ts'
import { workoutPlace } from '#app/http/choices/workout-place.server.ts'
import { notFound, requireMember } from '#app/http/guards.server.ts'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { pageTitle } from '#app/ui/page-title.ts'
import { newId } from '#app/values/id.ts'
import { Preview } from './preview.tsx'
import { Review } from './review.tsx'

export const handle = {
  styles: ['back-link', 'lines', 'next', 'button', 'form', 'pick', 'say', 'log'],
} satisfies PageHandle

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageTitle(data?.review?.title ?? data?.preview?.name ?? 'Workout', { matches })

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { app, ctx, viewer } = await requireMember(context)
  const page = await workoutPage(ctx, viewer, params.workout ?? '')
  if (!page) throw notFound()
  const place = workoutPlace(app, ctx.studio)
  const { slug, name } = ctx.studio
  return { ...page, place, key: newId(), studio: { slug, name } }
}

export default function Workout() {
  const { studio, place, key, open, preview, review } = useLoaderData<typeof loader>()
  return (
    <main id="main" className="two workouts">
      <div className="full stack">
        <BackLink to={place.to}>{place.label}</BackLink>
      </div>
      {preview && (
        <Preview
          studio={studio}
          preview={preview}
          startKey={key}
          occurrence={place.occurrence}
          open={open}
        />
      )}
      {review && <Review studio={studio} review={review} startKey={key} open={open} />}
    </main>
  )
}
