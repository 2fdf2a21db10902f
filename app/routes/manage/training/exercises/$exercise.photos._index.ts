import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/cloudflare'
import { imageRefusalWords } from '#app/domain/storage/image-header.ts'
import { findExercise } from '#app/domain/training/exercise-queries.server.ts'
import { photoOrigin } from '#app/domain/training/photo-origin.ts'
import { storePhoto } from '#app/domain/training/store-photo.server.ts'
import { plainWords } from '#app/http/field-rules.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { refusalPage } from '#app/http/refusal-page.server.ts'
import { mediaOf, readUpload } from '#app/http/upload.server.ts'
import { paths } from '#app/paths.ts'
import { count } from '#app/values/wording.ts'

/** Adds photos to an exercise. What is no photo is left out and said. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'training:write')
  const exercise = await findExercise(ctx, params.exercise ?? '')
  if (!exercise) throw notFound()
  const { fields, files } = await readUpload(request, 40)
  const back = paths.manageExercise(ctx.studio, exercise.id)
  if (files.length === 0) throw refusalPage('photo_missing', 'Choose at least one photo.', back)
  const said = photoOrigin.safeParse(fields, { error: plainWords })
  if (!said.success) throw refusalPage('too_long', said.error.issues[0]?.message ?? '', back)
  const about = { ...said.data, alt: said.data.alt || exercise.name, licence: '' }
  let stored = 0
  const refusals: string[] = []
  for (const { name, bytes } of files) {
    const result = await storePhoto(mediaOf(app, ctx), exercise.id, { bytes, ...about })
    if (!result.ok) {
      if (result.reason === 'not_found') throw notFound()
      refusals.push(`${name}: ${imageRefusalWords[result.reason]}`)
    } else if (result.outcome === 'already_there') refusals.push(`${name}: It’s already there.`)
    else stored += 1
  }
  const message = [stored > 0 && `${count(stored, 'photo')} added.`, ...refusals.slice(0, 3)]
    .filter(Boolean)
    .join(' ')
  if (stored === 0 && refusals.length > 0) throw refusalPage('photos_refused', message, back)
  return redirectWithFlash(app, back, message, refusals.length === 0 ? 'good' : 'warn')
}

/** Where the form stands: for anyone who comes back from signing in. */
export async function loader({ params, context }: LoaderFunctionArgs) {
  const { ctx } = await requirePermission(context, 'training:write')
  return redirect(paths.manageExercise(ctx.studio, params.exercise ?? ''), 303)
}
