import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { exportTree } from '#app/domain/skills/move-tree.server.ts'
import { treePage } from '#app/domain/skills/tree-page.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'

/** A discipline’s tree as a file that the import reads. */
export async function loader({ context }: LoaderFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'skills:write')
  const asked = app.url.searchParams.get('discipline')?.slice(0, 40) ?? ''
  const { discipline } = await treePage(ctx, { discipline: asked, person: '' })
  const file = discipline && (await exportTree(ctx, discipline.id))
  if (!file) throw notFound()
  const name = `skills-${file.discipline.toLowerCase().replace(/[^a-z0-9]+/g, '-')}`
  return new Response(`${JSON.stringify(file, null, 2)}\n`, {
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Disposition': `attachment; filename="${name}.json"`,
    },
  })
}
