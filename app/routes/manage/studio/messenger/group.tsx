import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/cloudflare'
import { Form, useLoaderData } from '@remix-run/react'
import {
  beginGroup,
  findGroup,
  groupSubjectOf,
} from '#app/domain/conversations/begin-group.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { pageTitle } from '#app/ui/page-title.ts'

export const meta: MetaFunction = ({ matches }) => pageTitle('Group messages', { matches })

/** The group where there is one already; else what beginning it does. */
export async function loader({ context }: LoaderFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'messages:write')
  const asked = app.url.searchParams.get('class')
  if (asked === null) return redirect(paths.manageMessenger(ctx.studio), 303)
  const subject = await groupSubjectOf(ctx, asked)
  if (!subject) throw notFound()
  const { kind, id } = subject
  const found = await findGroup(ctx, kind, id)
  if (!found) throw notFound()
  if (found.conversationId)
    return redirect(paths.manageConversation(ctx.studio, found.conversationId), 303)
  return { studio: { slug: ctx.studio.slug }, name: found.name }
}

/** Begins the group: 303 to it. */
export async function action({ context }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'messages:write')
  const subject = await groupSubjectOf(ctx, app.url.searchParams.get('class') ?? '')
  if (!subject) throw notFound()
  const { kind, id } = subject
  const conversationId = await beginGroup(ctx, kind, id)
  if (!conversationId) throw notFound()
  return redirect(paths.manageConversation(ctx.studio, conversationId), 303)
}

export default function Group() {
  const { studio, name } = useLoaderData<typeof loader>() as {
    studio: { slug: string }
    name: string
  }
  return (
    <>
      <BackLink to={paths.manageMessenger(studio)}>Messages</BackLink>
      <PageHead
        title={`Group messages of ${name}`}
        intro="Everyone booked or enrolled can read and write there, and so can staff."
      />
      <Form method="post">
        <button type="submit" className="button primary">
          Start the group
        </button>
      </Form>
    </>
  )
}
