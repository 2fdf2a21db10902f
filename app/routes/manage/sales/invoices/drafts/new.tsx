import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/cloudflare'
import { Form, useLoaderData } from '@remix-run/react'
import { startDraft } from '#app/domain/billing/drafts/change-draft.server.ts'
import { startDraftForm } from '#app/domain/billing/drafts/draft-forms.ts'
import { findPerson } from '#app/domain/people/find-person.server.ts'
import { personFilters } from '#app/domain/people/list/person-filters.ts'
import { suggestPeople } from '#app/domain/people/list/suggest-people.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { parseForm } from '#app/http/form.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { HiddenFields } from '#app/ui/form/buttons.tsx'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { Empty } from '#app/ui/list/empty.tsx'
import { FilterBar, SearchFilter } from '#app/ui/list/filter-bar.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { Table } from '#app/ui/list/table.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { newId } from '#app/values/id.ts'

export const meta: MetaFunction = ({ matches }) => pageTitle('New invoice', { matches })

export async function loader({ context }: LoaderFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'invoices:write')
  const search = app.url.searchParams
  const asked = search.get('person')
  const person = asked === null ? null : await findPerson(ctx, asked)
  if (asked !== null && !person) throw notFound()
  const { q } = personFilters.pick({ q: true }).parse({ q: search.get('q') ?? '' })
  const found = person
    ? [{ id: person.id, name: person.name, note: person.email || person.phone }]
    : q && (await suggestPeople(ctx, q))
  return {
    studio: { slug: ctx.studio.slug },
    q,
    known: person !== null,
    found: found ? found.map((one) => ({ ...one, key: newId() })) : null,
  }
}

/** Begins a draft for somebody: 303 to it. */
export async function action({ context, request }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'invoices:write')
  const submission = await parseForm(request, startDraftForm)
  if (submission.status === 'success') {
    const { person, key } = submission.value
    if (await startDraft(ctx, person, key)) return redirect(paths.manageDraft(ctx.studio, key), 303)
  }
  const sentence = 'This person is not in your list any more. Find another.'
  return redirectWithFlash(app, paths.manageDraftNew(ctx.studio), sentence, 'bad')
}

export default function NewInvoice() {
  const { studio, q, known, found } = useLoaderData<typeof loader>()
  return (
    <>
      <BackLink to={paths.manageInvoices(studio)}>Invoices</BackLink>
      <PageHead
        title="New invoice"
        intro={
          known
            ? 'It starts as a draft. It gets its number when you open it.'
            : 'Find who pays. It starts as a draft and gets its number when you open it.'
        }
      />
      {!known && (
        <FilterBar label="Find who pays" action={paths.manageDraftNew(studio)}>
          <SearchFilter label="Name, phone or email" value={q} />
        </FilterBar>
      )}
      {found && found.length === 0 && (
        <Empty
          icon="search"
          title="Nobody found"
          text="Check the spelling, or use fewer letters."
        />
      )}
      {found && found.length > 0 && (
        <Table
          caption="People who can be invoiced"
          rows={found}
          rowKey={({ id }) => id}
          columns={[
            { name: 'Person', place: 'name', cell: ({ name }) => name },
            { name: 'Contact', place: 'under', cell: ({ note }) => note },
            {
              name: 'Invoice',
              place: 'state',
              cell: ({ id, name, key }) => (
                <Form method="post" action={paths.manageDraftNew(studio)}>
                  <HiddenFields values={{ person: id, key }} />
                  <button type="submit" className="button">
                    Start<span className="vh"> an invoice for {name}</span>
                  </button>
                </Form>
              ),
            },
          ]}
        />
      )}
    </>
  )
}
