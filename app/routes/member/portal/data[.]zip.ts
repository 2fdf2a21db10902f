import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { exportPerson } from '#app/domain/exports/export-person.server.ts'
import { portalRules } from '#app/domain/scope/portal-rules.ts'
import { zipStreamAnswer } from '#app/http/downloads/zip.server.ts'
import { requireMember } from '#app/http/guards.server.ts'

/** Everything the studio keeps of the person who asks, as one archive. */
export async function loader({ context }: LoaderFunctionArgs) {
  const { app, ctx } = await requireMember(context)
  const result = await exportPerson(ctx, app.directory)
  if (result.ok) return zipStreamAnswer(`my-data-${ctx.studio.slug}`, result.files)
  const text = { 'Content-Type': 'text/plain; charset=utf-8' }
  throw result.reason === 'ask_studio'
    ? new Response(portalRules.download_data.off, { status: 403, headers: text })
    : new Response('You have downloaded your data several times. Try again in an hour.', {
        status: 429,
        headers: text,
      })
}
