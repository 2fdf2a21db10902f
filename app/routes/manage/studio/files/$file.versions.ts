import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/cloudflare'
import { fileRefusals } from '#app/domain/files/file-words.ts'
import { largestFileMb } from '#app/domain/files/judge-file.ts'
import { addVersion } from '#app/domain/files/save-file.server.ts'
import { notFound } from '#app/http/guards.server.ts'
import { mediaOf, readUpload } from '#app/http/upload.server.ts'
import { actOnFile, toFile } from './file-parts/act-on-file.server.ts'

export const loader = ({ context, params }: LoaderFunctionArgs) => toFile(context, params.file)

/** Puts newer bytes in a file: 303 to it, 422 with why not. */
export async function action({ context, request, params }: ActionFunctionArgs) {
  const { app, ctx, found, back, no } = await actOnFile(context, params.file)
  if (!found) throw notFound()
  const { files } = await readUpload(request, largestFileMb + 1)
  const [sent] = files
  if (!sent) throw no('no_file', fileRefusals.no_file)
  const result = await addVersion(mediaOf(app, ctx), found.file.id, sent)
  if (result.ok)
    return back(result.again ? 'It is the same file: no new version.' : 'The new version is kept.')
  if (result.reason === 'not_found' || result.reason === 'changed') throw notFound()
  throw no(result.reason, fileRefusals[result.reason])
}
