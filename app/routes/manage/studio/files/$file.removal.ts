import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/cloudflare'
import { fileRefusals } from '#app/domain/files/file-words.ts'
import { removeFile } from '#app/domain/files/save-file.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { notFound } from '#app/http/guards.server.ts'
import { refusalPage } from '#app/http/refusal-page.server.ts'
import { paths } from '#app/paths.ts'
import { actOnFile, toFile } from './file-parts/act-on-file.server.ts'

export const loader = ({ context, params }: LoaderFunctionArgs) => toFile(context, params.file)

/** Deletes a file: 303 to the others. Nothing signed is ever deleted: 422 with why. */
export async function action({ context, params }: ActionFunctionArgs) {
  const { app, ctx, found, no } = await actOnFile(context, params.file)
  const list = paths.manageFiles(ctx.studio)
  // What the role can't see it can't delete; a signature has no file, and is refused with a sentence.
  const result = await removeFile(ctx, params.file ?? '')
  if (result.ok)
    return redirectWithFlash(app, list, `${found?.file.name ?? 'The file'} is deleted.`)
  if (result.reason === 'not_found') throw notFound()
  throw found ? no('signed', fileRefusals.signed) : refusalPage('signed', fileRefusals.signed, list)
}
