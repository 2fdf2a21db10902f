import {
  type ActionFunctionArgs,
  json,
  type LoaderFunctionArgs,
  redirect,
} from '@remix-run/cloudflare'
import type { Permission } from '#app/domain/scope/permissions.ts'
import { imageBucket } from '#app/domain/storage/buckets.ts'
import { imageUrl } from '#app/domain/storage/image.ts'
import { keptImage, keptName, keptPath, portraitOf } from '#app/domain/storage/kept-image.ts'
import { readPosted } from '#app/http/form.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { portraitsOf } from '#app/http/portraits.server.ts'
import { postedText, settlePicture } from '#app/http/posted-picks.server.ts'
import { paths } from '#app/paths.ts'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle = { answersData: true } satisfies PageHandle

/** Who may store pictures of a kind: anyone who may write what they are of. */
const folders = {
  brand: 'settings:write',
  classes: 'schedule:write',
  people: 'people:write',
  staff: 'work:own',
} as const satisfies Record<string, Permission>

const folderOf = (name = '') =>
  Object.hasOwn(folders, name) ? (name as keyof typeof folders) : null

/**
 * Stores the picture that a picker chose and answers where it lies (specification 3), or the
 * sentence of a refusal.
 */
export async function action({ context, request, params }: ActionFunctionArgs) {
  const folder = folderOf(params.folder)
  const { app, ctx } = await requirePermission(context, folder ? folders[folder] : 'manage:read')
  if (!folder) throw notFound()
  const posted = await readPosted(request, { megabytes: 20 })
  const bucket = postedText(posted, 'bucket') || imageBucket
  const file = posted.get('file') as File | string | null
  if (bucket !== imageBucket || !(file instanceof File)) {
    return json({ error: 'Choose a picture.' }, { status: 422 })
  }
  posted.set('pictureFile', file)
  const refusal = await settlePicture(app, ctx, posted, { name: 'picture', folder })
  const kept = postedText(posted, 'picture')
  const image = keptImage(kept)
  if (refusal || !image) {
    console.error(`A picture for ${folder} was refused: ${refusal}`)
    return json({ error: refusal ?? 'Choose a picture.' }, { status: 422 })
  }
  const path = keptPath(kept)
  const name = keptName(kept)
  const url =
    folder === 'people'
      ? portraitOf(portraitsOf(app)(kept), { large: true })
      : imageUrl(image, { width: 160, height: 160 })
  return json({
    image: {
      folder: path.slice(0, -name.length - 1),
      bucket: image.bucket,
      name,
      path,
      url,
      alt: '',
    },
  })
}

/** Where a form that stores pictures may stand: for anyone who comes back from signing in. */
export async function loader({ context, params }: LoaderFunctionArgs) {
  const { ctx } = await requirePermission(context, 'manage:read')
  if (!folderOf(params.folder)) throw notFound()
  return redirect(paths.manage(ctx.studio), 303)
}
