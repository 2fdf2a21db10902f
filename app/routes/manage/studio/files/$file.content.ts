import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { findStored } from '#app/domain/files/file-queries.server.ts'
import { storedFileAnswer } from '#app/http/downloads/stored-file.server.ts'
import { requirePermission } from '#app/http/guards.server.ts'

/** The bytes of a file: the newest version, or `?version=`. */
export async function loader({ context, params }: LoaderFunctionArgs) {
  const { app, ctx, viewer } = await requirePermission(context, 'library:read')
  const asked = Number(app.url.searchParams.get('version'))
  const number = Number.isInteger(asked) && asked > 0 && asked < 100_000 ? asked : null
  const file = await findStored(ctx, viewer.role, params.file ?? '', number)
  return storedFileAnswer(app.env.MEDIA, file)
}
