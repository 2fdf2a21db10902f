import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { lookPicture } from '#app/http/public-pages/look-picture.server.ts'
import { houseLook } from '#app/values/drawing/studio-picture.ts'

/** Pictures of the house itself. */
export const loader = ({ context: { app }, params }: LoaderFunctionArgs) =>
  lookPicture(app, params.file, houseLook)
