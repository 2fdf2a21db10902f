import { json, type LoaderFunctionArgs } from '@remix-run/cloudflare'
import { loadStatus } from '#app/http/public-pages/status.server.ts'

/** The page of the same name for a monitor. */
export async function loader({ context: { app } }: LoaderFunctionArgs) {
  const { status, init } = await loadStatus(app)
  return json(status, init)
}
