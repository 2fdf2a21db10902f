import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/cloudflare'
import { keepFavourite } from '#app/domain/training/keep-favourite.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { readPosted } from '#app/http/form.server.ts'
import { notFound, requireBooker } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'

/** Keeps an exercise at hand, or no longer: `keep` is `on` or empty. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const { app, ctx } = await requireBooker(context)
  const form = await readPosted(request)
  const keep = form.get('keep') === 'on'
  const exerciseId = params.exercise ?? ''
  if (!(await keepFavourite(ctx, exerciseId, keep))) throw notFound()
  const message = keep ? 'Added to favourites.' : 'Removed from favourites.'
  return redirectWithFlash(app, paths.exercise(ctx.studio, exerciseId), message)
}

/** Where the form stands: for anyone who comes back from signing in. */
export async function loader({ params, context }: LoaderFunctionArgs) {
  const { ctx } = await requireBooker(context)
  return redirect(paths.exercise(ctx.studio, params.exercise ?? ''), 303)
}
