import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { keptAnswer } from '#app/http/public-pages/look-picture.server.ts'
import { encodePng, iconFile } from '#app/values/drawing/png.ts'
import { houseLook, iconPicture } from '#app/values/drawing/studio-picture.ts'

const side = 32

/** For who asks by the name alone: pages bring an icon of their own. */
export async function loader({ context: { app } }: LoaderFunctionArgs) {
  const answer = await keptAnswer(app, 'favicon', async () =>
    iconFile(await encodePng(iconPicture(houseLook, side)), side),
  )
  answer.headers.set('Content-Type', 'image/x-icon')
  return answer
}
