import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import type { ClientActionFunctionArgs, ClientLoaderFunctionArgs } from '@remix-run/react'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { leaveFor, sendFormTo } from '#app/ui/staff/leave-section.ts'

/** Whatever the manage area has no page for, so that its 404 is in the staff's frame. */
export async function loader({ context }: LoaderFunctionArgs) {
  await requirePermission(context, 'manage:read')
  throw notFound()
}

export const action = loader

/** A browser knows the pages of its own section: all others match this route, and are documents. */
export const clientLoader = ({ request }: ClientLoaderFunctionArgs) => leaveFor(request.url)

export const clientAction = ({ request }: ClientActionFunctionArgs) => sendFormTo(request)

export default function NoPage() {
  return null
}
