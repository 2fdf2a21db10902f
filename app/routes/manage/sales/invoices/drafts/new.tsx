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
import { parseForm } from '#app/http/form.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { refusalPage } from '#app/http/refusal-page.server.ts'
import { paths } from '#app/paths.ts'
import { HiddenFields } from '#app/ui/form/buttons.tsx'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { FindPerson } from '#app/ui/staff/find-person.tsx'
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
  const { ctx } = await requirePermission(context, 'invoices:write')
  const submission = await parseForm(request, startDraftForm)
  if (submission.status === 'success') {
    const { person, key } = submission.value
    if (await startDraft(ctx, person, key)) return redirect(paths.manageDraft(ctx.studio, key), 303)
  }
  const sentence = 'This person is not in your list any more. Find another.'
  throw refusalPage('person_gone', sentence, paths.manageDraftNew(ctx.studio))
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
      {known && found ? (
        <ul className="lines">
          {found.map((person) => (
            <li key={person.id}>
              <StartDraft studio={studio} person={person} />
            </li>
          ))}
        </ul>
      ) : (
        <FindPerson
          studio={studio}
          action={paths.manageDraftNew(studio)}
          q={q}
          found={found}
          keyOf={({ id }) => id}
          pathOf={({ id }) => paths.manageDraftNew(studio, { person: id })}
        >
          {(person) => <StartDraft studio={studio} person={person} />}
        </FindPerson>
      )}
    </>
  )
}

/** Somebody who can be invoiced, and the button that starts their draft. */
function StartDraft(props: {
  studio: { slug: string }
  person: { id: string; name: string; note: string; key: string }
}) {
  const { studio, person } = props
  return (
    <>
      <b>{person.name}</b> <span className="muted">{person.note}</span>
      <Form method="post" action={paths.manageDraftNew(studio)} className="add">
        <HiddenFields values={{ person: person.id, key: person.key }} />
        <button type="submit" className="button small">
          Start<span className="vh"> an invoice for {person.name}</span>
        </button>
      </Form>
    </>
  )
}
