import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/cloudflare'
import { fileRefusals } from '#app/domain/files/file-words.ts'
import { largestFileMb } from '#app/domain/files/judge-file.ts'
import { addVersion } from '#app/domain/files/save-file.server.ts'
import { notFound } from '#app/http/guards.server.ts'
import { mediaOf, readUpload } from '#app/http/upload.server.ts'
import { actOnFile, toFile } from './file-parts/act-on-file.server.ts'

export const loader = ({ context, params }: LoaderFunctionArgs) => toFile(context, params.file)

/** Puts newer bytes in a file: 303 to it, with why not where it is refused. */
export async function action({ context, request, params }: ActionFunctionArgs) {
  const { app, ctx, found, back } = await actOnFile(context, params.file)
  if (!found) throw notFound()
  const { files } = await readUpload(request, largestFileMb + 1)
  const [sent] = files
  if (!sent) return back(fileRefusals.no_file, 'warn')
  const result = await addVersion(mediaOf(app, ctx), found.file.id, sent)
  if (result.ok)
    return back(result.again ? 'It is the same file: no new version.' : 'The new version is kept.')
  if (result.reason === 'not_found' || result.reason === 'changed') throw notFound()
  return back(fileRefusals[result.reason], 'warn')
}
