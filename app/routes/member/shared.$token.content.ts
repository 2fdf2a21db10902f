import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { openShare } from '#app/domain/files/folders-and-links.server.ts'
import { storedFileAnswer } from '#app/http/downloads/stored-file.server.ts'
import { viewStudio } from '#app/http/guards.server.ts'

/** The bytes that a share link opens, counted; 404 once it has ended. */
export async function loader({ context, params }: LoaderFunctionArgs) {
  const { app, ctx } = await viewStudio(context)
  return storedFileAnswer(app.env.MEDIA, await openShare(ctx, params.token ?? ''))
}
