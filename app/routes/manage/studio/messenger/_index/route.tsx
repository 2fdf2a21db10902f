import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import { pageTitle } from '#app/ui/page-title.ts'
import { InboxFrame, NothingOpen } from '../inbox-parts/inbox-frame.tsx'
import { loadInbox } from '../inbox-parts/inbox-loader.server.ts'

export const meta: MetaFunction = ({ matches }) => pageTitle('Messages', { matches })

export const loader = ({ context }: LoaderFunctionArgs) => loadInbox(context, null)

export default function Messenger() {
  const inbox = useLoaderData<typeof loader>()
  return (
    <>
      <h1 className="vh">Messages</h1>
      <InboxFrame inbox={inbox}>
        <NothingOpen />
      </InboxFrame>
    </>
  )
}
