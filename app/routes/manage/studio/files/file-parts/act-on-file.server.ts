import { type AppLoadContext, redirect } from '@remix-run/cloudflare'
import { findFile } from '#app/domain/files/file-queries.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { refusalPage } from '#app/http/refusal-page.server.ts'
import { paths } from '#app/paths.ts'

/** There is nothing to see at an act's address: the file's page has the button. */
export async function toFile(context: AppLoadContext, fileId: string | undefined) {
  const { ctx, viewer } = await requirePermission(context, 'library:write')
  if (!(await findFile(ctx, viewer.role, fileId ?? ''))) throw notFound()
  return redirect(paths.manageFile(ctx.studio, fileId ?? ''), 303)
}

/** Who acts on a file that they can see, and the way back to it with words: what was done, or why not. */
export async function actOnFile(context: AppLoadContext, fileId = '') {
  const { app, ctx, viewer } = await requirePermission(context, 'library:write')
  const found = await findFile(ctx, viewer.role, fileId)
  const page = paths.manageFile(ctx.studio, fileId)
  const back = (words: string) => redirectWithFlash(app, page, words)
  const no = (code: string, words: string) => refusalPage(code, words, page)
  return { app, ctx, found, back, no }
}
