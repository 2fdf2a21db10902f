import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { findMyStored } from '#app/domain/files/file-queries.server.ts'
import { storedFileAnswer } from '#app/http/downloads/stored-file.server.ts'
import { requireMember } from '#app/http/guards.server.ts'

/** The bytes of a file that the studio shares with the reader; 404 for any other. */
export async function loader({ context, params }: LoaderFunctionArgs) {
  const { app, ctx, viewer } = await requireMember(context)
  return storedFileAnswer(
    app.env.MEDIA,
    await findMyStored(ctx, viewer.personId, params.file ?? ''),
  )
}
