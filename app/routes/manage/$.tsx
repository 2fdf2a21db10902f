import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { notFound, requirePermission } from '#app/http/guards.server.ts'

/** Whatever the manage area has no page for, so that its 404 is in the staff's frame. */
export async function loader({ context }: LoaderFunctionArgs) {
  await requirePermission(context, 'manage:read')
  throw notFound()
}

export const action = loader

export default function NoPage() {
  return null
}
