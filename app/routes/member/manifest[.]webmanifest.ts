import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { startPath } from '#app/domain/scope/menu.ts'
import { viewStudio } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { surfaces } from '#app/values/colour.ts'
import { lookKey } from '#app/values/drawing/look-key.ts'
import { studioColours } from '#app/values/drawing/studio-picture.ts'

/** The studio as an app on a phone: its name, its mark, and where its members begin. */
export async function loader({ context }: LoaderFunctionArgs) {
  const { ctx } = await viewStudio(context)
  const { studio } = ctx
  const icon = (side: number) => ({
    src: paths.look(studio, `icon-${side}.png`, lookKey(studio)),
    sizes: `${side}x${side}`,
    type: 'image/png',
  })
  const manifest = {
    id: paths.studio(studio),
    name: studio.name,
    start_url: startPath(studio),
    scope: paths.studio(studio),
    display: 'minimal-ui',
    theme_color: studioColours(studio).accent,
    background_color: surfaces.light,
    icons: [icon(192), icon(512)],
  }
  return new Response(JSON.stringify(manifest), {
    headers: {
      'Content-Type': 'application/manifest+json',
      'Cache-Control': 'public, max-age=3600',
    },
  })
}
