import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { viewStudio } from '#app/http/guards.server.ts'
import { lookPicture } from '#app/http/public-pages/look-picture.server.ts'

/** Pictures of the studio, for who shares its links and who keeps it on a phone. */
export async function loader({ context, params }: LoaderFunctionArgs) {
  const { app, ctx } = await viewStudio(context)
  const { name, hue, chroma } = ctx.studio
  return lookPicture(app, params.file, { name, colour: { hue, chroma } })
}
