import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/cloudflare'
import { shareForm } from '#app/domain/files/file-form.ts'
import { endShare, shareFile } from '#app/domain/files/folders-and-links.server.ts'
import { parsePosted, readPosted } from '#app/http/form.server.ts'
import { notFound } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { dayShortTime } from '#app/values/wording.ts'
import { wallTime } from '#app/values/zone.ts'
import { actOnFile, toFile } from './file-parts/act-on-file.server.ts'

export const loader = ({ context, params }: LoaderFunctionArgs) => toFile(context, params.file)

/** Makes a share link, which is shown once, or with `end` ends one: 303 to the file. */
export async function action({ context, request, params }: ActionFunctionArgs) {
  const { app, ctx, found, back, no } = await actOnFile(context, params.file)
  if (!found) throw notFound()
  const posted = await readPosted(request)
  const end = posted.get('end')
  if (typeof end === 'string') {
    await endShare(ctx, found.file.id, end)
    return back('The link no longer works.')
  }
  const submission = parsePosted(posted, shareForm)
  if (submission.status !== 'success') throw no('days', 'Choose how long it works.')
  const shared = await shareFile(ctx, found.file.id, submission.value.days)
  if (!shared) throw notFound()
  const { timeZone, locale } = ctx.studio
  const until = dayShortTime(wallTime(shared.expiresAt, timeZone), locale)
  const address = `${app.origin}${paths.sharedFile(ctx.studio, shared.token)}`
  return back(`Copy the link now, it is shown once: ${address} It works until ${until}.`)
}
