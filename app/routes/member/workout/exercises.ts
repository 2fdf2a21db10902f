import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { exercisesToLog } from '#app/domain/training-log/session/exercises-to-log.server.ts'
import { requireMember } from '#app/http/guards.server.ts'

/** Exercises for the page of an open workout, as JSON: by words, or instead of another one. */
export async function loader({ context }: LoaderFunctionArgs) {
  const { app, ctx } = await requireMember(context)
  const asked = (name: string) => (app.url.searchParams.get(name) ?? '').slice(0, 60)
  const exercises = await exercisesToLog(ctx, {
    q: asked('q'),
    instead: asked('instead'),
    why: asked('why'),
  })
  return Response.json({ exercises })
}
