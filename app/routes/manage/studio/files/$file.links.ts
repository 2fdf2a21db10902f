import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/cloudflare'
import type { FileLinkKind } from '#app/db/studio/day/files-words.ts'
import { attachForm } from '#app/domain/files/file-form.ts'
import { attachFile, detachFile } from '#app/domain/files/folders-and-links.server.ts'
import { parseForm } from '#app/http/form.server.ts'
import { notFound } from '#app/http/guards.server.ts'
import { actOnFile, toFile } from './file-parts/act-on-file.server.ts'

export const loader = ({ context, params }: LoaderFunctionArgs) => toFile(context, params.file)

/** Attaches a file to a class or course, or takes it off: 303 to the file. */
export async function action({ context, request, params }: ActionFunctionArgs) {
  const { ctx, found, back, no } = await actOnFile(context, params.file)
  const submission = await parseForm(request, attachForm)
  if (!found) throw notFound()
  if (submission.status !== 'success') throw no('nothing_chosen', 'Choose a class or course.')
  const { act, what } = submission.value
  const [kind = '', ref = ''] = what.split(':')
  const to = { kind: kind as FileLinkKind, ref }
  if (act === 'detach') {
    await detachFile(ctx, found.file.id, to)
    return back('Taken off.')
  }
  if (!(await attachFile(ctx, found.file.id, to))) throw notFound()
  return back('Attached.')
}
