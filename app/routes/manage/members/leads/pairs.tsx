import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { Form, Link, useLoaderData } from '@remix-run/react'
import * as z from 'zod'
import { decidePair, listPairs } from '#app/domain/leads/lead-pairs.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { parseForm } from '#app/http/form.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { Empty } from '#app/ui/list/empty.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { pageTitle } from '#app/ui/page-title.ts'

export const meta: MetaFunction = ({ matches }) => pageTitle('Possible duplicates', { matches })

export async function loader({ context }: LoaderFunctionArgs) {
  const { ctx } = await requirePermission(context, 'leads:read')
  return { studio: { slug: ctx.studio.slug }, pairs: await listPairs(ctx) }
}

const pairForm = z.object({ personId: z.string().max(40), otherId: z.string().max(40) })

/** Takes a pair off the list: 303 back. */
export async function action({ context, request }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'leads:write')
  const submission = await parseForm(request, pairForm)
  if (submission.status !== 'success') throw notFound()
  await decidePair(ctx, submission.value)
  return redirectWithFlash(app, paths.manageLeadPairs(ctx.studio), 'Kept apart.')
}

export default function Pairs() {
  const { studio, pairs } = useLoaderData<typeof loader>()
  return (
    <>
      <BackLink to={paths.manageLeads(studio)}>Leads</BackLink>
      <PageHead
        title="Possible duplicates"
        intro="Someone gave the email of one and the phone number of the other. The email decided."
      />
      {pairs.length === 0 ? (
        <Empty
          icon="members"
          title="No duplicates"
          text="People whom one form points to both of appear here."
        />
      ) : (
        <ul className="lines">
          {pairs.map(({ personId, person, otherId, other }) => (
            <li key={personId + otherId}>
              <Link to={paths.managePerson(studio, personId)}>{person}</Link> and{' '}
              <Link to={paths.managePerson(studio, otherId)}>{other}</Link>{' '}
              <Form method="post" className="do">
                <input type="hidden" name="personId" value={personId} />
                <input type="hidden" name="otherId" value={otherId} />
                <button type="submit" className="button small quiet">
                  Not the same
                  <span className="vh">
                    : {person} and {other}
                  </span>
                </button>
              </Form>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
